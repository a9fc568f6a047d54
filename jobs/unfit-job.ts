import type { Job } from 'bullmq'
import { z } from 'zod'
import { MirrorError } from '../src/lib/errors.ts'

/** A job of another form than this version writes: its run cannot go on. */
export class UnfitJobError extends MirrorError {}

/** A job whose process died again and again. */
export class CrashedJobError extends MirrorError {}

/** How many crashes a job survives. */
const maxCrashes = 20

/** What runs a job, or why it cannot be run: nobody knows its name, or it has crashed too often. */
export function findJob<Known extends { name: string }>(
  known: readonly Known[],
  job: Job,
): Known | UnfitJobError | CrashedJobError {
  if (job.stalledCounter > maxCrashes)
    return new CrashedJobError(
      `Job ${job.name} (${job.id}) was given up: its process died or lost its lock ${job.stalledCounter} times. Check the logs of these processes.`,
    )
  return (
    known.find(({ name }) => name === job.name) ??
    new UnfitJobError(
      `Queue ${job.queueName} has no job called ${job.name}. Another version of product-mirror queued it; run the same version everywhere.`,
    )
  )
}

/** A job's payload, parsed; throws UnfitJobError, which names the job and the fault. */
export function parsePayload<Data>(payload: z.ZodType<Data>, job: Job): Data {
  const parsed = payload.safeParse(job.data)
  if (parsed.success) return parsed.data
  throw new UnfitJobError(
    `Job ${job.name} (${job.id}) has a payload that cannot be read: ${z.prettifyError(parsed.error)}`,
  )
}

const OfRun = z.object({ runId: z.string() })

/** The run that a job belongs to, also when the rest of its payload cannot be read. */
export function runIdOf(job: Job): string | undefined {
  return OfRun.safeParse(job.data).data?.runId
}
