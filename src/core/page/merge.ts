import type { PageTexts } from './page.ts'

export type MergeField = keyof PageTexts

/** What a page says now; `inner` is undefined where the mirrored block is gone, doubled or broken. */
export type CurrentTexts = Omit<PageTexts, 'inner'> & { inner: string | undefined }

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

/** What becomes of a field that an editor changed: `overwrite` gives up all of these, a list only those named. */
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
