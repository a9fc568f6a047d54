import { isRestyled, mergeInner, type GiveWay, type UnitMerge } from './merge-units.ts'
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
  /** The mirrored block after a merge with an editor's. */
  block?: MergedBlock
}

/** What the mirrored block is to say after a merge, what the next merge takes for ours, and the parts both changed. */
export type MergedBlock = Pick<UnitMerge, 'inner' | 'base' | 'conflicts'>

/** What to do with fields that an editor changed: keep them, overwrite all of them, or those that a person named. */
export type OnEdit = 'keep' | 'overwrite' | Overwrite

/**
 * `only`: the parts of the mirrored block that an editor alone changed stay. With `changed` so do fields that only an
 * editor changed, hidden parts, and a block that an editor emptied or removed.
 */
export type Overwrite = { fields: readonly MergeField[]; only?: 'conflicts' | 'changed' | undefined }

export const mergeFields: readonly MergeField[] = ['title', 'excerpt', 'inner', 'featuredMedia']

/** Only what a write is for gives way. */
export const overwriteChanged: Overwrite = { fields: mergeFields, only: 'changed' }

/** The same for a product whose image is not available: there is none to replace an editor's. */
export function exceptImage(onEdit: OnEdit): OnEdit {
  if (onEdit === 'keep') return onEdit
  const { fields, ...rest } = onEdit === 'overwrite' ? { fields: mergeFields } : onEdit
  return { ...rest, fields: fields.filter((field) => field !== 'featuredMedia') }
}

/** The three sides of a merge. */
export type Sides = {
  /** What the CMS returned after our last write, without what editors made of it. */
  base: PageTexts
  current: CurrentTexts
  /** What we would write. */
  wanted: PageTexts
}

/**
 * Three-way merge of a page. Decides for each field whether an editor changed it, and for the mirrored block unit by
 * unit. `restored` is the block before an editor's save put an older one of ours back.
 */
export function mergePage(
  { base, current, wanted }: Sides,
  onEdit: OnEdit,
  same: SameField,
  restored?: string,
): Merge {
  const merge: Merge = { write: {}, kept: [], conflicts: [] }
  const rule = ruleOf(onEdit)
  for (const field of mergeFields) {
    const stands = current[field]
    const now = field === 'inner' ? (restored ?? stands) : stands
    const inner = { base: base.inner, current: String(now), wanted: wanted.inner }
    const isStyled = field === 'inner' && now !== undefined && isRestyled(inner)
    if (!isStyled && stands !== undefined && same(field, stands, wanted[field])) continue
    const isOurs =
      !isStyled && now !== undefined && [base, wanted].some((texts) => same(field, now, texts[field]))
    const isInner = field === 'inner' && now !== undefined && !same(field, now, '')
    const isChanged = (): boolean => !same(field, base[field], wanted[field])
    if (isOurs || (givesWay(rule, field, isChanged) && !isInner))
      Object.assign(merge.write, { [field]: wanted[field] })
    // Of an emptied block no part is left to merge with.
    else if (isInner) {
      const mode = modeOf(rule)
      const { inner: merged, kept, ...block } = mergeInner(inner, mode)
      if (kept || mode !== 'wanted') merge.block = { inner: merged, ...block }
      if (!same(field, String(stands), merged)) merge.write.inner = merged
      if (block.conflicts.length > 0) merge.conflicts.push('inner')
      else if (kept) merge.kept.push('inner')
    } else if (!isChanged() || keepsBlock(rule, field)) merge.kept.push(field)
    else merge.conflicts.push(field)
  }
  return merge
}

/** As the fields that give way. */
function ruleOf(onEdit: OnEdit): Overwrite {
  if (onEdit === 'keep') return { fields: [] }
  return onEdit === 'overwrite' ? { fields: mergeFields } : onEdit
}

const modes = { conflicts: 'overwrite', changed: 'changed' } as const

function modeOf({ fields, only }: Overwrite): GiveWay {
  if (!fields.includes('inner')) return 'keep'
  return only === undefined ? 'wanted' : modes[only]
}

function givesWay({ fields, only }: Overwrite, field: MergeField, isChanged: () => boolean): boolean {
  if (only === 'changed' && !isChanged()) return false
  return fields.includes(field) && (field !== 'inner' || only === undefined)
}

/** Whether a block that an editor emptied or removed stays so without a conflict. */
function keepsBlock({ only }: Overwrite, field: MergeField): boolean {
  return field === 'inner' && only === 'changed'
}
