import { z } from 'zod'
import {
  addressFields,
  pageFields,
  pageFieldsWithRevision,
  WireAddress,
  WirePage,
} from '../contracts/cms/page.ts'
import { publicLink } from '../core/page/links.ts'
import type { Page } from '../core/page/page.ts'
import { plural } from '../core/record/plural.ts'
import type { Cms } from '../sync/ports/cms.ts'
import type { Connection } from './connection.ts'
import { createReadEach } from './read-each.ts'
import { inUrlParts, readList, walkList } from './read-list.ts'

/** The `status` value that selects every page of a collection. */
export const anyStatus = 'publish,future,draft,pending,private,trash'

/** The suffix that the engine adds to the slug of a page in the trash. */
const trashed = '__trashed'

type PageReads = Pick<
  Cms,
  'readPages' | 'readEach' | 'readLinks' | 'findPages' | 'findExactly' | 'walkPages' | 'hasChildren'
>

/** Reads the pages of one collection, always in every status. */
export function openPages(
  connection: Connection,
  collection: string,
  page: Pick<Cms, 'readPage'>,
): PageReads {
  const list = `${collection}?context=edit&status=${anyStatus}`

  async function readBy(
    { by, values, most }: { by: 'id' | 'slug'; values: readonly string[]; most: number },
    signal: AbortSignal,
  ): Promise<Page[]> {
    const found = new Map<number, Page>()
    for (const part of inUrlParts([...new Set(values)], most)) {
      const selected = `${by === 'id' ? 'include' : by}=${part.map(encodeURIComponent).join(',')}`
      const path = `${list}&_fields=${pageFieldsWithRevision}&${selected}`
      const doing = `looking up ${part.length} ${plural(part.length, 'page')} by ${by}`
      for (const wire of await readList(connection, { path, doing, schema: WirePage }, signal))
        found.set(wire.id, toPage(wire))
    }
    return [...found.values()].sort((a, b) => a.id - b.id)
  }

  const readEach = createReadEach(page, (ids, signal) =>
    readBy({ by: 'id', values: ids.map(String), most: 100 }, signal),
  )

  return {
    readEach,

    async readPages(ids, signal) {
      return (await readEach(ids, signal)).pages
    },

    async readLinks(ids, signal) {
      const path = `${list}&_fields=${addressFields}&include=${ids.join(',')}`
      const doing = `reading the addresses of ${ids.length} ${plural(ids.length, 'page')}`
      const rows = await readList(connection, { path, doing, schema: WireAddress }, signal)
      return new Map(
        rows.flatMap((row): [number, string][] => {
          const link = publicLink(row)
          return link === undefined ? [] : [[row.id, link]]
        }),
      )
    },

    findPages: (slugs, signal) =>
      readBy({ by: 'slug', values: slugs.flatMap((slug) => [slug, slug + trashed]), most: 200 }, signal),

    findExactly: (slugs, signal) => readBy({ by: 'slug', values: slugs, most: 200 }, signal),

    async *walkPages(skip, signal) {
      const path = `${list}&_fields=${pageFields}`
      const pages = { path, doing: 'reading all pages', schema: WirePage, skip }
      for await (const part of walkList(connection, pages, signal)) yield part.map(toPage)
    },

    async hasChildren(pageId, signal) {
      const path = `${list}&_fields=id&parent=${pageId}`
      const children = {
        path,
        doing: `looking for pages below page ${pageId}`,
        schema: z.object({ id: z.int() }),
      }
      for await (const part of walkList(connection, children, signal)) return part.length > 0
      return false
    },
  }
}

/** The newest revision that a page's links name; 0: none. */
export function newestRevision(links: WirePage['_links']): number {
  return links?.['predecessor-version']?.[0]?.id ?? 0
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
    revision: newestRevision(links),
    revisions: links?.['version-history']?.[0]?.count ?? 0,
  }
}
