import { digestOf } from '../record/digest.ts'
import { factsOf, readingOf } from '../markup/visible-content.ts'
import type { MergeField } from '../page/merge.ts'
import type { PageTexts } from '../page/page.ts'
import type { Product } from '../record/product.ts'
import type { RecordKey } from '../record/record.ts'

/** What a person decided about one record; stands until it is carried out or taken back. */
export type PendingDecision = { at: string; by: string } & (
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

export type Hold = Extract<PendingDecision, { kind: 'hold' }>
type Skip = Extract<PendingDecision, { kind: 'skip' }>

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
  return `held by ${by} since ${at.slice(0, 10)}${why}. To have it mirrored again: ${resolveCommand(key, 'release')}`
}

/** What the page of a record shows whose version an undo put back, and how to have the partner's word. */
export function explainSkip(key: RecordKey, { at, reason }: Skip): string {
  return `shows what stood there before: ${reason} on ${at.slice(0, 10)}. What the partner changes next is written; to have its word now: ${resolveCommand(key, 'release')}`
}

/** Whether a blank version was accepted, and the partner says another by now (`digest`). */
export function hasLapsed(pending: PendingDecision, digest: string): boolean {
  return pending.kind === 'accept' && pending.released !== true && pending.digest !== digest
}

/** The version that a page does not show since an undo, or undefined. */
export function skippedBy(pending: PendingDecision | undefined): string | undefined {
  if (pending?.kind === 'hold') return pending.skips
  if (pending?.kind === 'accept') return pending.released === true ? pending.digest : undefined
  return pending?.kind === 'skip' ? pending.digest : undefined
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
  pending: PendingDecision,
  { product, digest }: { product: Product; digest: string },
): boolean {
  const skips = skippedBy(pending)
  if (skips !== undefined) return skips !== versionNotShown({ product, digest })
  return pending.kind !== 'accept' || digestOf(product) === pending.digest
}

/** Whether an order keeps a page from showing what the partner says. */
export function keepsAsItIs(pending: PendingDecision | undefined): pending is Hold | Skip {
  return pending?.kind === 'hold' || pending?.kind === 'skip'
}

/** The command that settles what waits for a person. */
export function resolveCommand({ gtin, language }: RecordKey, choice: string): string {
  return `product-mirror resolve ${gtin} ${language} ${choice}`
}

/** The order that keeps the next sync from doing again what the run `runId` undid; `at` in ISO 8601. */
export function holdOfUndo(runId: string, at: string, skips: string | undefined): PendingDecision {
  return { at, by: 'undo', kind: 'hold', reason: reasonOfUndo(runId), ...(skips !== undefined && { skips }) }
}

/** The order that tells people why a page does not show the partner's version `digest`. */
export function skipOfUndo(runId: string, at: string, digest: string): PendingDecision {
  return { at, by: 'undo', kind: 'skip', digest, reason: reasonOfUndo(runId) }
}

/** Whether an order came with that undo and no person gave one since. */
export function cameWithUndo(pending: PendingDecision, runId: string): boolean {
  return keepsAsItIs(pending) && pending.reason === reasonOfUndo(runId)
}

const reasonOfUndo = (runId: string): string => `undone with run ${runId}`
