import { MergeField } from '../record/page.ts'
import { z } from 'zod'
import { digestOf } from '../text/digest.ts'
import type { Product } from '../record/product.ts'
import { olderVersion, undoneIn, type Undone } from '../record/snapshot.ts'
import type { ReasonOf } from '../reasons/reason.ts'
import { compact } from '../../lib/compact.ts'

/** Who decided, and when (ISO 8601). */
const decided = { at: z.string(), by: z.string() }

/** A decision about one record that is neither carried out nor released. */
export const PendingDecision = z.discriminatedUnion('kind', [
  z
    .strictObject({
      ...decided,
      kind: z.literal('hold'),
      reason: z.string(),
      skips: z
        .string()
        .exactOptional()
        .describe('The digest of the version that an undo had removed before the hold.'),
    })
    .describe('The page is not written.'),
  z
    .strictObject({
      ...decided,
      kind: z.literal('overwrite'),
      fields: z.array(MergeField),
      seen: z.string().describe('A digest of the displayed version.'),
      only: z
        .literal('conflicts')
        .exactOptional()
        .describe('Only the parts of the mirrored block in conflict.'),
    })
    .describe('The partner’s text replaces these fields if the page is still as it was displayed.'),
  z
    .strictObject({
      ...decided,
      kind: z.literal('accept'),
      digest: z.string(),
      released: z.literal(true).exactOptional(),
    })
    .describe(
      'This version of the product is written although it is blank, or, if released, although an undo removed it.',
    ),
  z
    .strictObject({
      ...decided,
      kind: z.literal('skip'),
      digest: z.string(),
      reason: z.string(),
      fields: z
        .array(z.string())
        .exactOptional()
        .describe('Only these fields were undone. Each is written once the partner sends another value.'),
    })
    .describe('This version of the product is not written, because an undo removed it; the next one is.'),
])
export type PendingDecision = z.infer<typeof PendingDecision>
export type Hold = Extract<PendingDecision, { kind: 'hold' }>
type Accept = Extract<PendingDecision, { kind: 'accept' }>
export type Skip = Extract<PendingDecision, { kind: 'skip' }>

/** Why a run skips a held record. */
export function holdReason({ by, at, reason }: Hold): ReasonOf<'held'> {
  return { code: 'held', by, at, note: reason }
}

/** Why a page shows an earlier version since an undo. */
export function skipReason({ at, reason, fields }: Skip): ReasonOf<'skipped'> {
  return compact({ code: 'skipped', at, note: reason, fields })
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

/**
 * The partner's version if a page shows an older product, or older fields, since an undo; undefined if the page shows
 * this version.
 */
export function versionNotShown(version: Version): string | undefined {
  const { product, digest } = version
  const shows = digestOf(product) === digest && undoneIn(version)?.texts === undefined
  return digest === olderVersion || shows ? undefined : digest
}

type Version = { product: Product; digest: string; undone?: Undone | undefined }

/**
 * Whether a write carries out a pending decision other than a hold. After an undo the page shows an older product than
 * its version (`digest`) indicates. A write for another reason, such as a new template, does not change that.
 */
export function isCarriedOut(pending: PendingDecision, written: Version): boolean {
  const skips = skippedBy(pending)
  const fields = fieldsUndone(written)
  if (pending.kind === 'skip' && fields !== undefined)
    return digestOf([skips, pending.fields]) !== digestOf([written.digest, fields])
  if (skips !== undefined) return skips !== versionNotShown(written)
  if (pending.kind !== 'accept') return true
  return (
    written.digest === pending.digest &&
    (fields !== undefined || digestOf(written.product) === pending.digest)
  )
}

/** The decision that remains after a write carried out another one: some fields may still be undone. */
export function pendingAfter(pending: PendingDecision, written: Version): PendingDecision | undefined {
  const { digest } = written
  const fields = fieldsUndone(written)
  const undone = fields && written.undone
  if (undone === undefined) return undefined
  return isReleased(pending) ? { ...pending, digest } : skipOfUndo(undone.runId, undone.at, digest, fields)
}

/** The names of the fields that were undone, if the page shows all others of the partner's version. */
export function fieldsUndone(version: Version): string[] | undefined {
  const { product, texts = {} } = undoneIn(version) ?? {}
  const names = Object.keys({ ...product, ...texts }).sort()
  const { digest } = version
  return names.length > 0 && digestOf({ ...version.product, ...product }) === digest ? names : undefined
}

/** Whether a decision ends the undo of a record. */
export function isReleased(pending: PendingDecision | undefined): pending is Accept & { released: true } {
  return pending?.kind === 'accept' && pending.released === true
}

/** Whether a pending decision keeps the partner's version off the page. */
export function keepsAsItIs(pending: PendingDecision | undefined): pending is Hold | Skip {
  return pending?.kind === 'hold' || pending?.kind === 'skip'
}

/** The hold that keeps the next sync from repeating the changes that the undo of `runId` reverted; `at` in ISO 8601. */
export function holdOfUndo(runId: string, at: string, skips: string | undefined): PendingDecision {
  return compact({ at, by: 'undo', kind: 'hold', reason: reasonOfUndo(runId), skips })
}

/** Records why a page does not show the partner's version `digest`, or only some fields of it. */
export function skipOfUndo(runId: string, at: string, digest: string, fields?: string[]): PendingDecision {
  return compact({ at, by: 'undo', kind: 'skip', digest, reason: reasonOfUndo(runId), fields })
}

/** Whether the pending decision is from that undo and unchanged since. */
export function cameWithUndo(pending: PendingDecision, runId: string): boolean {
  return keepsAsItIs(pending) && pending.reason === reasonOfUndo(runId)
}

const reasonOfUndo = (runId: string): string => `undone with run ${runId}`
