import { setTimeout as sleep } from 'node:timers/promises'
import { UnrecoverableError, WaitingError, type Job, type JobsOptions, type Queue } from 'bullmq'
import { z } from 'zod'
import { reasonOf } from '../src/lib/errors.ts'
import type { Posting } from '../src/sync/ports/stored.ts'
import type { RunnableJob } from './queue/define-job.ts'
import { isFinal, isLastTry } from './queue/requeue-or-fail.ts'
import type { JobDeps } from './queue/job-deps.ts'
import { jobName, type Queues } from './queue/queues.ts'
import { parsePayload } from './queue/unprocessable-job.ts'

const Payload = z.object({ receiver: z.string(), id: z.string(), body: z.string() })

const day = 24 * 3600

/** Retries start after 5 s and double their pauses; the last one is after eleven hours. */
const options: JobsOptions = {
  attempts: 14,
  backoff: { type: 'exponential', delay: 5000, jitter: 0.2 },
  removeOnComplete: { age: day, count: 500 },
  removeOnFail: { age: 7 * day, count: 500 },
}

/** Queues notices, one job per receiver; a notice that is already queued adds nothing. */
export async function enqueueNotices(queues: Queues, postings: readonly Posting[]): Promise<void> {
  await queues.notices.addBulk(
    postings.map((posting) => ({
      name: jobName('deliver-notice'),
      data: posting,
      opts: { ...options, jobId: jobIdOf(posting) },
    })),
  )
}

/** Removes notices that are not sent yet. */
export async function withdrawNotices(
  queues: Queues,
  postings: readonly Omit<Posting, 'body'>[],
): Promise<void> {
  await Promise.all(postings.map((posting) => queues.notices.remove(jobIdOf(posting))))
}

const jobIdOf = ({ id, receiver }: Omit<Posting, 'body'>): string => `${id}-${receiver}`

/** Delivers one notice to one receiver; a refused one is retried later and delays nothing else. */
export const deliverNoticeJob: RunnableJob = {
  queue: 'notices',
  name: 'deliver-notice',
  payload: Payload,
  async process({ sync, deliver }, job, token, signal) {
    const posting = readPosting(sync, job)
    try {
      await deliver(posting, signal)
    } catch (error) {
      if (signal.aborted) {
        await job.moveToWait(token)
        throw new WaitingError()
      }
      const { id: notice, receiver } = posting
      const fields = { notice, receiver, attempt: job.attemptsMade + 1, reason: reasonOf(error) }
      if (isLastTry(job, error)) sync.log.error(fields, 'notice given up')
      else sync.log.warn(fields, 'notice not delivered; will retry')
      throw isFinal(error) ? new UnrecoverableError(reasonOf(error)) : error
    }
  },
}

/** The job's payload; an invalid one is not retried. */
function readPosting({ log }: JobDeps['sync'], job: Job): Posting {
  try {
    return parsePayload(Payload, job)
  } catch (error) {
    log.error({ job: job.id, reason: reasonOf(error) }, 'notice given up')
    throw new UnrecoverableError(reasonOf(error))
  }
}

const pollMs = 50

/** Waits at most `limitMs` until every notice has had its first try; never rejects. */
export async function untilSent(notices: Queue, limitMs: number): Promise<void> {
  const late = AbortSignal.timeout(limitMs)
  const drain = async (): Promise<void> => {
    while (!late.aborted && (await notices.getJobCountByTypes('waiting', 'active')) > 0) await sleep(pollMs)
  }
  // A command to a lost Redis never ends.
  const ended = sleep(limitMs, undefined, { ref: false })
  await Promise.race([drain().catch(() => undefined), ended])
}
