import { z } from 'zod'
import { pdfFields } from '../../../contracts/partner.ts'
import type { RecheckState } from '../../../core/media/recheck.ts'
import { UnusedSince } from '../../../core/media/unused-media.ts'
import { WantedSizes } from '../../../core/media/wanted-sizes.ts'
import { type Asset, Media } from '../../../core/record/media.ts'
import type { KnownAsset } from '../../../sync/ports/stored.ts'
import { defineShape, firstVersion, secondVersion } from '../define-shape.ts'

export const assetShape = defineShape<KnownAsset>(
  'asset',
  z.strictObject({
    sha256: z.string(),
    checkedAt: z.number(),
    etag: z.string().exactOptional(),
    lastModified: z.string().exactOptional(),
  }),
)

/** The fields of an asset that a product links. */
export const assetFields = {
  url: z.string(),
  kind: z.enum(['image', 'pdf']),
  of: z.string().exactOptional(),
  field: z.enum(['image', ...pdfFields]).exactOptional(),
  name: z.string().exactOptional(),
}

export const plannedAssetShape = defineShape<Asset>('planned asset', z.strictObject(assetFields))

export const unusedShape = defineShape<UnusedSince>('unused file', UnusedSince)

export const recheckShape = defineShape<RecheckState>(
  'state of the file checks',
  z.strictObject({ at: z.number(), cursor: z.string() }),
)

export const mediaShape = defineShape<Media>('media file', Media, secondVersion)

export const wantedSizesShape = defineShape<WantedSizes>('wanted sizes', WantedSizes, {
  ...firstVersion,
  told: ['reason'],
})
