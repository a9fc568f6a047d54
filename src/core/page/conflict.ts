import { z } from 'zod'
import { seenDigest } from '../merge/seen-digest.ts'
import { composeUpdate, currentTexts } from './compose.ts'
import type { Merge } from '../merge/merge-fields.ts'
import { rowOf } from '../merge/page-fields.ts'
import { mergeInner } from '../merge/merge-units.ts'
import { type PageTexts, MergeField } from '../record/page.ts'
import { digestOf } from '../text/digest.ts'
import type { MirroredPage } from './mirrored-page.ts'

/** Fields of one page that both the editor and the partner changed, with all three versions, to be resolved. */
export const Conflict = z.strictObject({
  pageId: z.int(),
  link: z.string(),
  runId: z.string().describe('The run that found it.'),
  at: z.string().describe('When it was found, ISO 8601.'),
  fields: z
    .array(z.strictObject({ field: MergeField, base: z.string(), theirs: z.string(), ours: z.string() }))
    .describe(
      'The last version of the mirror, the editor’s and the partner’s. Each part of the mirrored block in conflict is one `inner` entry, "" on a side that does not have it. If the block could not be divided or identified, the entry is its whole markup.',
    ),
  wanted: z
    .string()
    .exactOptional()
    .describe('The mirrored block that the partner wants, if `fields` contains parts of it.'),
  mergeBase: z
    .string()
    .exactOptional()
    .describe('`wanted` with the old version of the parts in conflict: the base of the merges that follow.'),
  block: z
    .enum(['missing', 'duplicate', 'broken'])
    .exactOptional()
    .describe('The state of the mirrored block, if it caused the conflict.'),
})
export type Conflict = z.infer<typeof Conflict>

/** The conflicts of a merge with a page; undefined if there are none. */
export function conflictOf(
  mirrored: MirroredPage,
  { conflicts, block }: Pick<Merge, 'conflicts' | 'block'>,
  { base, ours, ...met }: { base: PageTexts; ours: PageTexts } & Pick<Conflict, 'runId' | 'at'>,
): Conflict | undefined {
  if (conflicts.length === 0) return undefined
  const {
    page,
    block: { state },
  } = mirrored
  const current = currentTexts(mirrored)
  const units = block?.conflicts ?? []
  return {
    pageId: page.id,
    link: page.link,
    ...met,
    fields: conflicts.flatMap((field) =>
      field === 'inner' && units.length > 0
        ? units.map(({ base: before = '', theirs = '', ours: partner = '' }) => ({
            field,
            base: before,
            theirs,
            ours: partner,
          }))
        : [
            {
              field,
              base: rowOf(field).text(base[field]),
              theirs: rowOf(field).text(current[field]),
              ours: rowOf(field).text(ours[field]),
            },
          ],
    ),
    ...(block && units.length > 0 && { wanted: ours.inner, mergeBase: block.base }),
    ...(conflicts.includes('inner') && state !== 'ok' && { block: state }),
  }
}

/**
 * A conflict as the page shows it after our write: a plug-in may have rewritten the editor's text with ours. The same
 * parts stay in conflict.
 */
export function conflictAsStored(mirrored: MirroredPage, conflict: Conflict, ours: Written): Conflict {
  const { base, wanted } = ours
  const { runId, at } = conflict
  const { merge } = composeUpdate(mirrored, ours, 'keep')
  const stored = conflictOf(mirrored, merge, { base, ours: wanted, runId, at })
  return stored !== undefined && partsIn(stored) === partsIn(conflict) ? stored : conflict
}

type Written = Parameters<typeof composeUpdate>[1]

function partsIn({ fields }: Conflict): string {
  return digestOf(fields.map(({ field, ours }) => ({ field, ours })))
}

export function fieldsInConflict({ fields }: Conflict): MergeField[] {
  return [...new Set(fields.map(({ field }) => field))]
}

/** The fields to overwrite, and a digest of their text at the time of the decision. */
export type SeenText = { fields: MergeField[]; seen: string; only?: 'conflicts' }

/** The editor's side of a conflict, without edits outside it. */
export function seenInConflict(conflict: Conflict): SeenText {
  const fields = fieldsInConflict(conflict)
  if (conflict.wanted === undefined) {
    const theirs = Object.fromEntries(conflict.fields.map((entry) => [entry.field, entry.theirs]))
    return { fields, seen: seenDigest(fields, theirs) }
  }
  const texts = conflict.fields.map(({ field, theirs }) => seenDigest([field], { [field]: theirs }))
  return { fields, seen: digestOf(texts), only: 'conflicts' }
}

/** The base fields after an operator kept the editor's side: only the partner's next change is a conflict again. */
export function baseKept(base: PageTexts, { fields, wanted, mergeBase = base.inner }: Conflict): PageTexts {
  const kept = { ...base }
  for (const { field, ours } of fields) {
    Object.assign(kept, { [field]: rowOf(field).parse(ours, kept[field]) })
  }
  if (wanted === undefined) return kept
  // All other parts of the block already have the partner's text, as the CMS stored it.
  const { inner } = mergeInner({ base: mergeBase, current: base.inner, wanted }, 'overwrite')
  return { ...kept, inner }
}
