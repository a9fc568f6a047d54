import type { MergeField } from '../record/page.ts'
import type { BlockCondition } from '../markup/block-condition.ts'
import type { Merge } from '../merge/merge-fields.ts'
import type { UnitConflict } from '../merge/merge-units.ts'
import type { PendingDecision } from './pending-decision.ts'
import type { ReasonOf, SimpleReason } from '../reasons/reason.ts'

/** A merge, and the circumstances that its explanation mentions. */
export type Merged = {
  merge: Merge
  block: BlockCondition
  /** An editor's save restored an old version of the block. */
  stale?: boolean | undefined
  /** A decision about the page, and whether the page is unchanged since. */
  pending?: { pending: Extract<PendingDecision, { kind: 'overwrite' }>; applies: boolean } | undefined
  /** The product's image is not available. */
  lacksImage?: boolean | undefined
}

/** How an editor's changes were merged, and which of them are in conflict; empty without changes. */
export function mergeReasons({ merge, block, stale, pending, lacksImage }: Merged): SimpleReason[] {
  const { conflicts, kept } = merge
  const isIntact = block === 'ok' || block === 'unlocked'
  // A defect of the whole block is a separate reason instead of a field.
  const fieldsOf = (fields: readonly MergeField[]): MergeField[] =>
    fields.filter((field) => isIntact || field !== 'inner')
  const reasons: SimpleReason[] = []
  if (pending) for (const one of overwriteReasons(pending.pending, pending.applies, merge)) reasons.push(one)
  if (lacksImage && pending?.applies && pending.pending.fields.includes('featuredMedia'))
    reasons.push({ code: 'image-missing' })
  if (fieldsOf(conflicts).length > 0)
    reasons.push({ code: 'conflict', fields: fieldsOf(conflicts), ...partsOf(merge) })
  if (merge.block?.conflicts.some(isWithheld)) reasons.push({ code: 'withheld' })
  if (fieldsOf(kept).length > 0) reasons.push({ code: 'edited', fields: fieldsOf(kept), ...partsOf(merge) })
  if (block !== 'ok' && (conflicts.includes('inner') || kept.includes('inner') || block === 'unlocked'))
    reasons.push({ code: 'block', block })
  if (stale) reasons.push({ code: 'stale-block' })
  return reasons
}

/** Such a conflict is new text of the partner that would show something an editor hid. */
function isWithheld({ base, theirs }: UnitConflict): boolean {
  return base === undefined && theirs === undefined
}

/** The number of parts of a merged block in conflict. */
function partsOf({ block }: Merge): { parts?: number } {
  return block === undefined ? {} : { parts: Math.max(block.conflicts.length, 1) }
}

function overwriteReasons(
  { by, at, fields, only }: Extract<PendingDecision, { kind: 'overwrite' }>,
  applies: boolean,
  { write, kept, conflicts }: Merge,
): ReasonOf<'overwritten' | 'overwrite-outdated' | 'nothing-to-overwrite'>[] {
  const written = fields.filter((field) => write[field] !== undefined)
  const remaining = only === 'conflicts' ? conflicts : [...kept, ...conflicts]
  if (!applies && fields.some((field) => remaining.includes(field)))
    return [{ code: 'overwrite-outdated', by, at }]
  // An overwriting write with a lost reply may have landed before.
  if (!applies) return [{ code: 'nothing-to-overwrite', fields, by, at }]
  return written.length === 0 ? [] : [{ code: 'overwritten', fields: written, by, at }]
}
