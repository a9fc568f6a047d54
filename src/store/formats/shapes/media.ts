import { z } from 'zod'
import type { Media } from '../../../core/record/media.ts'
import type { KnownAsset } from '../../../sync/ports/media-library.ts'
import { defineShape } from '../stored.ts'

export const assetShape = defineShape<KnownAsset>(
  'asset',
  z.strictObject({
    sha256: z.string(),
    checkedAt: z.number(),
    etag: z.string().exactOptional(),
    lastModified: z.string().exactOptional(),
  }),
)

export const mediaShape = defineShape<Media>(
  'media file',
  z.strictObject({
    id: z.int(),
    sha256: z.string(),
    url: z.string(),
    mime: z.string(),
    bytes: z.number(),
    width: z.number().exactOptional(),
    height: z.number().exactOptional(),
    large: z.strictObject({ url: z.string(), width: z.number(), height: z.number() }).exactOptional(),
  }),
)
