import { UnrecoverableError, WaitingError, type Job, type JobsOptions } from 'bullmq'
import { z } from 'zod'
import { MirrorError, reasonOf } from '../src/lib/errors.ts'
import type { Posting } from '../src/sync/ports/notices.ts'
import type { JobDeps, RunnableJob } from './define.ts'
import type { Queues } from './queues.ts'
import { parsePayload } from './unfit-job.ts'

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
      name: 'deliver-notice',
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
  async process({ sync, deliver }, job, token, signal) {
    const posting = readPosting(sync, job)
    try {
      await deliver(posting, signal)
    } catch (error) {
      if (signal.aborted) {
        await job.moveToWait(token)
        throw new WaitingError()
      }
      const final = error instanceof MirrorError && !error.retryable
      const last = final || job.attemptsMade + 1 >= (job.opts.attempts ?? 1)
      const { id: notice, receiver } = posting
      const fields = { notice, receiver, attempt: job.attemptsMade + 1, reason: reasonOf(error) }
      if (last) sync.log.error(fields, 'notice given up')
      else sync.log.warn(fields, 'notice not delivered; will retry')
      if (final) throw new UnrecoverableError(reasonOf(error))
      throw error
    }
  },
}

/** The job's payload; one that cannot be read is not retried. */
function readPosting({ log }: JobDeps['sync'], job: Job): Posting {
  try {
    return parsePayload(Payload, job)
  } catch (error) {
    log.error({ job: job.id, reason: reasonOf(error) }, 'notice given up')
    throw new UnrecoverableError(reasonOf(error))
  }
}
