import { digestOf } from '../record/digest.ts'
import { factsOf, readingOf } from '../markup/visible-content.ts'
import type { MergeField } from '../page/merge.ts'
import type { PageTexts } from '../page/page.ts'
import type { Product } from '../record/product.ts'
import type { RecordKey } from '../record/record.ts'

/** A decision about one record that is not carried out or released yet. */
export type PendingDecision = { at: string; by: string } & (
  | /**
     * Nothing is written to the page, whatever the partner says. `skips`: the hold came upon a version that was put
     * back.
     */ { kind: 'hold'; reason: string; skips?: string }
  | /** The partner's text replaces these fields, if they still say what the person saw. */ {
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

/** A digest of what some fields of a page say; an editor's change alters it, the engine's rewriting does not. */
export function seenDigest(
  fields: readonly MergeField[],
  texts: { [field in MergeField]?: PageTexts[field] | string | undefined },
): string {
  return digestOf(fields.map((field) => [field, saying(field, String(texts[field] ?? ''))]))
}

function saying(field: MergeField, text: string): unknown {
  return field === 'inner' ? factsOf(text) : readingOf(text)
}

/** Why a held record is not mirrored, and how to release it. */
export function explainHold(key: RecordKey, { by, at, reason }: Hold): string {
  const why = reason === '' ? '' : `: ${reason}`
  return `held by ${by} since ${at.slice(0, 10)}${why}. To mirror it again: ${resolveCommand(key, 'release')}`
}

/** What a page shows since an undo, and how to write the partner's version. */
export function explainSkip(key: RecordKey, { at, reason }: Skip): string {
  return `shows the earlier version: ${reason} on ${at.slice(0, 10)}. The partner’s next change is written; to write its current version now: ${resolveCommand(key, 'release')}`
}

/** Whether an accepted version is outdated, because the partner now sends another one (`digest`). */
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
 * Whether a write carries out a pending decision that is no hold. After an undo the page of a version (`digest`)
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

/** Whether a pending decision keeps the partner's version off the page. */
export function keepsAsItIs(pending: PendingDecision | undefined): pending is Hold | Skip {
  return pending?.kind === 'hold' || pending?.kind === 'skip'
}

/** The command that records a decision about a record. */
export function resolveCommand({ gtin, language }: RecordKey, choice: string): string {
  return `product-mirror resolve ${gtin} ${language} ${choice}`
}

/** The hold that keeps the next sync from repeating what the undo of `runId` reverted; `at` in ISO 8601. */
export function holdOfUndo(runId: string, at: string, skips: string | undefined): PendingDecision {
  return { at, by: 'undo', kind: 'hold', reason: reasonOfUndo(runId), ...(skips !== undefined && { skips }) }
}

/** Records why a page does not show the partner's version `digest`. */
export function skipOfUndo(runId: string, at: string, digest: string): PendingDecision {
  return { at, by: 'undo', kind: 'skip', digest, reason: reasonOfUndo(runId) }
}

/** Whether a pending decision came with that undo and no person changed it since. */
export function cameWithUndo(pending: PendingDecision, runId: string): boolean {
  return keepsAsItIs(pending) && pending.reason === reasonOfUndo(runId)
}

const reasonOfUndo = (runId: string): string => `undone with run ${runId}`
