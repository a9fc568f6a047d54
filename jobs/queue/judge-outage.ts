import type { Job } from 'bullmq'
import { z } from 'zod'
import { OutageError, reasonOf, UnreachableError, UnusableError } from '../../src/lib/errors.ts'
import { answersReads } from '../../src/sync/batches/answers-reads.ts'
import type { SyncDeps } from '../../src/sync/deps.ts'
import { readJobName, type QueueName } from './queues.ts'
import { runIdOf } from './unprocessable-job.ts'

const OfRecords = z.object({ runId: z.string(), recordIds: z.array(z.string()) })

const writingQueues: ReadonlySet<QueueName> = new Set(['media', 'pages', 'retire'])

/**
 * Whether a job that writes gave up because the CMS is down or refuses every request, so that no other job
 * can succeed either. A CMS that responds to a cheap read has a problem only with this job. An OutageError
 * means that the outage is still worth waiting for.
 */
export async function isOutage(
  deps: SyncDeps,
  queue: QueueName,
  error: unknown,
  signal: AbortSignal,
): Promise<boolean | OutageError> {
  if (!writingQueues.has(queue) || !(error instanceof UnreachableError) || error.upstream !== 'cms')
    return false
  try {
    return !(await answersReads(deps, signal))
  } catch (other) {
    return other instanceof OutageError ? other : other instanceof UnusableError
  }
}

/** Stores why a job gave up for each of its records, for the report of those that it leaves unwritten. */
export async function noteCause(
  { sendFailures, now }: SyncDeps,
  job: Pick<Job, 'data'>,
  error: unknown,
): Promise<void> {
  const { success, data } = OfRecords.safeParse(job.data)
  if (!success) return
  const failures = { lost: 1, alone: 0, away: 0, since: now().getTime(), said: reasonOf(error) }
  await sendFailures.save(data.runId, new Map(data.recordIds.map((id) => [id, failures])))
}

/**
 * Whether an outage is not worth waiting for: the run has not written anything yet, and since its start the
 * upstream was tried without a response. Such a run fails soon, and can simply be started again. A product run
 * requests the language list again after each pause, so an outage of the products alone seems to be new each time:
 * such a run fails once it is older than the longest outage.
 */
export async function failsSoon(
  { runs, now }: SyncDeps,
  { job }: { job: Job },
  error: unknown,
): Promise<boolean> {
  const runId = runIdOf(job)
  const isFirst = job.queueName === 'runs' || job.queueName === 'products'
  if (!(error instanceof OutageError) || !isFirst || runId === undefined) return false
  const run = await runs.read(runId)
  const hasWritten = run?.state !== 'planning' && readJobName(job.name).name !== 'undo-run'
  if (run === undefined || hasWritten) return false
  const { answeredAgoMs, triedAgoMs, maxOutageMs } = error.facts
  const ageMs = now().getTime() - Date.parse(run.createdAt)
  if (job.queueName === 'products') return ageMs > maxOutageMs
  // An outage may have ended before the run started; only another try of the upstream shows it.
  return answeredAgoMs > ageMs && triedAgoMs <= ageMs
}
