import { z } from 'zod'
import { recountCancelled } from '../src/sync/runs/recount-run.ts'
import { retirePages } from '../src/sync/retire/retire-pages.ts'
import { refreshResynced } from '../src/sync/plan/refresh-resynced.ts'
import type { SyncDeps } from '../src/sync/deps.ts'
import { defineJob } from './queue/define-job.ts'
import { LaterError } from './queue/requeue-or-fail.ts'
import { sharedAgainMs } from './products/hold-lease.ts'
import { withSharedRecords } from './products/with-shared.ts'

const Payload = z.object({ runId: z.string(), recordIds: z.array(z.string()) })
type Payload = z.infer<typeof Payload>

/** Retires the pages of some planned records. */
export const retirePagesJob = defineJob<Payload>({
  queue: 'retire',
  name: 'retire-pages',
  payload: Payload,
  async run({ sync }, data, { job, signal }) {
    const run = await sync.runs.read(data.runId)
    const shares = { job: job.id ?? '', recordIds: data.recordIds }
    if (run?.state !== 'writing' || run.failure) {
      // The process of an earlier try may have been killed.
      await sync.leases.releaseShared(shares.job)
      return
    }
    await sync.writeGate.pass()
    const { done, later } = await withSharedRecords(sync, shares, signal, (recordIds, held) =>
      retirePart(sync, data.runId, recordIds, held),
    )
    await recountCancelled(sync, data.runId)
    if (done.waitMs > 0) throw new LaterError(done.waitMs)
    if (later.length > 0) throw new LaterError(sharedAgainMs)
  },
})

/** Retires the pages of at most 100 planned records. */
export async function retirePart(
  sync: SyncDeps,
  runId: string,
  recordIds: string[],
  signal: AbortSignal,
): Promise<{ waitMs: number }> {
  await refreshResynced(sync, { runId, recordIds })
  return retirePages(sync, { runId, recordIds }, signal)
}
