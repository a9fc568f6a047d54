import { z } from 'zod'
import { addressFields, WireAddress } from '../contracts/cms/page.ts'
import { publicLink } from '../core/page/links.ts'
import type { Page } from '../core/record/page.ts'
import { plural } from '../core/text/plural.ts'
import type { Note } from '../core/reasons/note.ts'
import { toGmt } from '../lib/gmt.ts'
import type { Cms } from '../sync/ports/cms.ts'
import type { Connection } from './connection/connection.ts'
import type { PageShape } from './page-shape.ts'
import { createReadEach, readHalved, succeeds } from './read-each.ts'
import { hasRows, inUrlParts, readList, walkParts } from './read-list.ts'

/**
 * The `status` value that selects every page of a collection. `any` includes the statuses of plug-ins, except
 * those that their plug-in excludes from searches. It excludes the trash unless that is named.
 */
export const anyStatus = 'any,publish,future,draft,pending,private,trash'

/** The most by which the clocks of the web server and of the site may differ. */
const skewMs = 60_000

/** The suffix that the engine adds to the slug of a page in the trash. */
const trashed = '__trashed'

type PageReads = Pick<
  Cms,
  | 'readPages'
  | 'readEach'
  | 'readLinks'
  | 'readRendered'
  | 'findPages'
  | 'findExactly'
  | 'findEach'
  | 'searchPages'
  | 'walkPages'
  | 'hasChildren'
>

/** A collection of pages: its route, and the shape of its pages. */
export type Collection = { collection: string; shape: PageShape }

/** Reads the pages of one collection, in every status. */
export function openPages(
  connection: Connection,
  { collection, shape }: Collection,
  page: Pick<Cms, 'readPage'>,
): PageReads {
  const { Wire, toPage } = shape
  const list = `${collection}?context=edit&status=${anyStatus}`

  async function readBy(
    { by, values, most }: { by: 'id' | 'slug'; values: readonly string[]; most: number },
    signal: AbortSignal,
  ): Promise<Page[]> {
    const parts = inUrlParts([...new Set(values)], most).map((part) => {
      const selected = `${by === 'id' ? 'include' : by}=${part.map(encodeURIComponent).join(',')}`
      const path = `${list}&_fields=${shape.fieldsWithRevision}&${selected}`
      const doing = `looking up ${part.length} ${plural(part.length, 'page')} by ${by}`
      return readList(connection, { path, doing, schema: Wire }, signal)
    })
    const found = new Map((await Promise.all(parts)).flat().map((wire) => [wire.id, toPage(wire)] as const))
    return [...found.values()].sort((a, b) => a.id - b.id)
  }

  const readRows = createReadEach(
    page,
    (ids, signal) => readBy({ by: 'id', values: ids.map(String), most: 100 }, signal),
    (found) => found,
  )
  const readEach: Cms['readEach'] = async (ids, signal) => {
    const { rows, unreadable } = await readRows(ids, signal)
    return { pages: rows, unreadable }
  }
  const readAddresses = createReadEach<z.infer<typeof WireAddress>>(
    page,
    (ids, signal) => {
      const path = `${list}&_fields=${addressFields}&include=${ids.join(',')}`
      const doing = `reading the addresses of ${ids.length} ${plural(ids.length, 'page')}`
      return readList(connection, { path, doing, schema: WireAddress }, signal)
    },
    ({ id, link, status }) => ({ id, link, status }),
  )
  const bySlug = (slugs: readonly string[], signal: AbortSignal): Promise<Page[]> =>
    readBy({ by: 'slug', values: slugs, most: 200 }, signal)

  return {
    readEach,

    async readPages(ids, signal) {
      return (await readEach(ids, signal)).pages
    },

    async readRendered(ids, signal) {
      const path = `${list}&_fields=${shape.fields},content.rendered&include=${ids.join(',')}`
      const doing = `reading ${ids.length} ${plural(ids.length, 'page')} as visitors see them`
      return (await readList(connection, { path, doing, schema: Wire }, signal)).map(toPage)
    },

    async readLinks(ids, signal) {
      const { rows } = await readAddresses(ids, signal)
      return new Map(
        rows.flatMap((row): [number, string][] => {
          const link = publicLink(row)
          return link === undefined ? [] : [[row.id, link]]
        }),
      )
    },

    findPages: (slugs, signal) =>
      readBy({ by: 'slug', values: slugs.flatMap((slug) => [slug, slug + trashed]), most: 200 }, signal),

    findExactly: bySlug,

    async findEach(slugs, signal) {
      const isUp = (): Promise<boolean> =>
        succeeds(() => readBy({ by: 'id', values: ['1'], most: 1 }, signal))
      const read = await readHalved([...new Set(slugs)], { readList: bySlug, isUp }, signal)
      return { pages: read.rows.sort((a, b) => a.id - b.id), unreadable: read.unreadable }
    },

    async searchPages(text, since, signal) {
      const after = since === undefined ? '' : `&after=${toGmt(since - skewMs)}Z`
      const path = `${list}&_fields=${shape.fieldsWithRevision}&search=${encodeURIComponent(text)}${after}`
      const found = { path, doing: `searching pages for ${text}`, schema: Wire }
      return (await readList(connection, found, signal)).map(toPage)
    },

    async *walkPages(skip, signal) {
      const path = `${list}&_fields=${shape.fields},content.rendered`
      const walked = { path, doing: 'reading all pages', schema: Wire, skip, splits: true }
      let [read, hidden] = [skip, 0]
      for await (const part of walkParts(connection, walked, signal)) {
        hidden += part.hidden
        const isLast = ++read >= part.parts
        const notes = (part.unreadable ?? []).map(({ name, reason }): Note => ({
          code: 'row-not-compared',
          name,
          detail: reason,
        }))
        if (isLast && hidden > 0) notes.push({ code: 'pages-hidden', count: hidden })
        yield { pages: part.rows.map(toPage), notes }
      }
    },

    async hasChildren(pageId, signal) {
      const path = `${list}&_fields=id&parent=${pageId}`
      const children = {
        path,
        doing: `looking for pages below page ${pageId}`,
        schema: z.object({ id: z.int() }),
      }
      return hasRows(connection, children, signal)
    },
  }
}
