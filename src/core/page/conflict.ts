import { findBlock } from '../markup/find-block.ts'
import { currentTexts } from './compose.ts'
import type { MergeField } from './merge.ts'
import type { Page, PageTexts } from './page.ts'
import type { RecordKey } from '../record/record.ts'

/** Fields of one page that an editor and the partner both changed, with all three texts, for a person to resolve. */
export type Conflict = {
  pageId: number
  link: string
  /** The run that found it, and when (ISO 8601). */
  runId: string
  at: string
  /** `inner` is the markup inside the mirrored block; `theirs` is empty if that block cannot be identified. */
  fields: { field: MergeField; base: string; theirs: string; ours: string }[]
  /** The state of the mirrored block, if it caused the conflict. */
  block?: 'missing' | 'duplicate' | 'broken'
}

/** The conflict about these fields of a page; undefined without fields. */
export function conflictOf(
  key: RecordKey,
  page: Page,
  fields: readonly MergeField[],
  { base, ours, ...met }: { base: PageTexts; ours: PageTexts } & Pick<Conflict, 'runId' | 'at'>,
): Conflict | undefined {
  if (fields.length === 0) return undefined
  const theirs = currentTexts(key, page)
  const { state } = findBlock(page.content, key)
  return {
    pageId: page.id,
    link: page.link,
    ...met,
    fields: fields.map((field) => ({
      field,
      base: String(base[field]),
      theirs: String(theirs[field] ?? ''),
      ours: String(ours[field]),
    })),
    ...(fields.includes('inner') && state !== 'ok' && { block: state }),
  }
}

/** The base texts after a person kept the editor's side: only the partner's next change is a conflict again. */
export function baseKept(base: PageTexts, conflict: Conflict): PageTexts {
  const kept = { ...base }
  for (const { field, ours } of conflict.fields) {
    if (field === 'featuredMedia') kept.featuredMedia = Number(ours)
    else kept[field] = ours
  }
  return kept
}
