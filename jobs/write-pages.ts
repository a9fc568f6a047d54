import { z } from 'zod'
import { languageParents } from '../src/sync/runs/language-parents.ts'
import { trackMissingAssets } from '../src/sync/media/track-missing-assets.ts'
import { recountCancelled } from '../src/sync/runs/recount-run.ts'
import { writePages } from '../src/sync/pages/write-pages.ts'
import { defineJob, LaterError } from './define.ts'

const Payload = z.object({ runId: z.string(), recordIds: z.array(z.string()) })
type Payload = z.infer<typeof Payload>

/** Writes the pages of some planned records; what is acknowledged is not written again when the job is repeated. */
export const writePagesJob = defineJob<Payload>({
  queue: 'pages',
  name: 'write-pages',
  payload: Payload,
  async run({ sync }, data, { signal }) {
    const run = await sync.runs.read(data.runId)
    if (run?.state !== 'writing' || run.failure) return { written: 0 }
    const parents = await languageParents(sync)
    const input = { ...data, parents, readOnly: run.kind === 'rebuild' }
    const { waitMs, ...report } = await trackMissingAssets(sync, data, (planned) =>
      writePages(sync, { ...input, planned }, signal),
    )
    await recountCancelled(sync, data.runId)
    if (waitMs > 0) throw new LaterError(waitMs)
    return report
  },
})
