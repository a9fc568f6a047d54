import type { PageStatus, PageWriteBody, SeoMeta } from '../../contracts/cms/page.ts'
import { isDressed } from '../markup/dress.ts'
import { hasFilteredJsonLd, unfiltered } from '../markup/json-ld.ts'
import { innerOf, type BlockSearch } from '../markup/find-block.ts'
import { wrapBlock } from '../markup/wrap-block.ts'
import {
  fieldsIn,
  mergePage,
  type CurrentTexts,
  type Merge,
  type MergedBlock,
  type OnEdit,
} from '../merge/merge-fields.ts'
import { bodyOf, sameField } from '../merge/page-fields.ts'
import { isShared, mappedIn, withoutEmpty, type MappedValues } from '../record/mapped.ts'
import { dressStale, mergeInner } from '../merge/merge-units.ts'
import type { PageTexts, MergeField } from '../record/page.ts'
import { digestToken, isMarkedWaiting, replaceBlock, withoutDigests } from '../merge/text-digests.ts'
import { factsDigest, factsOf, sameFacts } from '../markup/visible-content.ts'
import { slugOf, type RecordKey } from '../record/record.ts'
import { compact } from '../../lib/compact.ts'
import type { MirroredPage } from './mirrored-page.ts'

export function blockOf(key: RecordKey, texts: PageTexts, waits = false): string {
  return wrapBlock(key, texts.inner, digestToken(texts, waits))
}

/**
 * Only a page has a `parent`, and only a post gets `meta` for search engines. `once`: fields that are written only now.
 * `waits`: the page is a draft that the mirror will publish.
 */
export type Place = { slug?: string; parent?: number; meta?: SeoMeta; once?: MappedValues; waits?: boolean }

/** The body that creates a record's page. WordPress refuses some empty values, so empty fields are omitted. */
export function composeCreate(
  key: RecordKey,
  texts: PageTexts,
  status: PageStatus,
  { slug = slugOf(key), parent, meta, once = {}, waits }: Place,
): PageWriteBody {
  const { title, excerpt, featuredMedia } = texts
  const body = bodyOf({ title, excerpt, featuredMedia, ...withoutEmpty({ ...once, ...mappedIn(texts) }) })
  return compact({
    slug,
    status,
    parent,
    ...body,
    content: blockOf(key, texts, waits),
    meta: meta || body.meta ? { ...meta, ...body.meta } : undefined,
  })
}

export type ComposedUpdate = {
  body: PageWriteBody
  merge: Merge
  /** Whether the block could be identified. */
  block: BlockSearch['state']
  /** An editor's save restored an old version of the block, or removed the tags of its JSON-LD. */
  stale?: true
}

/** Our last writes to a page; `past` and `shown` identify a stale block (see `staleBlock`). */
export type Written = {
  base: PageTexts
  past?: readonly string[] | undefined
  /** The mirrored block after our write, if it contained an editor's changes. */
  shown?: string | undefined
}

/**
 * Our side of a merge. `notOurs`: our earlier values of the wanted fields that contain an editor's text. `rewrite`: the
 * shown content is written again. `waits`: the page is a draft that the mirror will publish; undefined if it never was.
 */
export type OurTexts = Written & {
  wanted: PageTexts
  notOurs?: Partial<PageTexts>
  rewrite?: boolean
  waits?: boolean | undefined
}

/**
 * The body that updates a current page to the wanted fields and keeps an editor's changes; empty if nothing changes.
 * Every write of text also updates the digests in the block, so they always match the page.
 */
export function composeUpdate(
  mirrored: MirroredPage,
  { wanted, notOurs, rewrite = false, waits, ...written }: OurTexts,
  onEdit: OnEdit,
): ComposedUpdate {
  const { key, page, block: found } = mirrored
  const current = currentTexts(mirrored)
  const { base, shown = base.inner } = written
  const stale = staleBlock(mirrored, written)
  const restored = stale ? restoredBlock(String(current.inner), { ...written, shown }) : undefined
  const merge = mergePage({ base, current, wanted }, onEdit, sameField, restored)
  if (found.state === 'duplicate' || found.state === 'broken') leaveInner(merge)
  const { inner } = merge.write
  const body = bodyOf(merge.write)
  const ours = { ...oursAfter(merge, { base, wanted }), ...notOurs }
  if (found.state !== 'ok') {
    if (inner !== undefined) body.content = appendBlock(key, page.content, { ...ours, inner })
  } else if (rewrite || isMarkedWrongly(page.content, found, waits) || Object.keys(merge.write).length > 0) {
    const left = merge.block !== undefined || [...merge.kept, ...merge.conflicts].includes('inner')
    const again = rewrite && !left ? wanted.inner : innerOf(page.content, found)
    const content = replaceBlock(page.content, found, { inner: inner ?? again, ours, waits })
    if (content !== page.content) body.content = content
  }
  return {
    body,
    merge,
    block: found.state,
    ...(stale && { stale }),
  }
}

function isMarkedWrongly(
  content: string,
  block: Parameters<typeof isMarkedWaiting>[1],
  waits: boolean | undefined,
): boolean {
  return waits !== undefined && isMarkedWaiting(content, block) !== waits
}

/** The body that adopts a foreign page for a record: its content stays, and the block is added below. */
export function composeAdoption({ key, page }: MirroredPage, wanted: PageTexts): PageWriteBody {
  return { content: appendBlock(key, page.content, wanted) }
}

function appendBlock(key: RecordKey, content: string, texts: PageTexts): string {
  return (content === '' ? '' : `${content}\n\n`) + blockOf(key, texts)
}

/** The fields that count as ours after a merge; a field in conflict keeps our old version. */
function oursAfter(
  { conflicts, block }: Merge,
  { base, wanted }: { base: PageTexts; wanted: PageTexts },
): PageTexts {
  const left = conflicts.map((field) => [field, base[field]])
  return { ...wanted, ...Object.fromEntries(left), ...(block && { inner: block.base }) }
}

/** The current values of a page's mirrored fields. */
export function currentTexts({ page, inner }: Pick<MirroredPage, 'page' | 'inner'>): CurrentTexts {
  const { title, excerpt, featuredMedia, mapped } = page
  return { title, excerpt, featuredMedia, inner, ...mapped }
}

/** The block before an editor's stale or filtered save. */
function restoredBlock(inner: string, { base, past = [], shown }: Written & { shown: string }): string {
  const whole = unfiltered(inner)
  const isOlder = !sameFacts(whole, shown) && past.includes(factsDigest(whole))
  return (isOlder ? dressStale(whole, { base: base.inner, shown }) : undefined) ?? whole
}

/**
 * Whether the block is an older version of ours. This happens if an editor had the page open during our write and saved
 * the old block again. It counts as an edit only if the editor also hid or styled something that the new block no
 * longer contains. `past` holds the digests of earlier versions. A save by an editor without the right to write scripts
 * also counts, because it shows our JSON-LD as text.
 */
export function staleBlock(
  { inner }: MirroredPage,
  { base, past = [], shown = base.inner }: Written,
): boolean {
  if (inner !== undefined && hasFilteredJsonLd(inner)) return true
  if (past.length === 0) return false
  if (inner === undefined || sameFacts(inner, shown)) return false
  // An editor emptied this block, even if an early version of ours was empty too.
  if (factsOf(inner).length === 0 || !past.includes(factsDigest(inner))) return false
  return dressStale(inner, { base: base.inner, shown }) !== undefined
}

const keptVersions = 10

/** The digests that identify stale blocks after `inner` replaced `before`: newest first, at most ten. */
export function pastAfter(before: Written | undefined, inner: string): string[] {
  if (before === undefined) return []
  const { base, past = [], shown = base.inner } = before
  if (shown === inner) return [...past]
  const now = factsDigest(inner)
  return [...new Set([factsDigest(shown), factsDigest(base.inner), ...past])]
    .filter((digest) => digest !== now)
    .slice(0, keptVersions)
}

/** Not even `overwrite` may guess which block to replace if several match or the block is broken. */
function leaveInner(merge: Merge): void {
  if (merge.write.inner === undefined) return
  delete merge.write.inner
  merge.conflicts.push('inner')
}

/**
 * The fields that the CMS returned after a write, as the base of the next merge. Fields left to an editor keep their
 * old base, so that the edit is still recognised. In a merged `block`, only the parts in conflict keep it. A shared set
 * keeps our entries only.
 */
export function baseAfter(
  mirrored: MirroredPage,
  before: PageTexts,
  { left, block }: { left: readonly MergeField[]; block?: MergedBlock | undefined },
): PageTexts {
  const inner = innerAfter(mirrored, before.inner)
  const now = currentTexts({ page: mirrored.page, inner })
  const base = { ...before }
  for (const field of fieldsIn(before)) {
    const keeps = left.includes(field) || isShared(before[field]) || now[field] === undefined
    if (!keeps) Object.assign(base, { [field]: now[field] })
  }
  return block === undefined ? base : { ...base, inner: baseOfBlock(block, inner) }
}

/** The mirrored block as a page shows it, if an editor changed our part of it. */
export function shownOn({ inner }: MirroredPage, { inner: ours }: PageTexts): { shown?: string } {
  return inner === undefined || isAsLeft(inner, ours) ? {} : { shown: inner }
}

/** Adopts the CMS's rewriting of our parts of a merged block; the editor's parts stay out of the base. */
function baseOfBlock({ inner: sent, base }: MergedBlock, stored: string): string {
  return mergeInner({ base: sent, current: base, wanted: stored }, 'keep').inner
}

function innerAfter(mirrored: MirroredPage, before: string): string {
  const { key, page } = mirrored
  // Most creates are returned byte for byte, and a comparison is much cheaper than a search for the block.
  if (withoutDigests(page.content) === wrapBlock(key, before)) return before
  return mirrored.inner ?? before
}

/** Whether a page is unchanged since our last write, with nothing added around the mirrored block. */
export function isUntouched(mirrored: MirroredPage, base: PageTexts): boolean {
  const { page, block: found } = mirrored
  if (found.state !== 'ok') return false
  const around = page.content.slice(0, found.start) + page.content.slice(found.end)
  if (around.trim() !== '') return false
  const { merge } = composeUpdate(mirrored, { base, wanted: base }, 'keep')
  return merge.kept.length === 0
}

/** Whether the mirrored block contains only our content, without an editor's styling, hiding and notes. */
export function isAsLeft(inner: string, ours: string): boolean {
  return sameFacts(inner, ours) && !isDressed(ours, inner)
}
