import type { BlockCondition } from '../markup/block-condition.ts'
import type { Merge, MergeField } from '../merge/merge.ts'
import { nameOfField, namesOf } from '../merge/field-names.ts'
import type { UnitConflict } from '../merge/merge-units.ts'
import { resolveCommand, type PendingDecision } from './pending-decision.ts'
import type { RecordKey } from '../record/record.ts'
import { commandClause } from '../reasons/command.ts'

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

/** Explains how an editor's changes were merged and how to resolve conflicts; undefined if there are no changes. */
export function explainMerge(
  key: RecordKey,
  { merge, block, stale, pending, lacksImage }: Merged,
): string | undefined {
  const { conflicts, kept } = merge
  const told = block === 'ok' || block === 'unlocked'
  // A defect of the whole block is explained below instead of naming the block as a field.
  const fieldsOf = (fields: readonly MergeField[]): MergeField[] =>
    fields.filter((field) => told || field !== 'inner')
  const parts: string[] = []
  if (pending) for (const part of explainPending(pending.pending, pending.applies, merge)) parts.push(part)
  if (lacksImage && pending?.applies && pending.pending.fields.includes('featuredMedia'))
    parts.push('the partner’s image is missing, so the featured image was not overwritten')
  if (fieldsOf(conflicts).length > 0)
    parts.push(
      `editor and partner both changed ${partsOf(fieldsOf(conflicts), merge)}: the editor’s stays. ${commandClause(resolveCommand(key, 'keep', 'Resolve it'))} (or overwrite, hold)`,
    )
  if (merge.block?.conflicts.some(isWithheld))
    parts.push('the partner’s new text is not added if it replaces a part that the editor hid')
  if (fieldsOf(kept).length > 0) parts.push(`the editor changed ${partsOf(fieldsOf(kept), merge)}: kept`)
  if (conflicts.includes('inner') || kept.includes('inner') || block === 'unlocked')
    for (const part of explainBlock(key, block)) parts.push(part)
  if (stale) parts.push('an editor’s save restored an old version of the mirrored block: repaired')
  return parts.length > 0 ? parts.join('; ') : undefined
}

/** Such a conflict is new text of the partner that would show something an editor hid. */
function isWithheld({ base, theirs }: UnitConflict): boolean {
  return base === undefined && theirs === undefined
}

/** The names of fields; for a merged block, the number of parts in conflict. */
function partsOf(fields: readonly MergeField[], { block }: Merge): string {
  const count = block?.conflicts.length ?? 0
  const parts = count > 1 ? `${count} parts` : 'a part'
  return fields
    .map((field) => (field === 'inner' && block ? `${parts} of the mirrored block` : nameOfField(field)))
    .join(', ')
}

function explainPending(
  { by, at, fields, only }: Extract<PendingDecision, { kind: 'overwrite' }>,
  applies: boolean,
  { write, kept, conflicts }: Merge,
): string[] {
  const decided = `${by} decided on ${at.slice(0, 10)}`
  const written = fields.filter((field) => write[field] !== undefined)
  const left = only === 'conflicts' ? conflicts : [...kept, ...conflicts]
  if (!applies && fields.some((field) => left.includes(field)))
    return [`the page was changed after ${decided} to overwrite it: nothing was overwritten`]
  // An overwriting write with a lost reply may have landed before.
  if (!applies) return [`nothing of the editor is left in ${namesOf(fields)}, as ${decided}`]
  return written.length === 0 ? [] : [`${namesOf(written)} of the editor overwritten, as ${decided}`]
}

function explainBlock(key: RecordKey, block: BlockCondition): string[] {
  const overwrite = (lead: string): string => commandClause(resolveCommand(key, 'overwrite', lead))
  switch (block) {
    case 'ok':
      return []
    case 'unlocked':
      return ['an editor unlocked the mirrored block: its content is still updated']
    case 'emptied':
      return [`an editor emptied the mirrored block: it stays empty. ${overwrite('To fill it again')}`]
    case 'missing':
      return [
        `an editor removed the mirrored block: it is not added again. ${overwrite('To add it below the text')}`,
      ]
    case 'duplicate':
      return [
        `the page contains the mirrored block more than once, so none of them is changed. ${overwrite('Remove all except one in the editor, then')}`,
      ]
    case 'broken':
      return [
        `the mirrored block is broken, so it is not changed. ${overwrite('Restore it from the page’s revisions or remove it, then')}`,
      ]
  }
}
