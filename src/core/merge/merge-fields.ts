import { isRestyled, mergeInner, type GiveWay, type UnitMerge } from './merge-units.ts'
import type { z } from 'zod'
import { PageTexts } from '../record/page.ts'

/** A field that the mirror and editors may both change. */
export const MergeField = PageTexts.keyof()
export type MergeField = z.infer<typeof MergeField>

/** The current fields of a page; `inner` is undefined if the mirrored block is missing, duplicated or broken. */
export type CurrentTexts = Omit<PageTexts, 'inner'> & { inner: string | undefined }

/** Whether two values of a field are equal, apart from the CMS's own rewriting. */
export type SameField = (field: MergeField, a: PageTexts[MergeField], b: PageTexts[MergeField]) => boolean

export type Merge = {
  write: Partial<PageTexts>
  /** Fields that only an editor changed: they stay. */
  kept: MergeField[]
  /** Fields that both sides changed: the editor's version stays. */
  conflicts: MergeField[]
  /** The result of merging an edited mirrored block. */
  block?: MergedBlock
}

/** The merged content of the mirrored block, our base for the next merge, and the parts that both sides changed. */
export type MergedBlock = Pick<UnitMerge, 'inner' | 'base' | 'conflicts'>

/** How to treat fields that an editor changed: keep them, overwrite all of them, or overwrite the listed ones. */
export type OnEdit = 'keep' | 'overwrite' | Overwrite

/**
 * `only`: the parts of the mirrored block that only an editor changed stay. With `changed`, fields that only an editor
 * changed stay too, as do hidden parts and a block that an editor emptied or removed.
 */
export type Overwrite = { fields: readonly MergeField[]; only?: 'conflicts' | 'changed' | undefined }

export const mergeFields: readonly MergeField[] = MergeField.options

/** The editor's version gives way only where our write has a change. */
export const overwriteChanged: Overwrite = { fields: mergeFields, only: 'changed' }

/** Leaves out the image, for a product whose image is not available: nothing could replace the editor's. */
export function exceptImage(onEdit: OnEdit): OnEdit {
  if (onEdit === 'keep') return onEdit
  const { fields, ...rest } = onEdit === 'overwrite' ? { fields: mergeFields } : onEdit
  return { ...rest, fields: fields.filter((field) => field !== 'featuredMedia') }
}

export type Sides = {
  /** The fields that the CMS returned after our last write, without editors' changes. */
  base: PageTexts
  current: CurrentTexts
  wanted: PageTexts
}

/**
 * Three-way merge of a page, field by field, and unit by unit within the mirrored block. `restored` is the block before
 * an editor's stale save.
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
    if (isOurs || (isOverwritten(rule, field, isChanged) && !isInner))
      Object.assign(merge.write, { [field]: wanted[field] })
    // An emptied block has no parts left to merge.
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

function ruleOf(onEdit: OnEdit): Overwrite {
  if (onEdit === 'keep') return { fields: [] }
  return onEdit === 'overwrite' ? { fields: mergeFields } : onEdit
}

const modes = { conflicts: 'overwrite', changed: 'changed' } as const

function modeOf({ fields, only }: Overwrite): GiveWay {
  if (!fields.includes('inner')) return 'keep'
  return only === undefined ? 'wanted' : modes[only]
}

function isOverwritten({ fields, only }: Overwrite, field: MergeField, isChanged: () => boolean): boolean {
  if (only === 'changed' && !isChanged()) return false
  return fields.includes(field) && (field !== 'inner' || only === undefined)
}

/** Whether a block that an editor emptied or removed stays that way without a conflict. */
function keepsBlock({ only }: Overwrite, field: MergeField): boolean {
  return field === 'inner' && only === 'changed'
}
