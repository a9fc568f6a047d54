import type { Job } from 'bullmq'
import { z } from 'zod'
import { reasonOf } from '../src/lib/errors.ts'
import type { SyncDeps } from '../src/sync/deps.ts'

const OfRecords = z.object({ runId: z.string(), recordIds: z.array(z.string()) })

/** Keeps why a job gave up with each of its records, for the report of those that it leaves unwritten. */
export async function noteCause(
  { losses, now }: Pick<SyncDeps, 'losses' | 'now'>,
  job: Pick<Job, 'data'>,
  error: unknown,
): Promise<void> {
  const { success, data } = OfRecords.safeParse(job.data)
  if (!success) return
  const loss = { lost: 1, alone: 0, away: 0, since: now().getTime(), said: reasonOf(error) }
  await losses.save(data.runId, new Map(data.recordIds.map((id) => [id, loss])))
}
