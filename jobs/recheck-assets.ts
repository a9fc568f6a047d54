import { z } from 'zod'
import { recheckAssets } from '../src/sync/plan/recheck-assets.ts'
import { defineJob } from './define.ts'

const Payload = z.object({ runId: z.string(), urls: z.array(z.string()) })
type Payload = z.infer<typeof Payload>

/** Asks the partner for some known assets again; after a rate limit the rest stays in the payload for the next try. */
export const recheckAssetsJob = defineJob<Payload>({
  queue: 'plan',
  name: 'recheck-assets',
  payload: Payload,
  async run({ sync }, data, { job, signal }) {
    const run = await sync.runs.read(data.runId)
    if (run?.state !== 'planning' || run.failure) return
    const { rest, limited, ...counts } = await recheckAssets(sync, data.urls, signal)
    sync.log.info({ runId: data.runId, ...counts }, 'known files checked')
    if (limited === undefined) return
    await job.updateData({ ...data, urls: rest })
    throw limited
  },
})
