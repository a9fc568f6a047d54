import type { PageStatus, PageWriteBody } from '../contracts/cms/page.ts'
import { findBlock, innerOf, replaceInner } from './block/find.ts'
import { wrapBlock } from './block/wrap.ts'
import { mergePage, type Merge, type MergeField, type SameField } from './merge.ts'
import type { Page, PageTexts } from './page.ts'
import { sameFacts, sameText } from './facts.ts'
import { slugOf, type RecordKey } from './record.ts'

/** The body that creates a record's page. */
export function composeCreate(
  key: RecordKey,
  texts: PageTexts,
  status: PageStatus,
  parent: number,
): PageWriteBody {
  return {
    slug: slugOf(key),
    status,
    parent,
    title: texts.title,
    excerpt: texts.excerpt,
    content: wrapBlock(key, texts.inner),
    featured_media: texts.featuredMedia,
  }
}

export type ComposedUpdate = { body: PageWriteBody; merge: Merge; note?: string }

/** The body that brings a standing page to the wanted texts, keeping what an editor did; empty: nothing to write. */
export function composeUpdate(
  key: RecordKey,
  page: Page,
  base: PageTexts,
  wanted: PageTexts,
  onEdit: 'keep' | 'overwrite',
): ComposedUpdate {
  const found = findBlock(page.content, key)
  const inner = found.state === 'ok' ? innerOf(page.content, found) : undefined
  const current = { title: page.title, excerpt: page.excerpt, featuredMedia: page.featuredMedia, inner }
  const merge = mergePage(base, current, wanted, onEdit, sameField)
  if (found.state === 'duplicate' || found.state === 'broken') leaveInner(merge)
  const { title, excerpt, featuredMedia, inner: newInner } = merge.write
  const body: PageWriteBody = {
    ...(title !== undefined && { title }),
    ...(excerpt !== undefined && { excerpt }),
    ...(featuredMedia !== undefined && { featured_media: featuredMedia }),
  }
  if (newInner !== undefined) {
    if (found.state === 'ok') body.content = replaceInner(page.content, found, newInner)
    else if (found.state === 'missing')
      body.content = (page.content === '' ? '' : `${page.content}\n\n`) + wrapBlock(key, newInner)
  }
  return found.state === 'ok'
    ? { body, merge }
    : { body, merge, note: `the mirrored block is ${found.state}` }
}

/** Where the block cannot be told apart, not even `overwrite` may guess what to replace. */
function leaveInner(merge: Merge): void {
  if (merge.write.inner === undefined) return
  delete merge.write.inner
  merge.conflicts.push('inner')
}

/**
 * What the CMS gave back after a write, to compare with next time. Fields left to an editor keep their old base, so
 * that the edit is still seen as one.
 */
export function baseAfter(
  key: RecordKey,
  page: Page,
  before: PageTexts,
  left: readonly MergeField[],
): PageTexts {
  const read: PageTexts = {
    title: page.title,
    excerpt: page.excerpt,
    featuredMedia: page.featuredMedia,
    inner: innerAfter(key, page, before.inner),
  }
  for (const field of left) Object.assign(read, { [field]: before[field] })
  return read
}

function innerAfter(key: RecordKey, { content }: Page, before: string): string {
  // Most creates come back byte for byte; comparing is much cheaper than finding the block.
  if (content === wrapBlock(key, before)) return before
  const found = findBlock(content, key)
  return found.state === 'ok' ? innerOf(content, found) : before
}

/** Whether a page still reads as it did after our last write, with nothing added around the mirrored block. */
export function isUntouched(key: RecordKey, page: Page, base: PageTexts): boolean {
  const found = findBlock(page.content, key)
  if (found.state !== 'ok') return false
  const around = page.content.slice(0, found.start) + page.content.slice(found.end)
  if (around.trim() !== '') return false
  const { merge } = composeUpdate(key, page, base, base, 'keep')
  return merge.kept.length === 0 && merge.conflicts.length === 0
}

const sameField: SameField = (field, a, b) => {
  if (field === 'featuredMedia') return a === b
  return field === 'inner' ? sameFacts(String(a), String(b)) : sameText(String(a), String(b))
}
