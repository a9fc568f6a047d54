import type { Job } from 'bullmq'
import { z } from 'zod'
import { MirrorError } from '../../src/lib/errors.ts'
import { jobsVersion, readJobName } from './queues.ts'

/** A job of another version; its run cannot continue. */
export class UnprocessableJobError extends MirrorError {}

/** A job whose process died too often. */
export class CrashedJobError extends MirrorError {}

/** The crashes that a job survives. */
const maxCrashes = 20

/**
 * Whether a newer version of product-mirror queued a job: this one may not know it, or misread its payload.
 */
export function isNewer(job: Job): boolean {
  return readJobName(job.name).version > jobsVersion
}

/** The definition of a job, or why it cannot run: its name is unknown, or it has crashed too often. */
export function findJob<Known extends { name: string }>(
  known: readonly Known[],
  job: Job,
): Known | UnprocessableJobError | CrashedJobError {
  if (job.stalledCounter > maxCrashes)
    return new CrashedJobError(
      `Job ${job.name} (${job.id}) failed permanently: its process died or lost its lock ${job.stalledCounter} times. Check the logs of these processes.`,
    )
  return (
    known.find(({ name }) => name === readJobName(job.name).name) ??
    new UnprocessableJobError(
      `Queue ${job.queueName} has no job called ${job.name}. Another version of product-mirror queued it; run the same version everywhere.`,
    )
  )
}

/** A job's parsed payload; throws UnprocessableJobError, which contains the job and the error. */
export function parsePayload<Data>(payload: z.ZodType<Data>, job: Job): Data {
  const parsed = payload.safeParse(job.data)
  if (parsed.success) return parsed.data
  throw new UnprocessableJobError(
    `Job ${job.name} (${job.id}) has a payload that cannot be read: ${z.prettifyError(parsed.error)}`,
  )
}

const OfRun = z.object({ runId: z.string() })

/** The run of a job, even if the rest of its payload cannot be read. */
export function runIdOf(job: Job): string | undefined {
  return OfRun.safeParse(job.data).data?.runId
}
