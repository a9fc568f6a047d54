import { z } from 'zod'
import { undoPages } from '../src/sync/undo/undo-pages.ts'
import { defineJob, LaterError } from './define.ts'

const Payload = z.object({ runId: z.string(), undoes: z.string(), recordIds: z.array(z.string()) })
type Payload = z.infer<typeof Payload>

/** Puts some records back; what is acknowledged is not written again when the job is repeated. */
export const undoPagesJob = defineJob<Payload>({
  queue: 'pages',
  name: 'undo-pages',
  payload: Payload,
  async run({ sync }, data, { signal }) {
    const run = await sync.runs.read(data.runId)
    if (run?.state !== 'writing' || run.failure) return
    const { waitMs } = await undoPages(sync, data, signal)
    if (waitMs > 0) throw new LaterError(waitMs)
  },
})
