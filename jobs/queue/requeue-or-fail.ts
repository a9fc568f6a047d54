import { UnrecoverableError, WaitingChildrenError, WaitingError, type Job } from 'bullmq'
import { z } from 'zod'
import {
  ConfigError,
  GivenUpError,
  LimitedError,
  MirrorError,
  OutageError,
  OutcomeUnknownError,
  UnreachableError,
  UnusableError,
  WritesPausedError,
  reasonOf,
} from '../../src/lib/errors.ts'
import { isRefusedByRedis } from '../../src/lib/redis-refusal.ts'
import { DamagedError, NewerFormatError } from '../../src/lib/stored-errors.ts'
import { wholeMs, type WholeMs } from '../../src/lib/time/whole-ms.ts'
import { addSendFailure } from '../../src/core/plan/batch-split.ts'
import { failLeftovers } from '../../src/sync/runs/fail-leftovers.ts'
import { failRun } from '../../src/sync/runs/finish-run.ts'
import { activeStates, type Run } from '../../src/core/run/run.ts'
import type { SyncDeps } from '../../src/sync/deps.ts'
import type { JobDeps, Work } from './job-deps.ts'
import { failsSoon, isOutage, noteCause } from './judge-outage.ts'
import { delayJob, pauseQueue, readingAttempts, type QueueName } from './queues.ts'
import { CrashedJobError, runIdOf, UnprocessableJobError } from './unprocessable-job.ts'

/** Thrown by a job that has saved its progress and continues after `waitMs`; costs no attempt. */
export class LaterError extends MirrorError {
  readonly waitMs: WholeMs
  constructor(waitMs: number) {
    super(`The job continues in ${wholeMs(waitMs)} ms.`)
    this.waitMs = wholeMs(waitMs)
  }
}

/** Stops a job whose lock was lost: another try of it continues. */
export class LostLockError extends MirrorError {
  constructor() {
    super('The job has lost its lock. Another try of it continues.')
  }
}

/** The wait of a job that could not store its run's failure, or anything at all. */
const endAgainMs = 1_000

/** Queues with jobs of several runs. */
const sharedQueues: ReadonlySet<QueueName> = new Set(['runs', 'products'])

/** What happens to a job that threw. */
type Fate =
  /** The error that replaces it: another try of the job continues, or BullMQ waits for its children. */
  | { kind: 'thrown'; error: unknown }
  | { kind: 'interrupted' }
  /** The queue waits for a limit or an outage. */
  | { kind: 'throttled'; limit: LimitedError }
  /** Only this job waits. */
  | { kind: 'delayed'; waitMs: number }
  /** `outage`: no other job of the run can succeed either. */
  | { kind: 'retry' | 'final'; error: unknown; outage: boolean }

type Failed = Extract<Fate, { outage: boolean }>

/** Waits cost no attempt; errors that an operator must fix end the run; BullMQ retries all others. */
async function fateOf(deps: JobDeps, queue: QueueName, work: Work<unknown>, error: unknown): Promise<Fate> {
  const { sync, untilWritable } = deps
  const { job, signal } = work
  const isPaused = isRefusedByRedis(error)
  // Nothing can be stored before Redis accepts writes. An abort is handled below.
  if (isPaused) await untilWritable(signal).catch(() => undefined)
  const last = isLastTry(job, error)
  const outage = last && !isPaused && !signal.aborted && (await isOutage(sync, queue, error, signal))
  // Another try has the lock of the job, so this one must not return it.
  if (signal.reason instanceof LostLockError) return { kind: 'thrown', error: signal.reason }
  if (signal.aborted) return { kind: 'interrupted' }
  // The outage was only discovered after the job failed.
  if (outage instanceof OutageError) return fateOf(deps, queue, work, outage)
  const limit = error instanceof LimitedError && !(await failsSoon(sync, work, error)) ? error : undefined
  // Another run may be allowed to write.
  if (limit instanceof WritesPausedError && sharedQueues.has(queue))
    return { kind: 'delayed', waitMs: limit.waitMs }
  if (limit !== undefined && limit.assetHost === undefined) return { kind: 'throttled', limit }
  if (isPaused) return { kind: 'delayed', waitMs: endAgainMs }
  // Other files may be on other hosts, so only this job waits.
  const timed = error instanceof LaterError ? error : limit
  if (timed !== undefined) return { kind: 'delayed', waitMs: timed.waitMs }
  if (await mayLookAgain(sync, runIdOf(job), job, error))
    return { kind: 'delayed', waitMs: sync.policy.writeGraceMs }
  if (error instanceof WaitingChildrenError) return { kind: 'thrown', error }
  return { kind: last ? 'final' : 'retry', error, outage }
}

/** Returns a job that threw to BullMQ, according to its fate. */
export async function requeueOrFail(
  deps: JobDeps,
  queue: QueueName,
  work: Work<unknown>,
  error: unknown,
): Promise<never> {
  const { sync, queues } = deps
  const { job, token } = work
  const runId = runIdOf(job)
  const fate = await fateOf(deps, queue, work, error)
  if (error instanceof WritesPausedError && (fate.kind === 'throttled' || fate.kind === 'delayed'))
    await noteWaitToWrite(job)
  switch (fate.kind) {
    case 'thrown':
      throw fate.error
    case 'interrupted':
      await job.moveToWait(token)
      throw new WaitingError()
    case 'throttled': {
      const { upstream, waitMs, message } = fate.limit
      const why =
        fate.limit instanceof OutageError ? `${message} Queue paused.` : 'rate-limited; queue paused'
      // The gate logs the start and the end of a pause of writes.
      if (!(fate.limit instanceof WritesPausedError))
        sync.log.info({ runId, job: job.id, upstream, waitMs }, why)
      return pauseQueue(queues[queue], waitMs)
    }
    case 'delayed':
      return delayJob(job, token, fate.waitMs)
    case 'retry':
    case 'final': {
      const { error: reported } = fate
      const last = fate.kind === 'final'
      // Our own errors need no stack.
      const what = reported instanceof MirrorError ? { reason: reasonOf(reported) } : { err: reported }
      // Another try may succeed; the report also contains the last one.
      sync.log[last ? 'error' : 'warn']({ runId, job: job.id, last, ...what }, 'job failed')
      try {
        if (runId !== undefined) await storeFailure(sync, { queue, runId, job, ...fate })
      } catch (unsaved) {
        // If the job failed now, its run would stay active and keep the lock.
        sync.log.error({ runId, job: job.id, err: unsaved }, 'failure not stored; the job is retried')
        return delayJob(job, token, endAgainMs)
      }
      throw last ? new UnrecoverableError(reasonOf(reported)) : reported
    }
  }
}

const WaitsToWrite = z.object({ waitsToWrite: z.literal(true) })

/** Whether a job has waited for a pause of writes, so that it checks for one before it reads anything again. */
export function hasWaitedToWrite({ data }: Pick<Job, 'data'>): boolean {
  return WaitsToWrite.safeParse(data).success
}

async function noteWaitToWrite(job: Job<unknown>): Promise<void> {
  if (hasWaitedToWrite(job) || typeof job.data !== 'object') return
  await job.updateData({ ...job.data, waitsToWrite: true })
}

/** Stores a failure that ends a run, and why a job gave up. */
async function storeFailure(
  sync: SyncDeps,
  { queue, runId, job, kind, error, outage }: Failed & { queue: QueueName; runId: string; job: Job },
): Promise<void> {
  const last = kind === 'final'
  if (last) await noteCause(sync, job, error)
  const isOver = last && (queue === 'runs' || queue === 'products')
  if (outage || endsRun(error) || isOver)
    await sync.runs.update(runId, { failure: failureOf(error) }, activeStates)
  if (isOver) await failWhole(sync, runId, failureOf(error))
}

/** Ends a run whose own job failed; each record that it planned and has not written fails with it. */
async function failWhole(sync: SyncDeps, runId: string, failure: NonNullable<Run['failure']>): Promise<void> {
  const run = await sync.runs.read(runId)
  if (run !== undefined && activeStates.includes(run.state) && (run.kind === 'sync' || run.kind === 'undo'))
    await failLeftovers(sync, runId).catch((error: unknown) => {
      sync.log.error({ runId, err: error }, 'records of a failed run not reported')
    })
  await failRun(sync, runId, failure)
}

/** Whether another try of a job would result in the same error. */
export function isFinal(error: unknown): boolean {
  return error instanceof MirrorError && !error.retryable
}

/** Whether a job is not tried again after this error. */
export function isLastTry(
  { attemptsMade, opts }: Pick<Job, 'attemptsMade' | 'opts'>,
  error: unknown,
): boolean {
  const { attempts = 1 } = opts
  return (
    isFinal(error) ||
    (error instanceof Error && error.cause instanceof GivenUpError) ||
    attemptsMade + 1 >= (isOfPartner(error) ? Math.min(attempts, readingAttempts) : attempts)
  )
}

function isOfPartner(error: unknown): boolean {
  return (error instanceof UnreachableError || error instanceof OutageError) && error.upstream === 'partner'
}

/** Whether the other batches cannot succeed either; the run's own job then closes the run. */
function endsRun(error: unknown): boolean {
  return error instanceof UnusableError || error instanceof UnprocessableJobError
}

const mostLost = 10

/**
 * Whether a job whose write lost its reply checks it again without using an attempt; a request that always
 * fails ends the job.
 */
async function mayLookAgain(
  sync: SyncDeps,
  runId: string | undefined,
  job: Job,
  error: unknown,
): Promise<boolean> {
  if (!(error instanceof OutcomeUnknownError) || runId === undefined) return false
  // Without its own failure, it repeats requests that are counted already.
  if (error.failure === undefined) return true
  const id = `job:${job.id}`
  const [before] = await sync.sendFailures.read(runId, [id])
  const seen = { alone: true, away: false, at: sync.now().getTime(), said: error.failure.said }
  const failures = addSendFailure(before, seen)
  await sync.sendFailures.save(runId, new Map([[id, failures]]))
  return failures.lost <= mostLost
}

function failureOf(error: unknown): NonNullable<Run['failure']> {
  const message = reasonOf(error)
  if (error instanceof ConfigError) return { cause: 'config', message }
  if (error instanceof UnusableError || error instanceof UnreachableError || error instanceof OutageError)
    return { cause: error.upstream, message }
  return { cause: redisErrors.some((kind) => error instanceof kind) ? 'redis' : 'cms', message }
}

/** Errors that are caused by data in Redis. */
const redisErrors = [UnprocessableJobError, CrashedJobError, DamagedError, NewerFormatError]
