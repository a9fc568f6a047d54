import { resumeInterrupted } from '../jobs/control.ts'
import { nextRunAt } from '../jobs/schedule.ts'
import type { Workers } from '../jobs/workers.ts'
import { reasonOf } from './lib/errors.ts'
import type { Mirror } from './mirror.ts'
import type { OpsConfig, OpsDeps } from './ops/deps.ts'
import { toOpsDeps } from './ops-deps.ts'
import { notifyMissedEnd } from './sync/runs/finish-run.ts'

/** A mirror in a daemon. */
export type ServedMirror = {
  deps: OpsDeps
  /**
   * Starts workers and schedule, and resumes an interrupted run; returns the time of the next scheduled run.
   */
  begin(): Promise<Date | undefined>
  /** Ends a start in progress. */
  abort(): void
  /** Waits for starts in progress, then closes the mirror. */
  close(): Promise<void>
}

/** Serves a mirror from the call of `begin`; the dashboard shows it even before. */
export function serveMirror(mirror: Mirror, config: OpsConfig): ServedMirror {
  const stopping = new AbortController()
  const begun = new Set<Promise<unknown>>()
  /** A run that has its lock still needs its first job, even if the process is stopping. */
  const untilQueued = <T>(work: Promise<T>): Promise<T> => {
    begun.add(work)
    return work.finally(() => begun.delete(work))
  }
  let workers: Pick<Workers, 'isRunning'> | undefined
  let fault: string | undefined
  let start: Promise<Date | undefined> | undefined
  const startWork = async (): Promise<Date | undefined> => {
    workers = await mirror.work({ schedule: true, signal: stopping.signal })
    if (stopping.signal.aborted) return undefined
    await resumeInterrupted(mirror)
    await notifyMissedEnd(mirror.sync)
    return nextRunAt(mirror.queues)
  }
  return {
    deps: toOpsDeps(mirror, config, {
      workersRunning: () => workers?.isRunning() === true,
      startFault: () => fault,
      untilQueued,
    }),
    begin() {
      start = startWork()
      start.catch((error: unknown) => (fault = reasonOf(error)))
      return start
    },
    abort: () => stopping.abort(),
    async close() {
      // Without Redis, neither a start in progress nor the queueing of a first job ever ends.
      if (await mirror.store.isAnswering()) await Promise.allSettled([start, ...begun])
      await mirror.close()
    },
  }
}
