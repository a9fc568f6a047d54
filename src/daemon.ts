import { resumeInterrupted } from '../jobs/control.ts'
import { nextRunAt } from '../jobs/schedule.ts'
import type { Workers } from '../jobs/workers.ts'
import type { Config } from '../config/daemon.ts'
import type { Logger } from './lib/logger.ts'
import { openMirror, type Mirror } from './mirror.ts'
import { toListenError } from './ops/http/listening.ts'
import { createOpsServer } from './ops/server.ts'
import { toOpsDeps } from './ops-deps.ts'
import { notifyMissedEnd } from './sync/runs/finish-run.ts'

/** A daemon; `ready` resolves once it has started, `stop` closes everything in reverse. */
export type Daemon = { url: string; mirror: Mirror; ready: Promise<void>; stop(): Promise<void> }

/**
 * Opens the mirror and the ops server, then starts workers and schedule and resumes an interrupted run. The server
 * listens before Redis answers, so that health checks tell why the daemon is not ready.
 */
export async function startDaemon(
  config: Config,
  log: Logger,
  onLost: (error: Error) => void,
): Promise<Daemon> {
  const mirror = await openMirror(config, log, { onLost })
  let workers: Pick<Workers, 'isRunning'> | undefined
  const stopping = new AbortController()
  const begun = new Set<Promise<unknown>>()
  /** A run that has its lock still needs its first job, even if the process is stopping. */
  const untilQueued = <T>(work: Promise<T>): Promise<T> => {
    begun.add(work)
    return work.finally(() => begun.delete(work))
  }
  const { sync, store } = mirror
  const listen = async () => {
    const ops = createOpsServer(
      toOpsDeps(mirror, config.ops, {
        workersRunning: () => workers?.isRunning() === true,
        untilQueued,
      }),
    )
    return { ops, url: (await ops.listen()).url }
  }
  const begin = async (): Promise<void> => {
    workers = await mirror.work({ schedule: true, signal: stopping.signal })
    if (stopping.signal.aborted) return
    await resumeInterrupted(mirror)
    await notifyMissedEnd(sync)
    const next = await nextRunAt(mirror.queues)
    log.info({ url, schedule: config.schedule, nextRunAt: next }, 'daemon ready')
  }

  const { ops, url } = await listen().catch(async (error: unknown) => {
    await mirror.close()
    throw toListenError(config.ops, error)
  })
  const ready = begin()
  return {
    url,
    mirror,
    ready,
    async stop() {
      stopping.abort()
      await ops.close()
      // Neither a start in progress nor a first job ever ends without Redis.
      if (await store.isAnswering()) await Promise.allSettled([ready, ...begun])
      await mirror.close()
    },
  }
}
