import { compact } from '../../lib/compact.ts'
import type { SimpleReason } from '../reasons/reason.ts'
import { fieldsIn } from '../merge/merge-fields.ts'
import { sameField } from '../merge/page-fields.ts'
import { isMappedField } from '../record/mapped.ts'
import type { MergeField, PageTexts } from '../record/page.ts'
import type { Product } from '../record/product.ts'
import type { Snapshot } from '../record/snapshot.ts'
import type { Outcome } from '../run/change.ts'
import type { UndoPart } from '../run/run.ts'
import { differIn } from './diff.ts'
import { fieldsOf, pick, type Replaced } from './undo-entry.ts'

const wrote: ReadonlySet<Outcome['result']> = new Set(['created', 'updated', 'restored', 'retired', 'undone'])

/** Whether an outcome has a write that can be undone. */
export function isWrittenBy({ result }: Pick<Outcome, 'result'>): boolean {
  return wrote.has(result)
}

/** Whether an undo of a part of a run may revert the record of an outcome. */
export function isInUndo(outcome: Outcome, { gtins, languages, fields }: UndoPart): boolean {
  const { gtin, language, result } = outcome
  const isListed = (gtins?.includes(gtin) ?? true) && (languages?.includes(language) ?? true)
  if (!isListed || !isWrittenBy(outcome)) return false
  // A page that was added, retired or restored has no earlier value of a single field.
  return fields === undefined || result === 'updated' || result === 'undone'
}

/** The field of a page with a name from a command: `block` is the mirrored block, `image` the featured image. */
export function pageFieldOf(name: string): MergeField | undefined {
  if (name === 'title' || name === 'excerpt') return name
  if (name === 'block') return 'inner'
  if (name === 'image') return 'featuredMedia'
  return isMappedField(name) ? name : undefined
}

/** The fields of an undo that a write changed: of the product as the page shows it, and of the page itself. */
export type UndoneFields = { product: (keyof Product)[]; page: MergeField[] }

/**
 * Those of the named fields that a write changed and no undo has reverted since. A name that both a product and a page
 * have, such as `image`, means the product's field if the write changed that.
 */
export function undoneFields(
  { did, product: before, texts = {} }: Replaced,
  { product, base }: Pick<Snapshot, 'product' | 'base'>,
  names: readonly string[],
): UndoneFields {
  const found: UndoneFields = { product: [], page: [] }
  if (did !== 'updated') return found
  for (const name of names) {
    const page = pageFieldOf(name)
    if (before !== undefined && isFieldOf(before, name) && differIn(name, before, product))
      found.product.push(name)
    else if (page !== undefined && texts[page] !== undefined && !sameField(page, base[page], texts[page]))
      found.page.push(page)
  }
  return found
}

/** The product with some fields of an earlier version. */
export function withEarlier(product: Product, earlier: Product, fields: readonly (keyof Product)[]): Product {
  return { ...product, ...Object.fromEntries(fields.map((field) => [field, earlier[field]])) }
}

/** A page as rendered for the current product, and for the one with the earlier fields; with the digest of its links. */
export type Rerendered = { product: Product; now: PageTexts; before: PageTexts; links: string | undefined }

/**
 * The part of a replaced version that restores only some fields; a reason if the page does not show them. A field of
 * the product restores every place of the page in which it is shown.
 */
export function partOfReplaced(
  { did, texts = {}, base = {} }: Replaced,
  { page }: UndoneFields,
  rendered: Rerendered | undefined,
): { replaced: Replaced } | { reason: SimpleReason } {
  const shown = rendered === undefined ? {} : differences(rendered)
  const restored = { ...shown, ...pick(texts, page) }
  if (fieldsOf(restored).length === 0) return { reason: { code: 'undo-not-shown' } }
  const edited = pick(
    base,
    page.filter((field) => base[field] !== undefined),
  )
  return {
    replaced: compact({
      did,
      product: rendered?.product,
      texts: restored,
      ...(fieldsOf(edited).length > 0 && { base: edited }),
      links: rendered?.links,
    }),
  }
}

function differences({ now, before }: Rerendered): Partial<PageTexts> {
  const differ = (field: MergeField): boolean =>
    field === 'inner' ? now.inner !== before.inner : !sameField(field, now[field], before[field])
  return pick(before, fieldsIn(before).filter(differ))
}

function isFieldOf(product: Product, name: string): name is keyof Product {
  return Object.hasOwn(product, name) && name !== 'gtin' && name !== 'language'
}
