import { UnrecoverableError, WaitingError, type Job, type JobsOptions } from 'bullmq'
import { z } from 'zod'
import { MirrorError, reasonOf } from '../src/lib/errors.ts'
import type { Posting } from '../src/sync/ports/notices.ts'
import type { JobDeps, RunnableJob } from './define.ts'
import type { Queues } from './queues.ts'
import { parsePayload } from './unfit-job.ts'

const Payload = z.object({ receiver: z.string(), id: z.string(), body: z.string() })

const day = 24 * 3600

/** Tried again after 5 s, and then after twice as long each time: given up after eleven hours. */
const options: JobsOptions = {
  attempts: 14,
  backoff: { type: 'exponential', delay: 5000, jitter: 0.2 },
  removeOnComplete: { age: day, count: 500 },
  removeOnFail: { age: 7 * day, count: 500 },
}

/** Queues notices, each to one receiver; one that is queued already adds nothing. */
export async function enqueueNotices(queues: Queues, postings: readonly Posting[]): Promise<void> {
  await queues.notices.addBulk(
    postings.map((posting) => ({
      name: 'deliver-notice',
      data: posting,
      opts: { ...options, jobId: jobIdOf(posting) },
    })),
  )
}

/** Takes back notices that are not delivered yet; one on its way stays. */
export async function withdrawNotices(
  queues: Queues,
  postings: readonly Omit<Posting, 'body'>[],
): Promise<void> {
  await Promise.all(postings.map((posting) => queues.notices.remove(jobIdOf(posting))))
}

const jobIdOf = ({ id, receiver }: Omit<Posting, 'body'>): string => `${id}-${receiver}`

/** Delivers one notice to one receiver; one that is refused is tried again later and stops nothing else. */
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
      const gone = error instanceof MirrorError && !error.retryable
      const last = gone || job.attemptsMade + 1 >= (job.opts.attempts ?? 1)
      const { id: notice, receiver } = posting
      const told = { notice, receiver, attempt: job.attemptsMade + 1, reason: reasonOf(error) }
      if (last) sync.log.error(told, 'notice given up')
      else sync.log.warn(told, 'notice not delivered; it is tried again later')
      if (gone) throw new UnrecoverableError(reasonOf(error))
      throw error
    }
  },
}

/** A payload that cannot be read stays so: its job is not tried again. */
function readPosting({ log }: JobDeps['sync'], job: Job): Posting {
  try {
    return parsePayload(Payload, job)
  } catch (error) {
    log.error({ job: job.id, reason: reasonOf(error) }, 'notice given up')
    throw new UnrecoverableError(reasonOf(error))
  }
}
