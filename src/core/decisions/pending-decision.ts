import { digestOf } from '../text/digest.ts'
import type { MergeField } from '../merge/merge.ts'
import type { Product } from '../record/product.ts'
import type { RecordKey } from '../record/record.ts'
import { olderVersion } from '../record/snapshot.ts'
import { type Command, commandClause } from '../reasons/command.ts'

/** Who decided, and when (ISO 8601). */
type Decided = { at: string; by: string }

/** The page is not written. `skips`: the digest of the version that an undo had removed before the hold. */
export type Hold = Decided & { kind: 'hold'; reason: string; skips?: string }

/**
 * The partner's text replaces these fields if the page still has the digest `seen` of the displayed version. `only`
 * limits this to the parts of the mirrored block in conflict.
 */
type Overwrite = Decided & { kind: 'overwrite'; fields: MergeField[]; seen: string; only?: 'conflicts' }

/** This version of the product is written although it is blank, or, if `released`, although an undo removed it. */
type Accept = Decided & { kind: 'accept'; digest: string; released?: true }

/** This version of the product is not written, because an undo removed it; the next one is. */
type Skip = Decided & { kind: 'skip'; digest: string; reason: string }

/** A decision about one record that is neither carried out nor released. */
export type PendingDecision = Hold | Overwrite | Accept | Skip

/** Why a held record is not mirrored, and how to release it. */
export function explainHold(key: RecordKey, { by, at, reason }: Hold): string {
  const why = reason === '' ? '' : `: ${reason}`
  return `held by ${by} since ${at.slice(0, 10)}${why}. ${commandClause(resolveCommand(key, 'release', 'To mirror it again'))}`
}

/** Explains which version a page shows since an undo, and how to write the partner's version. */
export function explainSkip(key: RecordKey, { at, reason }: Skip): string {
  return `shows the earlier version: ${reason} on ${at.slice(0, 10)}. The partner’s next change is written; ${commandClause(resolveCommand(key, 'release', 'to write its current version now'))}`
}

/** Whether an accepted version is outdated, because the partner now sends another one (`digest`). */
export function hasLapsed(pending: PendingDecision, digest: string): boolean {
  return pending.kind === 'accept' && pending.released !== true && pending.digest !== digest
}

/** The version that a page does not show since an undo. */
export function skippedBy(pending: PendingDecision | undefined): string | undefined {
  if (pending?.kind === 'hold') return pending.skips
  if (pending?.kind === 'accept') return pending.released === true ? pending.digest : undefined
  return pending?.kind === 'skip' ? pending.digest : undefined
}

/** The partner's version if a page shows an older product since an undo; undefined if the page shows this version. */
export function versionNotShown({ product, digest }: Version): string | undefined {
  return digest === olderVersion || digestOf(product) === digest ? undefined : digest
}

type Version = { product: Product; digest: string }

/**
 * Whether a write carries out a pending decision other than a hold. After an undo the page shows an older product than
 * its version (`digest`) indicates. A write for another reason, such as a new template, does not change that.
 */
export function isCarriedOut(pending: PendingDecision, written: Version): boolean {
  const skips = skippedBy(pending)
  if (skips !== undefined) return skips !== versionNotShown(written)
  return pending.kind !== 'accept' || digestOf(written.product) === pending.digest
}

/** Whether a pending decision keeps the partner's version off the page. */
export function keepsAsItIs(pending: PendingDecision | undefined): pending is Hold | Skip {
  return pending?.kind === 'hold' || pending?.kind === 'skip'
}

/** The command that records a decision about a record. */
export function resolveCommand({ gtin, language }: RecordKey, choice: string, lead: string): Command {
  return { lead, argv: ['resolve', gtin, language, choice] }
}

/** The hold that keeps the next sync from repeating the changes that the undo of `runId` reverted; `at` in ISO 8601. */
export function holdOfUndo(runId: string, at: string, skips: string | undefined): PendingDecision {
  return { at, by: 'undo', kind: 'hold', reason: reasonOfUndo(runId), ...(skips !== undefined && { skips }) }
}

/** Records why a page does not show the partner's version `digest`. */
export function skipOfUndo(runId: string, at: string, digest: string): PendingDecision {
  return { at, by: 'undo', kind: 'skip', digest, reason: reasonOfUndo(runId) }
}

/** Whether the pending decision is from that undo and unchanged since. */
export function cameWithUndo(pending: PendingDecision, runId: string): boolean {
  return keepsAsItIs(pending) && pending.reason === reasonOfUndo(runId)
}

const reasonOfUndo = (runId: string): string => `undone with run ${runId}`
