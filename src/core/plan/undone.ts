import { compact } from '../../lib/compact.ts'
import { mergeInner } from '../merge/merge-units.ts'
import { sameField } from '../merge/page-fields.ts'
import type { MergeField, PageTexts } from '../record/page.ts'
import type { Product } from '../record/product.ts'
import { undoneIn, type Snapshot, type Undone } from '../record/snapshot.ts'
import type { WriteChange } from '../run/change.ts'
import { digestOf } from '../text/digest.ts'
import { differIn } from './diff.ts'
import { fieldsOf, pick, type Replaced } from './undo-entry.ts'
import type { UndoneFields } from './undo-part.ts'

type ProductFields = Partial<Product>

/** Those of the undone values that the partner still sends, as sent; undefined if there are none. */
export function stillSent(undone: ProductFields | undefined, sent: Product): ProductFields | undefined {
  const before = { ...sent, ...undone }
  return nonEmpty(
    pickFields(
      sent,
      namesIn(undone).filter((name) => !differIn(name, before, sent)),
    ),
  )
}

/** The product that a page shows: the partner's, with the values that an undo restored. */
export function withRestored(sent: Product, shown: Product, undone: ProductFields | undefined): Product {
  return { ...sent, ...pickFields(shown, namesIn(undone)) }
}

/** The values that the write of a change leaves undone, and the fields that it therefore writes. */
export type Lasting = { wanted: PageTexts; undone: Undone | undefined }

/**
 * Keeps off a page what an undo of some fields removed from it. A field of the page keeps its restored value until its
 * wanted value is another one than the undone one. In the mirrored block, this holds for each part.
 */
export function keepUndone(change: WriteChange, snapshot: Snapshot | undefined, wanted: PageTexts): Lasting {
  const undone = undoneIn(snapshot)
  if (snapshot === undefined || undone === undefined) return { wanted, undone: undefined }
  const { runId, at, product, texts = {} } = undone
  const shown: Partial<PageTexts> = {}
  const still: Partial<PageTexts> = {}
  for (const field of fieldsOf(texts)) {
    if (wanted[field] === undefined || snapshot.base[field] === undefined) continue
    const value = restoredValue(field, { base: texts, current: snapshot.base, wanted })
    if (sameField(field, value, wanted[field])) continue
    Object.assign(shown, { [field]: value })
    Object.assign(still, pick(wanted, [field]))
  }
  const { digest } = change
  const rest = undoneOf({ runId, at, digest }, undoneProduct(change, snapshot, product), still)
  return { wanted: { ...wanted, ...shown }, undone: rest }
}

/** A snapshot of which these fields of the page, or all of them, are no longer undone. */
export function exceptUndone(
  snapshot: Snapshot | undefined,
  fields: readonly MergeField[] | 'all',
): Snapshot | undefined {
  if (snapshot?.undone === undefined) return snapshot
  const { texts = {}, ...undone } = snapshot.undone
  const left = fields === 'all' ? [] : fieldsOf(texts).filter((field) => !fields.includes(field))
  return { ...snapshot, undone: { ...undone, texts: pick(texts, left) } }
}

/** The undone values of the product that a change leaves undone. Only a change that was planned from a response has its own. */
function undoneProduct(
  change: WriteChange,
  snapshot: Snapshot,
  undone: ProductFields | undefined,
): ProductFields | undefined {
  if (change.kind !== 'create' && change.undone !== undefined) return change.undone
  if (change.digest !== snapshot.digest) return undefined
  return pickFields(
    undone ?? {},
    namesIn(undone).filter((name) => !differIn(name, change.product, snapshot.product)),
  )
}

type Sides = { base: Partial<PageTexts>; current: PageTexts; wanted: PageTexts }

/** The restored value of a field, with the partner's changes since the undo. */
function restoredValue(field: MergeField, { base, current, wanted }: Sides): PageTexts[MergeField] {
  if (field === 'inner')
    return mergeInner({ base: String(base.inner), current: current.inner, wanted: wanted.inner }, 'changed')
      .inner
  return sameField(field, base[field], wanted[field]) ? current[field] : wanted[field]
}

/** An undo of some fields of a record: the fields that it names, and those that it restored on the page. */
export type PartialUndo = {
  runId: string
  at: string
  named: UndoneFields
  restored: readonly MergeField[]
  /** The product and our version of the page after the undo; `editors` are the fields that got an editor's text back. */
  product: Product
  base: PageTexts
  editors: Partial<PageTexts>
}

/**
 * The undone values after an undo of some fields. An undo of an undo shows the partner's value again, which is then no
 * longer undone. A restored text of an editor is an edit or a conflict instead. After an undo of the whole record, the
 * partner's values of its fields are unknown, so none is added.
 */
export function undoneAfter(snapshot: Snapshot, undo: PartialUndo): Undone | undefined {
  const before = undoneIn(snapshot)
  const { digest } = snapshot
  const isKnown = digestOf({ ...snapshot.product, ...before?.product }) === digest
  const { named, restored, runId, at } = undo
  const sent = { ...snapshot.product, ...before?.product }
  const product = { ...before?.product }
  for (const name of named.product) {
    if (isKnown && differIn(name, sent, undo.product)) Object.assign(product, { [name]: sent[name] })
    else delete product[name]
  }
  const texts = { ...before?.texts }
  for (const field of named.page.filter((one) => restored.includes(one))) {
    const value = texts[field] ?? snapshot.base[field]
    const isOurs = isKnown && undo.editors[field] === undefined
    if (isOurs && !sameField(field, value, undo.base[field])) Object.assign(texts, { [field]: value })
    else delete texts[field]
  }
  return undoneOf({ runId, at, digest }, product, texts)
}

/**
 * The undone values after an undo of a whole record: those before the undone write. Values that an earlier undo of
 * some fields of the same run removed stay undone; no retirement changes any.
 */
export function undoneAfterWhole(
  undoes: string,
  snapshot: Snapshot,
  replaced: Replaced | undefined,
): Undone | undefined {
  const now = undoneIn(snapshot)
  const { digest } = snapshot
  if (replaced === undefined || replaced.did === 'retired') return now
  const before = replaced.undone
  const since = snapshot.undoneInPart?.runId === undoes ? now : undefined
  const last = since ?? before
  if (last === undefined) return undefined
  const product = { ...before?.product, ...since?.product }
  return undoneOf({ ...last, digest }, product, { ...before?.texts, ...since?.texts })
}

function undoneOf(
  { runId, at, digest }: Pick<Undone, 'runId' | 'at' | 'digest'>,
  product: ProductFields | undefined,
  texts: Partial<PageTexts>,
): Undone | undefined {
  const parts: Pick<Undone, 'product' | 'texts'> = compact({
    product: nonEmpty(product),
    texts: nonEmpty(texts),
  })
  return nonEmpty(parts) && { runId, at, digest, ...parts }
}

function namesIn(fields: ProductFields | undefined): (keyof Product)[] {
  return Object.keys(fields ?? {}) as (keyof Product)[]
}

function pickFields(product: ProductFields, names: readonly (keyof Product)[]): ProductFields {
  return Object.fromEntries(names.map((name) => [name, product[name]]))
}

function nonEmpty<T extends object>(value: T | undefined): T | undefined {
  return value === undefined || Object.keys(value).length === 0 ? undefined : value
}
