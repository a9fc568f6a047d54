import { DelayedError, type Job } from 'bullmq'
import type { JobDeps } from './define.ts'

const laterMs = 3 * 60_000

/** Retries a scheduled job in some minutes. Its fixed id keeps further ticks from piling up. */
export async function tryLater({ queues }: JobDeps, job: Job, token: string): Promise<{ later: string }> {
  const jobId = `${job.name}-later`
  if (job.id === jobId) {
    await job.moveToDelayed(Date.now() + laterMs, token)
    throw new DelayedError()
  }
  await queues.runs.add(job.name, {}, { jobId, delay: laterMs, removeOnComplete: true, removeOnFail: true })
  return { later: jobId }
}
