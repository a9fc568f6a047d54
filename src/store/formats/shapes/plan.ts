import { upgradeReason, upgradeSuspects } from '../upgrades/text-reasons.ts'
import { z } from 'zod'
import { type Change, Outcome } from '../../../core/run/change.ts'
import type { PlannedSize } from '../../../sync/ports/stored.ts'
import { RecordKey } from '../../../core/record/record.ts'
import { defineShape, secondVersion } from '../define-shape.ts'
import { productSchema, someFields } from './product.ts'

const written = {
  ...RecordKey.shape,
  product: productSchema,
  digest: z.string(),
  etag: z.string().exactOptional(),
}

const undone = { undone: someFields.exactOptional() }

export const changeShape = defineShape<Change>(
  'planned change',
  z.discriminatedUnion('kind', [
    z.strictObject({ ...written, kind: z.literal('create'), slug: z.string().exactOptional() }),
    z.strictObject({
      ...written,
      ...undone,
      kind: z.literal('update'),
      pageId: z.int(),
      fields: z.array(z.string()),
    }),
    z.strictObject({ ...written, ...undone, kind: z.literal('restore'), pageId: z.int() }),
    z.strictObject({
      ...RecordKey.shape,
      kind: z.literal('retire'),
      pageId: z.int(),
      reason: z.enum(['absent at the partner', 'left the catalogue', 'language no longer mirrored']),
    }),
    z.strictObject({
      ...RecordKey.shape,
      kind: z.literal('revert'),
      pageId: z.int(),
      undoes: z.string(),
      fields: z.array(z.string()).exactOptional(),
    }),
  ]),
  // Version 3 added one kind of change; version 4 added arbitrary text as the availability, and units of numbers;
  // version 5 added columns of the catalogue; version 6 added slugs; version 7 added reverts of some fields;
  // version 8 added undone values.
  { ...secondVersion, version: 8 },
)

export const plannedSizeShape = defineShape<PlannedSize>(
  'planned size',
  z.strictObject({ runId: z.string(), pages: z.int() }),
)

export const outcomeShape = defineShape<Outcome>('outcome', Outcome, {
  // Version 5 added mapped fields; version 6 added reasons of notices; version 7 added those of drafts that wait for
  // fields; version 8 added unusual values and held plans; version 9 added reverts of some fields; version 10 added
  // undone fields.
  version: 10,
  upgrade: (value) => upgradeSuspects(upgradeReason(value)),
  told: ['reasons', 'link'],
})
