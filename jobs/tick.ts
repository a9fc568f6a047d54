import type { Job } from 'bullmq'
import { z } from 'zod'
import { wholeMs } from '../src/lib/time/whole-ms.ts'
import { enqueueRun } from './control.ts'
import type { RunnableJob } from './queue/define-job.ts'
import { requeueOrFail } from './queue/requeue-or-fail.ts'
import type { JobDeps } from './queue/job-deps.ts'
import { laterOptions, schedulers } from './queue/schedule.ts'
import { isWhole, type Run } from '../src/core/run/run.ts'
import type { SyncDeps } from '../src/sync/deps.ts'
import { UnprocessableJobError } from './queue/unprocessable-job.ts'
import { delayJob } from './queue/queues.ts'

const Payload = z.strictObject({})

/** Starts a full sync on schedule. Waits for a verify, and during a pause; skipped while another run is active. */
export const tickJob = defineTick('sync')

/** Starts a verify on schedule. Waits while another run is active, and during a pause. */
export const verifyTickJob = defineTick('verify')

function defineTick(kind: 'sync' | 'verify'): RunnableJob {
  const { id, name } = schedulers[kind]
  return {
    queue: 'runs',
    name,
    payload: Payload,
    async process(deps, job, token, signal) {
      const { log, runs } = deps.sync
      // A scheduled run supersedes held plans, so no other job may start one.
      const scheduled = job.id === laterOptions(name).jobId || job.id?.startsWith(`repeat:${id}:`) === true
      if (!scheduled || !Payload.safeParse(job.data).success) {
        const message = `Job ${name} (${job.id}) does not come from the schedule. Start a run with the command sync.`
        return requeueOrFail(deps, 'runs', { job, token, signal }, new UnprocessableJobError(message))
      }
      const pause = await deps.sync.writePauses.read()
      if (pause !== undefined) {
        log.info(
          { kind, until: new Date(pause.until).toISOString() },
          'scheduled run waits: writes are paused',
        )
        return tryLater(deps, job, token, pausedAgainMs)
      }
      const times = { from: dueAt(job), to: deps.sync.now().getTime() + clockToleranceMs }
      const since = await findRunSince(runs, kind, times)
      if (since !== undefined) {
        log.info({ since, kind }, 'scheduled run skipped: a full run has started since it was due')
        return { skippedFor: since }
      }
      const begun = await enqueueRun(deps, { kind, trigger: 'schedule', approved: false, scope: {} })
      if (begun.ok) return { runId: begun.run.id }
      const { activeRunId } = begun
      if (kind === 'verify' || (await runs.read(activeRunId))?.kind === 'verify') {
        log.info({ activeRunId, kind }, 'scheduled run waits: another run is active')
        return tryLater(deps, job, token)
      }
      log.warn({ activeRunId }, 'scheduled run skipped: another run is active')
      return { skippedFor: activeRunId }
    },
  }
}

const laterMs = 3 * 60_000
/** A pause may end early. */
const pausedAgainMs = 15_000

/**
 * The scheduled time of the run, or the time at which the tick was delayed; it may be long ago if no process
 * ran.
 */
function dueAt({ timestamp, opts }: Job): number {
  return timestamp + (opts.delay ?? 0)
}

const lastRuns = 50
/** The most by which the clocks of a mirror's processes may differ. */
const clockToleranceMs = 60_000

/**
 * The full run of this kind that started between two times (ms). If a process with a wrong clock started a
 * run in the future, its time proves nothing, and no run is skipped for it.
 */
async function findRunSince(
  runs: SyncDeps['runs'],
  kind: Run['kind'],
  { from, to }: { from: number; to: number },
): Promise<string | undefined> {
  const found = await runs.list(lastRuns)
  return found.find((run) => {
    const startedAt = Date.parse(run.createdAt)
    return run.kind === kind && isWhole(run) && startedAt >= from && startedAt <= to
  })?.id
}

/** Retries a scheduled job after `waitMs`, by default in some minutes. */
async function tryLater(
  { queues, sharedNow }: JobDeps,
  job: Job,
  token: string,
  waitMs = laterMs,
): Promise<{ later: string }> {
  const later = laterOptions(job.name)
  if (job.id === later.jobId) return delayJob(job, token, waitMs)
  // BullMQ adds the delay to this time.
  const timestamp = Math.min(Date.now(), await sharedNow())
  await queues.runs.add(job.name, {}, { ...later, delay: wholeMs(waitMs), timestamp })
  return { later: later.jobId }
}
