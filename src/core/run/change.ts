import { Reason } from '../reasons/reason.ts'
import { z } from 'zod'
import type { Product } from '../record/product.ts'
import { RecordKey } from '../record/record.ts'

/** `undone`: the partner's values that `product` does not have, because an undo of some fields restored earlier ones. */
type Written = { product: Product; digest: string; etag?: string; undone?: Partial<Product> }

/** One difference between the partner and the mirror; a plan consists of changes. */
export type Change = RecordKey &
  (
    | { kind: 'create'; slug?: string; product: Product; digest: string; etag?: string }
    | (Written & { kind: 'update'; pageId: number; fields: string[] })
    | (Written & { kind: 'restore'; pageId: number })
    | { kind: 'retire'; pageId: number; reason: RetireReason }
    | { kind: 'revert'; pageId: number; undoes: string; fields?: string[] }
  )

export type RetireChange = Extract<Change, { kind: 'retire' }>
/** Reverts a record's change by the run `undoes`, or only some `fields` of it; the method depends on the page at the time of the write. */
export type RevertChange = Extract<Change, { kind: 'revert' }>
/** A change that writes the content of a page. */
export type WriteChange = Exclude<Change, RetireChange | RevertChange>
/** A change that the pages stage carries out. */
export type PageChange = WriteChange | RevertChange
/** A change of a plan that may wait for approval; an undo never waits. */
export type PlannedChange = WriteChange | RetireChange
export type PlannedKind = PlannedChange['kind']

export type RetireReason = 'absent at the partner' | 'left the catalogue' | 'language no longer mirrored'

/** The result of a run for one record; `reasons` explain it. */
export const Outcome = z.strictObject({
  ...RecordKey.shape,
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
  reasons: z.array(Reason).exactOptional(),
  withOthers: z
    .literal(true)
    .exactOptional()
    .describe('It failed with its whole batch or run, so the cause may not be the record.'),
  pageId: z.int().exactOptional(),
  link: z.string().exactOptional(),
  fields: z
    .array(z.string())
    .exactOptional()
    .describe('The partner’s fields that differed, and other causes of the write.'),
  kept: z
    .array(z.string())
    .exactOptional()
    .describe('Fields that keep an editor’s change; the rest of the page may have been written.'),
  conflicts: z
    .array(z.string())
    .exactOptional()
    .describe('Fields that editor and partner both changed: the editor’s text stays until you decide.'),
  at: z.string().exactOptional().describe('When it was acknowledged, ISO 8601.'),
  before: z.string().exactOptional().describe('Digest of the product that the page showed before.'),
  after: z.string().exactOptional().describe('Digest of the product that the page shows now.'),
})
export type Outcome = z.infer<typeof Outcome>
