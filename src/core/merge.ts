import type { PageTexts } from './page.ts'

export type MergeField = keyof PageTexts

/** Whether two values of a field say the same to a reader, whatever the engine's own rewriting did to them. */
export type SameField = (field: MergeField, a: PageTexts[MergeField], b: PageTexts[MergeField]) => boolean

export type Merge = {
  /** The fields to write. */
  write: Partial<PageTexts>
  /** Fields that an editor changed and the partner did not, or not now: left as they are. */
  kept: MergeField[]
  /** Fields that both changed: left to the editor. */
  conflicts: MergeField[]
}

const fields: readonly MergeField[] = ['title', 'excerpt', 'inner', 'featuredMedia']

/**
 * Three-way merge of a page. `base` is what the CMS gave back after our last write, `current` what it holds now
 * (`inner` undefined: the mirrored block is gone, doubled or broken), `wanted` what we would write.
 */
export function mergePage(
  base: PageTexts,
  current: Omit<PageTexts, 'inner'> & { inner: string | undefined },
  wanted: PageTexts,
  onEdit: 'keep' | 'overwrite',
  same: SameField,
): Merge {
  const merge: Merge = { write: {}, kept: [], conflicts: [] }
  for (const field of fields) {
    const now = current[field]
    if (now !== undefined && same(field, now, wanted[field])) continue
    const edited = now === undefined || !same(field, now, base[field])
    if (!edited || onEdit === 'overwrite') Object.assign(merge.write, { [field]: wanted[field] })
    else if (same(field, base[field], wanted[field])) merge.kept.push(field)
    else merge.conflicts.push(field)
  }
  return merge
}
