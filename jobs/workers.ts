import { Worker, type ConnectionOptions, type Job } from 'bullmq'
import { linkedController } from '../src/lib/linked-abort.ts'
import { MirrorError, reasonOf } from '../src/lib/errors.ts'
import { isRefusedByRedis } from '../src/lib/redis-refusal.ts'
import { uncollected, type Activity } from '../src/lib/memory/idle-collector.ts'
import { hideSecretsIn, hideSecretsOf } from '../src/lib/text/secrets.ts'
import { watchClocks } from './clocks/after-clock-step.ts'
import type { RunnableJob } from './queue/define-job.ts'
import { requeueOrFail, LaterError, LostLockError } from './queue/requeue-or-fail.ts'
import type { JobDeps } from './queue/job-deps.ts'
import { deliverNoticeJob, untilSent } from './deliver-notice.ts'
import { finishRunJob } from './finish-run.ts'
import { planChunkJob } from './plan-chunk.ts'
import { recheckAssetsJob } from './recheck-assets.ts'
import { productRunJob } from './products/product-run.ts'
import { queueNames, type QueueName } from './queue/queues.ts'
import { renewLocks, type LockedTries } from './clocks/renew-locks.ts'
import { retirePagesJob } from './retire-pages.ts'
import { reviewPlanJob } from './review-plan.ts'
import { startRunJob } from './start-run.ts'
import { useSharedClock } from './clocks/shared-clock.ts'
import { tickJob, verifyTickJob } from './tick.ts'
import { undoRunJob } from './undo-run.ts'
import { findJob, isNewer, runIdOf } from './queue/unprocessable-job.ts'
import { uploadMediaJob } from './upload-media.ts'
import { verifyMirrorJob } from './verify-mirror.ts'
import { writePagesJob } from './write-pages.ts'

/** Every job of this version. */
export const jobs: readonly RunnableJob[] = [
  startRunJob,
  planChunkJob,
  recheckAssetsJob,
  reviewPlanJob,
  uploadMediaJob,
  writePagesJob,
  retirePagesJob,
  productRunJob,
  finishRunJob,
  verifyMirrorJob,
  undoRunJob,
  tickJob,
  verifyTickJob,
  deliverNoticeJob,
]

/**
 * More jobs a second than any queue has. Without a rate, BullMQ does not check limits when it hands out a
 * job. A second worker would take a limited job, hold it until its lock expired, and run it at the same time
 * as a third.
 */
const unlimited = 1_000_000_000

/** The pause of a worker that could not fetch a job. */
const fetchAgainMs = 5_000

/** The time for which a job of a newer version is left to other processes. */
const leftMs = 5_000

/** The time for which a stopping process keeps sending notices. */
const lastNoticesMs = 3_000

export type Workers = { isRunning(): boolean; stop(): Promise<void> }

/**
 * Starts the workers of this process; `stop` lets current batches finish and returns all other jobs to their
 * queues.
 */
export async function startWorkers(
  deps: JobDeps,
  options: {
    connection: ConnectionOptions
    prefix: string
    concurrency: Record<QueueName, number>
    /** The time for which a job stays locked after its process died. */
    jobLockMs: number
    /** From its abort on, no job and no write starts, even before `stop`. */
    signal: AbortSignal
    /** Receives each job while it is active. */
    activity?: Activity
  },
): Promise<Workers> {
  await deps.queues.runs.setGlobalConcurrency(1)
  await Promise.all(queueNames.map((name) => deps.queues[name].setGlobalRateLimit(unlimited, 1_000)))
  const clocks = await watchClocks(deps, options.jobLockMs)
  // BullMQ passes its own signal only to functions with three declared parameters.
  const stopping = new AbortController()
  const noticesAbort = new AbortController()
  const reason = new MirrorError('The process is stopping.')
  const { signal: early, activity = uncollected } = options
  const abortJobs = (): void => stopping.abort(reason)
  early.addEventListener('abort', abortJobs, { once: true })
  const workers = queueNames.map((name) => {
    const { signal: stop } = name === 'notices' ? noticesAbort : stopping
    const own = jobs.filter(({ queue }) => queue === name)
    const locked: LockedTries = new Map()
    const worker = new Worker(
      name,
      (job, token = '') => {
        const { controller, release } = linkedController(stop)
        const { signal } = controller
        return inRun(deps, { runId: runIdOf(job), signal, activity }, async () => {
          const about = { runId: runIdOf(job), job: job.id }
          const held = { token, controller }
          locked.set(job.id ?? '', held)
          const startedAt = Date.now()
          deps.sync.log.debug(about, 'job started')
          try {
            await deps.untilWritable(signal).catch(() => undefined)
            const found = isNewer(job) ? leaveNewer(deps, job) : findJob(own, job)
            const result: unknown =
              found instanceof MirrorError
                ? await requeueOrFail(deps, name, { job, token, signal }, found)
                : await found.process(deps, job, token, signal)
            deps.sync.log.info({ ...about, ms: Date.now() - startedAt }, 'job done')
            return hideSecretsIn(result)
          } catch (error) {
            // BullMQ stores the error's message and stack, and Bull Board shows them.
            throw hideSecretsOf(error)
          } finally {
            release()
            // An error from here would hide the error with which BullMQ makes the job wait.
            await deps.reportRequests(about.runId).catch((error: unknown) => {
              deps.sync.log.warn({ ...about, reason: reasonOf(error) }, 'requests not counted in the report')
            })
            if (locked.get(job.id ?? '') === held) locked.delete(job.id ?? '')
          }
        })
      },
      {
        connection: options.connection,
        prefix: options.prefix,
        concurrency: options.concurrency[name],
        // Another process takes over a killed one's jobs after at most the lock and one interval.
        lockDuration: options.jobLockMs,
        skipLockRenewal: true,
        // The pause after a refused write, such as while the memory of Redis is full.
        runRetryDelay: fetchAgainMs,
        stalledInterval: Math.ceil(options.jobLockMs / 3),
        // We count crashes ourselves: BullMQ would fail the job, and its run would never end.
        maxStalledCount: Number.MAX_SAFE_INTEGER,
      },
    )
    useSharedClock(worker, deps.sharedNow)
    renewLocks(worker, locked, options.jobLockMs)
    // Two tries of one job must not write in parallel for long.
    worker.on('lockRenewalFailed', (ids) => {
      for (const id of ids) locked.get(id)?.controller.abort(new LostLockError())
    })
    worker.on('error', (error) => {
      if (error instanceof SyntaxError) void leaveDamaged(deps, name)
      else if (isLockLoss(error))
        deps.sync.log.warn({ queue: name, reason: error.message }, 'a job lost its lock; it is tried again')
      // The store logs a lost connection and a refused write once; here every worker would log every try.
      else if (!isConnectionLoss(error) && !isRefusedByRedis(error))
        deps.sync.log.error({ queue: name, err: error }, 'worker error')
    })
    return worker
  })
  await Promise.all(workers.map((worker) => worker.waitUntilReady()))
  let closing: Promise<unknown> | undefined
  const end = (): Promise<unknown> => {
    const ofRuns = workers.filter(({ name }) => name !== 'notices')
    // Before their jobs are aborted, so that no worker takes one again that goes back to its queue.
    closing ??= Promise.all(ofRuns.map((worker) => worker.close()))
    stopping.abort(reason)
    return closing
  }
  // `stop` reports a failure.
  const endEarly = (): void => void end().catch(() => undefined)
  early.removeEventListener('abort', abortJobs)
  if (early.aborted) endEarly()
  else early.addEventListener('abort', endEarly, { once: true })
  return {
    isRunning: () => workers.every((worker) => worker.isRunning() && !worker.closing),
    async stop() {
      early.removeEventListener('abort', endEarly)
      await end()
      // After a single run, another process may not start for hours.
      await untilSent(deps.queues.notices, lastNoticesMs)
      const closed = workers.map((worker) => worker.close())
      noticesAbort.abort(reason)
      await Promise.all(closed)
      await clocks.stop()
    },
  }
}

/** Counts the requests of a job, and sends its writes only when its run may write. */
function inRun<T>(
  { sync, countRequests }: JobDeps,
  { activity, ...run }: { runId: string | undefined; signal: AbortSignal; activity: Activity },
  work: () => Promise<T>,
): Promise<T> {
  return activity.during(() => sync.writeGate.within(run, () => countRequests(work)))
}

/** Leaves a job to a process of the version that queued it. This process tries again until one takes it. */
function leaveNewer({ sync }: JobDeps, job: Job): LaterError {
  sync.log.warn(
    { runId: runIdOf(job), job: job.id, name: job.name },
    'a newer version of product-mirror queued this job; it waits for a process of that version',
  )
  return new LaterError(leftMs)
}

/** Otherwise a job that is not JSON would be fetched again forever. */
async function leaveDamaged({ sync, moveDamagedJobsAway }: JobDeps, queue: QueueName): Promise<void> {
  try {
    const moved = await moveDamagedJobsAway(queue)
    if (moved.length > 0)
      sync.log.error({ queue, jobs: moved }, 'stored jobs cannot be read; they were moved away')
  } catch (error) {
    sync.log.warn({ queue, reason: reasonOf(error) }, 'damaged jobs not moved away')
  }
}

function isConnectionLoss(error: Error): boolean {
  return 'syscall' in error || error.message === 'Connection is closed.'
}

/**
 * BullMQ's message if a process was too slow to renew a lock, and its messages for any later use of that job.
 */
function isLockLoss({ message }: Error): boolean {
  return /^(could not renew lock|Missing lock|Lock mismatch) for job |is not in the active state\./.test(
    message,
  )
}
