import type { PageStatus, PageWriteBody } from '../../contracts/cms/page.ts'
import type { WriteChange } from '../run/change.ts'
import { digestOf } from '../text/digest.ts'
import { sameFacts } from '../markup/visible-content.ts'
import { currentTexts, isAsLeft } from '../page/compose.ts'
import { fieldsWritten, sameField } from '../merge/page-fields.ts'
import { readPage, type MirroredPage } from '../page/mirrored-page.ts'
import { alignedTo, fieldsIn } from '../merge/merge-fields.ts'
import type { PageTexts, MergeField } from '../record/page.ts'
import { isShared } from '../record/mapped.ts'
import type { Product } from '../record/product.ts'
import { undoneIn, type RetireTo, type Snapshot, type Undone } from '../record/snapshot.ts'
import { compact } from '../../lib/compact.ts'

/** The content that a write replaced, sufficient to restore it. A page that a run created replaced nothing. */
export type Replaced = {
  did: 'updated' | 'restored' | 'retired'
  /** The product that an update replaced, if it differs. */
  product?: Product
  /** The fields that were written, with their earlier values. */
  texts?: Partial<PageTexts>
  /** If an editor's text was overwritten: our text before that, so that the restored text counts as the editor's. */
  base?: Partial<PageTexts>
  /** If an editor had removed the mirrored block and the write added it again: our earlier text in it. */
  added?: string
  /** The page's status before and after, if it changed. */
  status?: { before: PageStatus; after: PageStatus }
  /** The effect of an earlier retirement on a page that was restored. */
  retiredTo?: RetireTo
  /** Digest of the languages that the page linked. */
  links?: string
  /** The fields for which the page waited as a draft of ours. */
  awaits?: string[]
  /** The values that an earlier undo kept off the page. */
  undone?: Undone
}

/** The product that an update replaces, if it differs; after an undo the digests of the versions do not show that. */
export function replacedProduct(
  change: WriteChange,
  snapshot: Snapshot | undefined,
): Pick<Replaced, 'product'> {
  if (change.kind !== 'update' || snapshot === undefined) return {}
  return digestOf(snapshot.product) === digestOf(change.product) ? {} : { product: snapshot.product }
}

/** The values that an undo of some fields kept off the page before a write. */
export function undoneBefore(snapshot: Snapshot | undefined): Pick<Replaced, 'undone'> {
  return compact({ undone: undoneIn(snapshot) })
}

/** The content that a body replaces on a page; `base` is our last write to it. */
export function replacedTexts(
  mirrored: MirroredPage,
  body: PageWriteBody,
  base: PageTexts,
): Pick<Replaced, 'texts' | 'base'> {
  const { key, inner: stood } = mirrored
  const current = currentTexts(mirrored)
  const texts: Partial<PageTexts> = {}
  for (const field of fieldsWritten(body, fieldsIn(base)))
    Object.assign(texts, { [field]: isShared(base[field]) ? base[field] : current[field] })
  if (body.content !== undefined) {
    const { inner: stands } = readPage(key, { content: body.content })
    // A missing or ambiguous block cannot be restored. If only the digests changed, the block was not replaced.
    if (stood !== undefined && !(stands !== undefined && sameFacts(stood, stands))) texts.inner = stood
  }
  const before = { ...base, ...texts }
  const edited = pick(
    base,
    fieldsIn(base).filter((field) =>
      field === 'inner' ? !isAsLeft(before.inner, base.inner) : !sameField(field, before[field], base[field]),
    ),
  )
  return {
    ...(fieldsOf(texts).length > 0 && { texts }),
    ...(fieldsOf(edited).length > 0 && { base: edited }),
  }
}

/** Our earlier text, if a body adds the mirrored block again that an editor had removed. */
export function replacedRemoval(
  { key, block }: MirroredPage,
  { content = '' }: PageWriteBody,
  base: PageTexts,
): Pick<Replaced, 'added'> {
  const isAdded = block.state === 'missing' && readPage(key, { content }).inner !== undefined
  return isAdded ? { added: base.inner } : {}
}

/** The fields that a landed write with a lost reply replaced, except those in `left`, which it left to an editor. */
export function replacedByLost(
  base: PageTexts,
  wanted: PageTexts,
  left: readonly MergeField[],
): Partial<PageTexts> {
  const written = (field: MergeField) =>
    (isShared(wanted[field]) || !left.includes(field)) && !sameField(field, base[field], wanted[field])
  return pick(alignedTo(base, wanted), fieldsIn(wanted).filter(written))
}

export function fieldsOf(texts: Partial<PageTexts>): MergeField[] {
  return fieldsIn(texts).filter((field) => texts[field] !== undefined)
}

export function pick(texts: Partial<PageTexts>, fields: readonly MergeField[]): Partial<PageTexts> {
  return Object.fromEntries(fields.map((field) => [field, texts[field]]))
}
