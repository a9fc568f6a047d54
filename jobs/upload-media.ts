import { z } from 'zod'
import { pdfFields } from '../src/contracts/partner.ts'
import { uploadMedia } from '../src/sync/media/upload-media.ts'
import { defineJob } from './queue/define-job.ts'
import { LaterError } from './queue/requeue-or-fail.ts'

/**
 * Counts of a job's assets. `failed`, `unfetched` and `kept` (also reused) list each asset with the reason;
 * `odd` lists those that are used despite an oddity.
 */
export const MediaResult = z.object({
  uploaded: z.int(),
  reused: z.int(),
  failed: z.array(z.string()),
  unfetched: z.array(z.string()).default([]),
  kept: z.array(z.string()).default([]),
  odd: z.array(z.string()).default([]),
})
export type MediaResult = z.infer<typeof MediaResult>

const Asset = z.object({
  url: z.string(),
  kind: z.enum(['image', 'pdf']),
  of: z.string().exactOptional(),
  field: z.enum(['image', ...pdfFields]).exactOptional(),
  name: z.string().exactOptional(),
})
const Payload = z.object({ runId: z.string(), assets: z.array(Asset), soFar: MediaResult.optional() })
type Payload = z.infer<typeof Payload>

export function countAssets({ uploaded, reused, failed, unfetched }: MediaResult): number {
  return uploaded + reused + failed.length + unfetched.length
}

/** Uploads some assets to the media library; those that must wait stay in the payload for the next try. */
export const uploadMediaJob = defineJob<Payload>({
  queue: 'media',
  name: 'upload-media',
  payload: Payload,
  async run({ sync }, data, { job, signal }) {
    const before = data.soFar ?? { uploaded: 0, reused: 0, failed: [], unfetched: [], kept: [], odd: [] }
    const run = await sync.runs.read(data.runId)
    if (run?.state !== 'writing' || run.failure) return before
    if (run.kind !== 'rebuild') await sync.writeGate.pass()
    const { rest, waitMs, limited, ...done } = await uploadMedia(sync, data.assets, signal, {
      runId: data.runId,
      readOnly: run.kind === 'rebuild',
      sizesLater: true,
    })
    const soFar = {
      uploaded: before.uploaded + done.uploaded,
      reused: before.reused + done.reused,
      failed: [...before.failed, ...done.failed],
      unfetched: [...before.unfetched, ...done.unfetched],
      kept: [...before.kept, ...done.kept],
      odd: [...before.odd, ...done.odd],
    }
    await sync.runs.advance(data.runId, { media: countAssets(done) })
    if (rest.length === 0) return soFar
    await job.updateData({ ...data, assets: rest, soFar })
    throw limited ?? new LaterError(waitMs)
  },
})
