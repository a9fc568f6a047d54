import { z } from 'zod'
import { recheckAssets } from '../src/sync/plan/recheck-assets.ts'
import { defineJob } from './queue/define-job.ts'

const Kept = z.array(z.string())
const Payload = z.object({ runId: z.string(), urls: z.array(z.string()), kept: Kept.optional() })
/** `kept`: files whose new version is unusable, with the reason. */
export const RecheckResult = z.object({ kept: Kept.default([]) })

type Payload = z.infer<typeof Payload>

/**
 * Requests some known assets from the partner again; after a rate limit, the rest stays in the payload for
 * the next try.
 */
export const recheckAssetsJob = defineJob<Payload>({
  queue: 'plan',
  name: 'recheck-assets',
  payload: Payload,
  async run({ sync }, data, { job, signal }) {
    const run = await sync.runs.read(data.runId)
    if (run?.state !== 'planning' || run.failure) return RecheckResult.parse({})
    const { rest, limited, kept: found, ...counts } = await recheckAssets(sync, data.urls, signal)
    sync.log.info({ runId: data.runId, ...counts }, 'known files checked')
    const kept = [...(data.kept ?? []), ...found]
    if (limited === undefined) return { kept }
    await job.updateData({ ...data, urls: rest, kept })
    throw limited
  },
})
