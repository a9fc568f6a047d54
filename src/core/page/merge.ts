import type { PageTexts } from './page.ts'

export type MergeField = keyof PageTexts

/** The current texts of a page; `inner` is undefined if the mirrored block is missing, duplicated or broken. */
export type CurrentTexts = Omit<PageTexts, 'inner'> & { inner: string | undefined }

/** Whether two values of a field read the same, apart from the engine's own rewriting. */
export type SameField = (field: MergeField, a: PageTexts[MergeField], b: PageTexts[MergeField]) => boolean

export type Merge = {
  /** The fields to write. */
  write: Partial<PageTexts>
  /** Fields that only an editor changed: they stay. */
  kept: MergeField[]
  /** Fields that both changed: the editor's text stays. */
  conflicts: MergeField[]
}

/** What to do with fields that an editor changed: keep them, overwrite all of them, or overwrite those listed. */
export type OnEdit = 'keep' | 'overwrite' | readonly MergeField[]

export const mergeFields: readonly MergeField[] = ['title', 'excerpt', 'inner', 'featuredMedia']

/** The three sides of a merge. */
export type Sides = {
  /** What the CMS returned after our last write. */
  base: PageTexts
  current: CurrentTexts
  /** What we would write. */
  wanted: PageTexts
}

/** Three-way merge of a page: decides for each field whether an editor changed it. */
export function mergePage({ base, current, wanted }: Sides, onEdit: OnEdit, same: SameField): Merge {
  const merge: Merge = { write: {}, kept: [], conflicts: [] }
  for (const field of mergeFields) {
    const now = current[field]
    if (now !== undefined && same(field, now, wanted[field])) continue
    const edited = now === undefined || !same(field, now, base[field])
    if (!edited || givesWay(onEdit, field)) Object.assign(merge.write, { [field]: wanted[field] })
    else if (same(field, base[field], wanted[field])) merge.kept.push(field)
    else merge.conflicts.push(field)
  }
  return merge
}

function givesWay(onEdit: OnEdit, field: MergeField): boolean {
  return typeof onEdit === 'string' ? onEdit === 'overwrite' : onEdit.includes(field)
}
