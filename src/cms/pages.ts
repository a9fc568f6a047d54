import { z } from 'zod'
import { pageFields, pageFieldsWithRevision, WirePage } from '../contracts/cms/page.ts'
import type { Page } from '../core/page/page.ts'
import { plural } from '../core/record/plural.ts'
import type { Connection } from './connection.ts'
import { inUrlParts, readList, walkList } from './read-list.ts'

const statuses = 'publish,future,draft,pending,private,trash'
const inEveryStatus = `context=edit&status=${statuses}`
const query = `${inEveryStatus}&_fields=${pageFieldsWithRevision}`

/** The suffix that the engine adds to the slug of a page in the trash. */
const trashed = '__trashed'

/** The existing pages with these ids, in any status, sorted by id. */
export async function readPages(
  connection: Connection,
  collection: string,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<Page[]> {
  const pages: Page[] = []
  for (const part of inUrlParts(ids.map(String), 100)) {
    const path = `${collection}?${query}&include=${part.join(',')}`
    const doing = `reading ${part.length} ${plural(part.length, 'page')}`
    pages.push(...(await readList(connection, { path, doing, schema: WirePage }, signal)).map(toPage))
  }
  return pages.sort((a, b) => a.id - b.id)
}

/** The pages with these slugs, in any status, sorted by id; a page in the trash has its renamed slug. */
export async function findPages(
  connection: Connection,
  collection: string,
  slugs: readonly string[],
  signal: AbortSignal,
): Promise<Page[]> {
  const both = slugs.flatMap((slug) => [slug, slug + trashed])
  return findExactly(connection, collection, both, signal)
}

/** The pages with exactly these slugs, in any status, sorted by id. */
export async function findExactly(
  connection: Connection,
  collection: string,
  slugs: readonly string[],
  signal: AbortSignal,
): Promise<Page[]> {
  const found = new Map<number, Page>()
  for (const part of inUrlParts([...new Set(slugs)], 200)) {
    const path = `${collection}?${query}&slug=${part.map(encodeURIComponent).join(',')}`
    const doing = `looking up ${part.length} ${plural(part.length, 'page slug')}`
    const pages = await readList(connection, { path, doing, schema: WirePage }, signal)
    for (const wire of pages) found.set(wire.id, toPage(wire))
  }
  return [...found.values()].sort((a, b) => a.id - b.id)
}

/** Walks every page of the site in any status by id, 100 at a time, after the first `skip` hundreds. */
export async function* walkPages(
  connection: Connection,
  collection: string,
  skip: number,
  signal: AbortSignal,
): AsyncGenerator<Page[]> {
  const path = `${collection}?${inEveryStatus}&_fields=${pageFields}`
  const list = { path, doing: 'reading all pages', schema: WirePage, skip }
  for await (const part of walkList(connection, list, signal)) yield part.map(toPage)
}

/** Whether any page in any status has this one as its parent. */
export async function hasChildren(
  connection: Connection,
  collection: string,
  pageId: number,
  signal: AbortSignal,
): Promise<boolean> {
  const path = `${collection}?${inEveryStatus}&_fields=id&parent=${pageId}`
  const list = { path, doing: `looking for pages below page ${pageId}`, schema: z.object({ id: z.int() }) }
  for await (const part of walkList(connection, list, signal)) return part.length > 0
  return false
}

export function toPage(wire: WirePage): Page {
  const { id, slug, status, parent, link, _links: links } = wire
  return {
    id,
    slug,
    status,
    parent,
    link,
    author: wire.author ?? 0,
    createdGmt: wire.date_gmt ?? '',
    modifiedGmt: wire.modified_gmt,
    title: wire.title.raw,
    excerpt: wire.excerpt.raw,
    content: wire.content.raw,
    featuredMedia: wire.featured_media,
    revision: links?.['predecessor-version']?.[0]?.id ?? 0,
    revisions: links?.['version-history']?.[0]?.count ?? 0,
  }
}
