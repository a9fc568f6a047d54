import { z } from 'zod'
import { languageParents } from '../src/sync/runs/language-parents.ts'
import { trackMissingAssets } from '../src/sync/media/track-missing-assets.ts'
import { recountCancelled } from '../src/sync/runs/recount-run.ts'
import { writePages, type WriteReport } from '../src/sync/pages/write-pages.ts'
import { refreshResynced } from '../src/sync/plan/refresh-resynced.ts'
import type { Run } from '../src/core/run/run.ts'
import type { SyncDeps } from '../src/sync/deps.ts'
import { defineJob } from './queue/define-job.ts'
import { LaterError } from './queue/requeue-or-fail.ts'
import { sharedAgainMs } from './products/hold-lease.ts'
import { withSharedRecords } from './products/with-shared.ts'

const Payload = z.object({ runId: z.string(), recordIds: z.array(z.string()) })
type Payload = z.infer<typeof Payload>

/**
 * Writes the pages of some planned records; acknowledged ones are not written again when the job is repeated.
 * Products under the lease of a product run are written later.
 */
export const writePagesJob = defineJob<Payload>({
  queue: 'pages',
  name: 'write-pages',
  payload: Payload,
  async run({ sync }, data, { job, signal }) {
    const run = await sync.runs.read(data.runId)
    const shares = { job: job.id ?? '', recordIds: data.recordIds }
    if (run?.state !== 'writing' || run.failure) {
      // The process of an earlier try may have been killed.
      await sync.leases.releaseShared(shares.job)
      return { written: 0 }
    }
    if (run.kind !== 'rebuild') await sync.writeGate.pass()
    const { done, later } = await withSharedRecords(sync, shares, signal, (recordIds, held) =>
      writePart(sync, run, recordIds, held),
    )
    const { waitMs, ...report } = done
    await recountCancelled(sync, data.runId)
    if (waitMs > 0) throw new LaterError(waitMs)
    if (later.length > 0) throw new LaterError(sharedAgainMs)
    return report
  },
})

/** Writes the pages of at most 100 planned records, and records their missing assets. */
export async function writePart(
  sync: SyncDeps,
  run: Pick<Run, 'id' | 'kind'>,
  recordIds: string[],
  signal: AbortSignal,
): Promise<WriteReport> {
  const part = { runId: run.id, recordIds }
  await refreshResynced(sync, part)
  const input = { ...part, parents: await languageParents(sync), readOnly: run.kind === 'rebuild' }
  return trackMissingAssets(sync, part, (planned) => writePages(sync, { ...input, planned }, signal))
}
