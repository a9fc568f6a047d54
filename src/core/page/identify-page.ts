import type { ReasonOf } from '../reasons/reason.ts'
import { slugOf, type RecordKey } from '../record/record.ts'
import { recordOfPage } from './compare-page.ts'
import { isNumberedSlug, trashedSlug } from './duplicate-slug.ts'
import { readPage, type MirroredPage } from './mirrored-page.ts'
import type { Page } from '../record/page.ts'

/** The reason why a page belongs to a record; `neither`: it may be the page of another record or of an editor. */
export type PageIdentity = 'block' | 'slug' | 'neither'

/** Identifies a page by the record's block, even a damaged one, then by its slug, which may be numbered or trashed. */
export function identifyPage({ key, page, block }: MirroredPage<Pick<Page, 'slug'>>): PageIdentity {
  if (block.state !== 'missing') return 'block'
  const slug = slugOf(key)
  const suffix = trashedSlug('')
  const current = page.slug.endsWith(suffix) ? page.slug.slice(0, -suffix.length) : page.slug
  return current === slug || isNumberedSlug(current, slug) ? 'slug' : 'neither'
}

/** The record of a page that a lookup by slug would miss: its block is intact, but its slug was changed. */
export function movedRecordOf(page: Page): RecordKey | undefined {
  const key = recordOfPage(page, [])
  if (key === undefined || readPage(key, page).block.state !== 'ok') return undefined
  const slug = slugOf(key)
  return page.slug === slug || page.slug === trashedSlug(slug) ? undefined : key
}

/** Why a page with a known id is not written to. */
export function otherPageReason(
  { id, slug, link }: Pick<Page, 'id' | 'slug' | 'link'>,
  key: RecordKey,
): ReasonOf<'other-page'> {
  return { code: 'other-page', pageId: id, link, slug, wanted: slugOf(key) }
}
