import { MergeField } from '../../../core/record/page.ts'
import { upgradeReason } from '../upgrades/text-reasons.ts'
import { z } from 'zod'
import type { SendFailures } from '../../../core/plan/batch-split.ts'
import type { Deferral } from '../../../core/decisions/deferral.ts'
import { Failing } from '../../../core/decisions/quarantine.ts'
import type { OutdatedFiles } from '../../../core/media/outdated-files.ts'
import type { PageState } from '../../../core/page/page-state.ts'
import type { MissingAssets } from '../../../core/decisions/missing-assets.ts'
import type { Cursor } from '../../../sync/ports/stored.ts'
import { defineShape, firstVersion } from '../define-shape.ts'
import { assetFields } from './media.ts'

export const deferralShape = defineShape<Deferral>(
  'deferral',
  z.strictObject({ pageId: z.int(), since: z.string(), runId: z.string() }),
)

export const failingShape = defineShape<Failing>('failing record', Failing, {
  // Version 3 added reasons of notices; version 4 added those of drafts that wait for fields.
  version: 4,
  upgrade: upgradeReason,
  told: ['reasons'],
})

export const missingAssetsShape = defineShape<MissingAssets>(
  'list of missing assets',
  z.strictObject({
    assets: z.array(z.strictObject(assetFields)),
  }),
  { version: 2, upgrade: upgradeMissingAssets },
)

/** Version 1 stored the product's name as an image's alternative text, and no field. */
function upgradeMissingAssets(value: unknown): unknown {
  const stored = z
    .object({ assets: z.array(z.looseObject({ alt: z.string().exactOptional() })) })
    .safeParse(value)
  if (!stored.success) return value
  const assets = stored.data.assets.map(({ alt, ...asset }) => ({
    ...asset,
    ...(alt !== undefined && { name: alt }),
  }))
  return { ...stored.data, assets }
}

export const outdatedFilesShape = defineShape<OutdatedFiles>(
  'list of outdated files',
  z.strictObject({ urls: z.array(z.string()) }),
)

export const pageStateShape = defineShape<PageState>(
  'page state',
  z.strictObject({
    state: z.enum(['edited', 'draft', 'hidden', 'trashed', 'deleted']),
    pageId: z.int(),
    edited: z.array(MergeField),
    since: z.string(),
    awaits: z.array(z.string()).exactOptional(),
    createdGmt: z.string().exactOptional(),
  }),
  // Version 2 added mapped fields; version 3 added drafts that wait for fields, and version 4 their dates.
  { version: 4, upgrade: (value) => value },
)

export const cursorShape = defineShape<Cursor>(
  'cursor',
  z.strictObject({ since: z.string(), newestId: z.int(), total: z.int().exactOptional() }),
)

export const sendFailuresShape = defineShape<SendFailures>(
  'failed request',
  z.strictObject({
    lost: z.int(),
    alone: z.int(),
    away: z.int(),
    since: z.number(),
    said: z.string(),
  }),
  { ...firstVersion, told: ['said'] },
)
