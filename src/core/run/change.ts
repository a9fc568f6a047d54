import type { Product } from '../record/product.ts'
import type { RecordKey } from '../record/record.ts'

/** One difference between the partner and the mirror; a plan consists of changes. */
export type Change = RecordKey &
  (
    | { kind: 'create'; product: Product; digest: string; etag?: string }
    | { kind: 'update'; product: Product; digest: string; etag?: string; pageId: number; fields: string[] }
    | { kind: 'restore'; product: Product; digest: string; etag?: string; pageId: number }
    | { kind: 'retire'; pageId: number; reason: RetireReason }
    | { kind: 'revert'; pageId: number; undoes: string }
  )

export type RetireChange = Extract<Change, { kind: 'retire' }>
/** Reverts a record's change by the run `undoes`; the method depends on the page at the time of the write. */
export type RevertChange = Extract<Change, { kind: 'revert' }>
/** A change that writes the content of a page. */
export type WriteChange = Exclude<Change, RetireChange | RevertChange>
/** A change that the pages stage carries out. */
export type PageChange = WriteChange | RevertChange
/** A change of a plan that may wait for approval; an undo never waits. */
export type PlannedChange = WriteChange | RetireChange
export type PlannedKind = PlannedChange['kind']

export type RetireReason = 'absent at the partner' | 'left the catalogue' | 'language no longer mirrored'

/** The result of a run for one record; operators read `reason`. */
export type Outcome = RecordKey & {
  result:
    | 'created'
    | 'updated'
    | 'restored'
    | 'retired'
    | 'undone'
    | 'kept'
    | 'held'
    | 'deferred'
    | 'quarantined'
    | 'unchanged'
    | 'failed'
  reason?: string
  /** It failed with its whole batch or run, so the cause may not be the record. */
  withOthers?: true
  pageId?: number
  link?: string
  fields?: string[]
  /** Fields that keep an editor's change; the rest of the page may have been written. */
  kept?: string[]
  /** Fields that editor and partner both changed: the editor's text stays until the conflict is resolved. */
  conflicts?: string[]
  /** When it was acknowledged, ISO 8601. */
  at?: string
  /** Digests of the product that the page showed before and shows now. */
  before?: string
  after?: string
}
