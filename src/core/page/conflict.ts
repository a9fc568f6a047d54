import { seenDigest } from '../decisions/pending-decision.ts'
import { findBlock } from '../markup/find-block.ts'
import { currentTexts } from './compose.ts'
import type { Merge, MergeField } from './merge.ts'
import { mergeInner } from './merge-units.ts'
import type { Page, PageTexts } from './page.ts'
import { digestOf } from '../record/digest.ts'
import type { RecordKey } from '../record/record.ts'

/** Fields of one page that an editor and the partner both changed, with all three texts, for a person to resolve. */
export type Conflict = {
  pageId: number
  link: string
  /** The run that found it, and when (ISO 8601). */
  runId: string
  at: string
  /**
   * `inner` is a part of the mirrored block, one entry a part, "" on a side that does not have it; all of its markup
   * where the block could not be divided, or not be identified.
   */
  fields: { field: MergeField; base: string; theirs: string; ours: string }[]
  /** The mirrored block that the partner wants, where `fields` has parts of it. */
  wanted?: string
  /** `wanted` with the old version of the parts in conflict: where the merge began from then on. */
  mergeBase?: string
  /** The state of the mirrored block, if it caused the conflict. */
  block?: 'missing' | 'duplicate' | 'broken'
}

/** The conflicts of a merge with a page; undefined without any. */
export function conflictOf(
  key: RecordKey,
  page: Page,
  { conflicts, block }: Pick<Merge, 'conflicts' | 'block'>,
  { base, ours, ...met }: { base: PageTexts; ours: PageTexts } & Pick<Conflict, 'runId' | 'at'>,
): Conflict | undefined {
  if (conflicts.length === 0) return undefined
  const current = currentTexts(key, page)
  const { state } = findBlock(page.content, key)
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
              base: String(base[field]),
              theirs: String(current[field] ?? ''),
              ours: String(ours[field]),
            },
          ],
    ),
    ...(block && units.length > 0 && { wanted: ours.inner, mergeBase: block.base }),
    ...(conflicts.includes('inner') && state !== 'ok' && { block: state }),
  }
}

/** The fields in conflict, each once. */
export function fieldsInConflict({ fields }: Conflict): MergeField[] {
  return [...new Set(fields.map(({ field }) => field))]
}

/** The fields to overwrite, and a digest of their text at the time of the decision. */
export type SeenText = { fields: MergeField[]; seen: string; only?: 'conflicts' }

/** The editor's texts in a conflict; edits beside it are not meant. */
export function seenInConflict(conflict: Conflict): SeenText {
  const fields = fieldsInConflict(conflict)
  if (conflict.wanted === undefined) {
    const theirs = Object.fromEntries(conflict.fields.map((entry) => [entry.field, entry.theirs]))
    return { fields, seen: seenDigest(fields, theirs) }
  }
  const texts = conflict.fields.map(({ field, theirs }) => seenDigest([field], { [field]: theirs }))
  return { fields, seen: digestOf(texts), only: 'conflicts' }
}

/** The base texts after a person kept the editor's side: only the partner's next change is a conflict again. */
export function baseKept(base: PageTexts, { fields, wanted, mergeBase = base.inner }: Conflict): PageTexts {
  const kept = { ...base }
  for (const { field, ours } of fields) {
    if (field === 'featuredMedia') kept.featuredMedia = Number(ours)
    else kept[field] = ours
  }
  if (wanted === undefined) return kept
  // All other parts of the block have the partner's text already, as the engine stored it.
  const { inner } = mergeInner({ base: mergeBase, current: base.inner, wanted }, 'overwrite')
  return { ...kept, inner }
}
