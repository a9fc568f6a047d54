import { z } from 'zod'
import { recountCancelled } from '../src/sync/runs/recount-run.ts'
import { retirePages } from '../src/sync/retire/retire-pages.ts'
import { defineJob, LaterError } from './define.ts'

const Payload = z.object({ runId: z.string(), recordIds: z.array(z.string()) })
type Payload = z.infer<typeof Payload>

/** Retires the pages of some planned records. */
export const retirePagesJob = defineJob<Payload>({
  queue: 'retire',
  name: 'retire-pages',
  payload: Payload,
  async run({ sync }, data, { signal }) {
    const run = await sync.runs.read(data.runId)
    if (run?.state !== 'writing' || run.failure) return
    const { waitMs } = await retirePages(sync, data, signal)
    await recountCancelled(sync, data.runId)
    if (waitMs > 0) throw new LaterError(waitMs)
  },
})
