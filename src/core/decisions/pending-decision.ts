import { digestOf } from '../record/digest.ts'
import { factsOf, readingOf } from '../markup/visible-content.ts'
import type { MergeField } from '../page/merge.ts'
import type { PageTexts } from '../page/page.ts'
import type { Product } from '../record/product.ts'
import type { RecordKey } from '../record/record.ts'

/** What a person decided about one record; stands until it is carried out or taken back. */
export type Order = { at: string; by: string } & (
  | /**
     * Nothing is written to the page, whatever the partner says. `skips`: the hold came upon a version that was put
     * back.
     */ { kind: 'hold'; reason: string; skips?: string }
  | /** These fields are ours once more, if they still say what the person saw. */ {
      kind: 'overwrite'
      fields: MergeField[]
      /** Digest of what the page said when the person decided. */
      seen: string
    }
  | /** This version of the product is wanted, though it is blank, or `released`: though an undo put it back. */ {
      kind: 'accept'
      digest: string
      released?: true
    }
  | /** This version of the product is not wanted: an undo put its page back. The next one is. */ {
      kind: 'skip'
      digest: string
      reason: string
    }
)

export type Hold = Extract<Order, { kind: 'hold' }>
type Skip = Extract<Order, { kind: 'skip' }>

/** A digest of what a page says in some fields; the engine's rewriting does not change it, an editor's word does. */
export function seenDigest(
  fields: readonly MergeField[],
  texts: { [field in MergeField]?: PageTexts[field] | string | undefined },
): string {
  return digestOf(fields.map((field) => [field, saying(field, String(texts[field] ?? ''))]))
}

function saying(field: MergeField, text: string): unknown {
  return field === 'inner' ? factsOf(text) : readingOf(text)
}

/** Why nothing is done to a record that a person holds, and how to end it. */
export function explainHold(key: RecordKey, { by, at, reason }: Hold): string {
  const why = reason === '' ? '' : `: ${reason}`
  return `held by ${by} since ${at.slice(0, 10)}${why}. To have it mirrored again: ${settleCommand(key, 'release')}`
}

/** What the page of a record shows whose version an undo put back, and how to have the partner's word. */
export function explainSkip(key: RecordKey, { at, reason }: Skip): string {
  return `shows what stood there before: ${reason} on ${at.slice(0, 10)}. What the partner changes next is written; to have its word now: ${settleCommand(key, 'release')}`
}

/** Whether a blank version was accepted, and the partner says another by now (`digest`). */
export function hasLapsed(order: Order, digest: string): boolean {
  return order.kind === 'accept' && order.released !== true && order.digest !== digest
}

/** The version that a page does not show since an undo, or undefined. */
export function skippedBy(order: Order | undefined): string | undefined {
  if (order?.kind === 'hold') return order.skips
  if (order?.kind === 'accept') return order.released === true ? order.digest : undefined
  return order?.kind === 'skip' ? order.digest : undefined
}

/** The partner's version of which a record's page shows an older product, since an undo; undefined: it shows it. */
export function versionNotShown({
  product,
  digest,
}: {
  product: Product
  digest: string
}): string | undefined {
  return digestOf(product) === digest ? undefined : digest
}

/**
 * Whether a write leaves nothing to do of an order that is no hold. After an undo the page of a version (`digest`)
 * shows an older product: written for another reason, such as a new template, it goes on doing so.
 */
export function isCarriedOut(
  order: Order,
  { product, digest }: { product: Product; digest: string },
): boolean {
  const skips = skippedBy(order)
  if (skips !== undefined) return skips !== versionNotShown({ product, digest })
  return order.kind !== 'accept' || digestOf(product) === order.digest
}

/** Whether an order keeps a page from showing what the partner says. */
export function keepsAsItIs(order: Order | undefined): order is Hold | Skip {
  return order?.kind === 'hold' || order?.kind === 'skip'
}

/** The command that settles what waits for a person. */
export function settleCommand({ gtin, language }: RecordKey, choice: string): string {
  return `product-mirror settle ${gtin} ${language} ${choice}`
}

/** The order that keeps the next sync from doing again what the run `runId` undid; `at` in ISO 8601. */
export function holdOfUndo(runId: string, at: string, skips: string | undefined): Order {
  return { at, by: 'undo', kind: 'hold', reason: reasonOfUndo(runId), ...(skips !== undefined && { skips }) }
}

/** The order that tells people why a page does not show the partner's version `digest`. */
export function skipOfUndo(runId: string, at: string, digest: string): Order {
  return { at, by: 'undo', kind: 'skip', digest, reason: reasonOfUndo(runId) }
}

/** Whether an order came with that undo and no person gave one since. */
export function cameWithUndo(order: Order, runId: string): boolean {
  return keepsAsItIs(order) && order.reason === reasonOfUndo(runId)
}

const reasonOfUndo = (runId: string): string => `undone with run ${runId}`
