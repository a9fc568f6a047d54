import {
  isMappedField,
  isShared,
  mappedIn,
  mappedText,
  type MappedField,
  type MappedValues,
} from '../record/mapped.ts'
import type { MergeField, PageTexts } from '../record/page.ts'
import { mergeSet } from './merge-sets.ts'
import { isRestyled, mergeInner, type GiveWay, type UnitMerge } from './merge-units.ts'

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
export type Overwrite = {
  fields: readonly MergeField[] | 'all'
  except?: MergeField
  only?: 'conflicts' | 'changed' | undefined
}

const fixedFields = ['title', 'excerpt', 'inner', 'featuredMedia'] as const

/** The fields of a page: those that every page has, then the mapped ones, by name. */
export function fieldsIn(texts: MappedValues): MergeField[] {
  return [...fixedFields, ...Object.keys(texts).filter(isMappedField).sort()]
}

/** Our version of exactly the mapped fields of `wanted`; a field that we never wrote is null. */
export function alignedTo(base: PageTexts, wanted: PageTexts): PageTexts {
  const names = Object.keys(mappedIn(wanted)) as MappedField[]
  const mapped = names.map((field) => [field, base[field] ?? null])
  const { title, excerpt, inner, featuredMedia } = base
  return { title, excerpt, inner, featuredMedia, ...Object.fromEntries(mapped) }
}

/** The wanted fields as our version of a page without any of the mapped ones. */
export function neverWritten(wanted: PageTexts): PageTexts {
  const { title, excerpt, inner, featuredMedia } = wanted
  return alignedTo({ title, excerpt, inner, featuredMedia }, wanted)
}

/** Our version after a write of `wanted`, for fields that an editor's version does not show: a shared set is ours. */
export function oursAfterWrite(base: PageTexts, wanted: PageTexts): PageTexts {
  const sets = Object.entries(mappedIn(wanted)).filter(([, value]) => isShared(value))
  return { ...alignedTo(base, wanted), ...Object.fromEntries(sets) }
}

/** The editor's version gives way only where our write has a change. */
export const overwriteChanged: Overwrite = { fields: 'all', only: 'changed' }

/** Leaves out the image, for a product whose image is not available: nothing could replace the editor's. */
export function exceptImage(onEdit: OnEdit): OnEdit {
  if (onEdit === 'keep') return onEdit
  return { ...ruleOf(onEdit), except: 'featuredMedia' }
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
  for (const field of fieldsIn(wanted)) {
    const stands = current[field]
    const wants = wanted[field]
    if (isShared(wants)) {
      const set = mergeSet(base[field], stands, wants)
      if (!same(field, stands, set)) Object.assign(merge.write, { [field]: set })
      if (!same(field, set, wants)) merge.kept.push(field)
      continue
    }
    const isChanged = (): boolean => !same(field, base[field], wants)
    if (stands === undefined && isMappedField(field)) {
      // The CMS does not return this field, which is not an editor's change. The check of the write reports it.
      if (isChanged()) Object.assign(merge.write, { [field]: wants })
      continue
    }
    const now = field === 'inner' ? (restored ?? stands) : stands
    const inner = { base: base.inner, current: mappedText(now), wanted: wanted.inner }
    const isStyled = field === 'inner' && now !== undefined && isRestyled(inner)
    if (!isStyled && stands !== undefined && same(field, stands, wants)) continue
    const isOurs =
      !isStyled && now !== undefined && [base, wanted].some((texts) => same(field, now, texts[field]))
    const isInner = field === 'inner' && now !== undefined && !same(field, now, '')
    if (isOurs || (isOverwritten(rule, field, isChanged) && !isInner))
      Object.assign(merge.write, { [field]: wants })
    // An emptied block has no parts left to merge.
    else if (isInner) {
      const mode = modeOf(rule)
      const { inner: merged, kept, ...block } = mergeInner(inner, mode)
      if (kept || mode !== 'wanted') merge.block = { inner: merged, ...block }
      if (!same(field, mappedText(stands), merged)) merge.write.inner = merged
      if (block.conflicts.length > 0) merge.conflicts.push('inner')
      else if (kept) merge.kept.push('inner')
    } else if (!isChanged() || keepsBlock(rule, field)) merge.kept.push(field)
    else merge.conflicts.push(field)
  }
  return merge
}

function ruleOf(onEdit: OnEdit): Overwrite {
  if (onEdit === 'keep') return { fields: [] }
  return onEdit === 'overwrite' ? { fields: 'all' } : onEdit
}

function covers({ fields, except }: Overwrite, field: MergeField): boolean {
  return (fields === 'all' || fields.includes(field)) && field !== except
}

const modes = { conflicts: 'overwrite', changed: 'changed' } as const

function modeOf(rule: Overwrite): GiveWay {
  if (!covers(rule, 'inner')) return 'keep'
  const { only } = rule
  return only === undefined ? 'wanted' : modes[only]
}

function isOverwritten(rule: Overwrite, field: MergeField, isChanged: () => boolean): boolean {
  const { only } = rule
  if (only === 'changed' && !isChanged()) return false
  return covers(rule, field) && (field !== 'inner' || only === undefined)
}

/** Whether a block that an editor emptied or removed stays that way without a conflict. */
function keepsBlock({ only }: Overwrite, field: MergeField): boolean {
  return field === 'inner' && only === 'changed'
}
