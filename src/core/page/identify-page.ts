import type { ReasonOf } from '../reasons/reason.ts'
import { slugOf, type CreatedSlug, type RecordKey } from '../record/record.ts'
import { recordOfPage } from './compare-page.ts'
import { isNumberedSlug, trashedSlug, untrashedSlug } from './duplicate-slug.ts'
import { readPage, type MirroredPage } from './mirrored-page.ts'
import type { Page } from '../record/page.ts'

/** The reason why a page belongs to a record; `neither`: it may be the page of another record or of an editor. */
export type PageIdentity = 'block' | 'slug' | 'neither'

/**
 * Identifies a page by the record's block, even a damaged one, then by the slug it was created with, which may be
 * numbered or trashed.
 */
export function identifyPage(
  { key, page, block }: MirroredPage<Pick<Page, 'slug'>>,
  created: CreatedSlug | undefined,
): PageIdentity {
  if (block.state !== 'missing') return 'block'
  const slug = slugOf(key, created)
  const current = untrashedSlug(page.slug)
  return current === slug || isNumberedSlug(current, slug) ? 'slug' : 'neither'
}

/**
 * The record of a page that a lookup by the default slug would miss: its slug is another one, and its block is intact.
 * If the map names slugs, no lookup may find the page, so a damaged block suffices.
 */
export function movedRecordOf(
  page: Pick<Page, 'content' | 'slug'>,
  isNamedByMap = false,
): RecordKey | undefined {
  const key = recordOfPage(page, [])
  if (key === undefined) return undefined
  const { state } = readPage(key, page).block
  if (state === 'missing' || (state !== 'ok' && !isNamedByMap)) return undefined
  const slug = slugOf(key)
  return page.slug === slug || page.slug === trashedSlug(slug) ? undefined : key
}

/**
 * The slug that the page of a record without a snapshot was created with: the one of these that it has, perhaps
 * numbered, else its own if the map names slugs, else the first.
 */
export function assumedSlug(
  { slug: current }: Pick<Page, 'slug'>,
  slugs: readonly [string, ...string[]],
  isNamedByMap: boolean,
): string {
  const slug = untrashedSlug(current)
  const known = slugs.find((one) => slug === one || isNumberedSlug(slug, one))
  return known ?? (isNamedByMap ? slug : slugs[0])
}

/** Why a page with a known id is not written to. */
export function otherPageReason(
  { id, slug, link }: Pick<Page, 'id' | 'slug' | 'link'>,
  wanted: string,
): ReasonOf<'other-page'> {
  return { code: 'other-page', pageId: id, link, slug, wanted }
}
