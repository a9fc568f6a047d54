import { z } from 'zod'
import type { Change, Outcome } from '../../../core/run/change.ts'
import { defineShape } from '../stored.ts'
import { upgradeFields } from '../version-1.ts'
import { productSchema, recordFields } from './product.ts'

const written = {
  ...recordFields,
  product: productSchema,
  digest: z.string(),
  etag: z.string().exactOptional(),
}

export const changeShape = defineShape<Change>(
  'planned change',
  z.discriminatedUnion('kind', [
    z.strictObject({ ...written, kind: z.literal('create') }),
    z.strictObject({ ...written, kind: z.literal('update'), pageId: z.int(), fields: z.array(z.string()) }),
    z.strictObject({ ...written, kind: z.literal('restore'), pageId: z.int() }),
    z.strictObject({
      ...recordFields,
      kind: z.literal('retire'),
      pageId: z.int(),
      reason: z.enum(['absent at the partner', 'left the catalogue', 'language no longer mirrored']),
    }),
    z.strictObject({ ...recordFields, kind: z.literal('revert'), pageId: z.int(), undoes: z.string() }),
  ]),
  // Version 3 added one kind of change; version 4 added arbitrary text as the availability, and units of numbers.
  { version: 4, upgrade: upgradeFields },
)

const words = z.array(z.string()).exactOptional()
const word = z.string().exactOptional()

export const outcomeShape = defineShape<Outcome>(
  'outcome',
  z.strictObject({
    ...recordFields,
    result: z.enum([
      'created',
      'updated',
      'restored',
      'retired',
      'undone',
      'kept',
      'held',
      'deferred',
      'quarantined',
      'unchanged',
      'failed',
    ]),
    reason: word,
    withOthers: z.literal(true).exactOptional(),
    pageId: z.int().exactOptional(),
    link: word,
    fields: words,
    kept: words,
    conflicts: words,
    at: word,
    before: word,
    after: word,
  }),
  { version: 2, upgrade: upgradeFields, told: ['reason', 'link'] },
)
