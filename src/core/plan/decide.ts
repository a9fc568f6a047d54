import { compact } from '../../lib/compact.ts'
import type { Blanks, CoreField } from '../reasons/blanks.ts'
import type { BrokenRule } from '../reasons/broken-rule.ts'
import type { Product } from '../record/product.ts'
import type { RecordKey } from '../record/record.ts'
import { olderVersion, undoneIn, type Snapshot } from '../record/snapshot.ts'
import type { Change } from '../run/change.ts'
import { changedFields } from './diff.ts'
import { diffProducts, toLines, valueText, type ValueDiff } from './product-diff.ts'
import { stillSent, withRestored } from './undone.ts'
import { brokenRules, type ValueRules } from './value-rules.ts'
import { findBlanks } from '../decisions/blanked-version.ts'
import { firstLine } from '../text/first-line.ts'
import { isReleased, type PendingDecision } from '../decisions/pending-decision.ts'

/** The result for a fetched record; `suspect` versions are held, with the reason and their differences from the page. */
export type Decision =
  | { kind: 'unchanged' }
  | { kind: 'suspect'; blanks: Blanks; digest: string; changes: ValueDiff[] }
  | { kind: 'change'; change: Change }

/** The entry in an update's `fields` for assets that the page was written without; stored with the plan. */
export const arrivedAsset = 'media'

/** The entry in an update's `fields` for a file whose bytes changed at the same URL; stored with the plan. */
export const changedFile = 'file'

/** The entry in an update's `fields` for files that have other URLs since the site moved; stored with the plan. */
export const movedFile = 'address'

/** The entry in an update's `fields` for an older block of ours that an editor saved back; stored with the plan. */
export const olderBlock = 'inner'

/** The entry in an update's `fields` for a page that shows an older version since Redis lost its data. */
export const olderOnPage = 'older'

/** The entry in an update's `fields` for a run that writes every page again. */
export const rewritten = 'rewrite'

/** The entry in an update's `fields` for a draft that the update publishes; stored with the plan. */
export const publication = 'publication'

/** The entry in an update's `fields` for a decision; stored with the plan. */
export const decidedByPerson = 'decision'

/** `missesAsset`: the page was written without an asset, so it is written again. */
type Circumstances = {
  templateDigest: string
  pending?: PendingDecision | undefined
  missesAsset?: boolean
  /** The slug of a new page, unless it is the default one. */
  slug?: string | undefined
  /** The run writes every page again. */
  rewrite?: boolean
  /** Whether the page is a draft that waited for fields, and a product has all of them. */
  publishes?: (product: Product) => boolean
  /** Why the price was omitted, although the partner sent one. */
  unreadablePrice?: string | undefined
  /** The rules for values. */
  rules?: ValueRules
}

/**
 * Compares a product with the last acknowledged version. A page rendered with another template or labels
 * (`templateDigest`) is written again. A pending decision to overwrite causes an update even if nothing changed. A
 * decision to accept this version clears it of suspicion and writes it even after an undo. A page keeps its price while
 * the new one cannot be read.
 */
export function decide(
  key: RecordKey,
  wanted: { product: Product; digest: string; etag?: string },
  snapshot: Snapshot | undefined,
  {
    templateDigest,
    pending,
    missesAsset = false,
    slug,
    rewrite = false,
    publishes,
    unreadablePrice,
    rules,
  }: Circumstances,
): Decision {
  const accepted = pending?.kind === 'accept' && pending.digest === wanted.digest
  const { digest } = wanted
  if (snapshot === undefined) {
    const broken = rules === undefined || accepted ? [] : brokenRules(rules, undefined, wanted.product)
    if (broken.length > 0) return { kind: 'suspect', blanks: { code: 'values', broken }, digest, changes: [] }
    return { kind: 'change', change: compact({ ...key, ...wanted, kind: 'create', slug }) }
  }
  const isSame = snapshot.digest === wanted.digest
  // After an undo the page keeps showing the older product instead of the partner's version that was undone.
  const undone = undoneBy(snapshot, wanted, pending)
  const product =
    isSame && !accepted ? snapshot.product : withRestored(wanted.product, snapshot.product, undone)
  const shown = { ...wanted, product, ...(undone && { undone }) }
  const before = snapshot.product
  const losesPrice = before.price !== null && shown.product.price === null
  const price =
    losesPrice && unreadablePrice !== undefined
      ? ({ code: 'price', detail: unreadablePrice } as const)
      : undefined
  const broken = rules === undefined ? [] : brokenRules(rules, before, shown.product)
  const blanks = accepted
    ? undefined
    : suspicionOf(before, findBlanks(before, shown.product) ?? price, broken)
  if (blanks !== undefined) {
    const changes = diffProducts(before, shown.product)
    return { kind: 'suspect', blanks, digest, changes: changes.map(toLines) }
  }
  const { pageId } = snapshot
  if (snapshot.state === 'retired')
    return { kind: 'change', change: { ...key, ...shown, kind: 'restore', pageId } }
  const fields = changedFields(before, shown.product)
  if (snapshot.template !== templateDigest) fields.push('template')
  if (pending?.kind === 'overwrite' || (accepted && isSame)) fields.push(decidedByPerson)
  if (missesAsset) fields.push(arrivedAsset)
  if (rewrite) fields.push(rewritten)
  if (publishes?.(shown.product)) fields.push(publication)
  if (snapshot.digest === olderVersion) fields.push(olderOnPage)
  if (fields.length === 0) return { kind: 'unchanged' }
  return { kind: 'change', change: { ...key, ...shown, kind: 'update', pageId, fields } }
}

/** The partner's values that the page still does not show since an undo of some fields, unless that was released. */
function undoneBy(
  snapshot: Snapshot,
  wanted: { product: Product; digest: string },
  pending: PendingDecision | undefined,
): Partial<Product> | undefined {
  if (isReleased(pending)) return undefined
  const undone = undoneIn(snapshot)?.product
  // A response without a body has the product of the snapshot instead of the partner's.
  return snapshot.digest === wanted.digest ? undone : stillSent(undone, wanted.product)
}

/** Lost fields and broken rules as one reason, because a decision accepts them together. */
function suspicionOf(
  before: Product,
  lost: Blanks | undefined,
  broken: readonly BrokenRule[],
): Blanks | undefined {
  if (broken.length === 0) return lost
  const named = new Set(broken.map(({ field }) => field))
  const others = lostFields(lost).filter((field) => !named.has(field))
  const emptied = others.map((field): BrokenRule => {
    const text = firstLine(valueText(field, before[field]))
    return { field, rule: 'emptied', before: text, after: '' }
  })
  return { code: 'values', broken: [...broken, ...emptied] }
}

function lostFields(lost: Blanks | undefined): ('name' | 'price' | CoreField)[] {
  if (lost?.code === 'fields') return lost.fields
  return lost?.code === 'name' || lost?.code === 'price' ? [lost.code] : []
}
