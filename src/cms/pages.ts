import { z } from 'zod'
import { addressFields, blockFields, WireAddress, WireBlock } from '../contracts/cms/page.ts'
import { publicLink } from '../core/page/links.ts'
import type { Page } from '../core/record/page.ts'
import { plural } from '../core/text/plural.ts'
import type { Note } from '../core/reasons/note.ts'
import { toGmt } from '../lib/gmt.ts'
import type { Cms } from '../sync/ports/cms.ts'
import type { Connection } from './connection/connection.ts'
import type { PageShape } from './page-shape.ts'
import { createReadEach, isFailedRead, readHalved, succeeds } from './read-each.ts'
import { hasRows, inUrlParts, readList, walkParts } from './read-list.ts'
import type { Row } from './read-part.ts'

/**
 * The `status` value that selects every page of a collection. `any` includes the statuses of plug-ins, except
 * those that their plug-in excludes from searches. It excludes the trash unless that is named.
 */
export const anyStatus = 'any,publish,future,draft,pending,private,trash'

/** The most by which the clocks of the web server and of the site may differ. */
const skewMs = 60_000

const WireSlug = WireBlock.pick({ id: true, slug: true })

/** The suffix that the engine adds to the slug of a page in the trash. */
const trashed = '__trashed'

type PageReads = Pick<
  Cms,
  | 'readPages'
  | 'readEach'
  | 'readTexts'
  | 'readAddresses'
  | 'readLinks'
  | 'readRendered'
  | 'findPages'
  | 'findExactly'
  | 'findEach'
  | 'searchPages'
  | 'readSlugs'
  | 'walkPages'
  | 'walkBlocks'
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
    {
      by,
      values,
      most,
      fields = shape.fieldsWithRevision,
    }: { by: 'id' | 'slug'; values: readonly string[]; most: number; fields?: string },
    signal: AbortSignal,
  ): Promise<Page[]> {
    const parts = inUrlParts([...new Set(values)], most).map((part) => {
      const selected = `${by === 'id' ? 'include' : by}=${part.map(encodeURIComponent).join(',')}`
      const path = `${list}&_fields=${fields}&${selected}`
      const doing = `looking up ${part.length} ${plural(part.length, 'page')} by ${by}`
      return readList(connection, { path, doing, schema: Wire }, signal)
    })
    const found = new Map((await Promise.all(parts)).flat().map((wire) => [wire.id, toPage(wire)] as const))
    return [...found.values()].sort((a, b) => a.id - b.id)
  }

  const createReadPages = (fields: string): Cms['readEach'] => {
    const readRows = createReadEach(
      page,
      (ids, signal) => readBy({ by: 'id', values: ids.map(String), most: 100, fields }, signal),
      (found) => found,
    )
    return async (ids, signal) => {
      const { rows, unreadable } = await readRows(ids, signal)
      return { pages: rows, unreadable }
    }
  }
  const readEach = createReadPages(shape.fieldsWithRevision)
  const readAddressRows = createReadEach<z.infer<typeof WireAddress>>(
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

  async function* walk<T extends Row>(
    { fields, schema, skip }: { fields: string; schema: z.ZodType<T>; skip: number },
    signal: AbortSignal,
  ): AsyncIterable<{ rows: T[]; notes: Note[] }> {
    const path = `${list}&_fields=${fields}`
    const walked = { path, doing: 'reading all pages', schema, skip, splits: true }
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
      yield { rows: part.rows, notes }
    }
  }

  return {
    readEach,
    readTexts: createReadPages(shape.fields),

    async readAddresses(ids, signal) {
      const { rows, unreadable } = await readAddressRows(ids, signal)
      return { pages: rows, unreadable }
    },

    async readPages(ids, signal) {
      return (await readEach(ids, signal)).pages
    },

    async readRendered(ids, signal) {
      const path = `${list}&_fields=${shape.fields},content.rendered&include=${ids.join(',')}`
      const doing = `reading ${ids.length} ${plural(ids.length, 'page')} as visitors see them`
      return (await readList(connection, { path, doing, schema: Wire }, signal)).map(toPage)
    },

    async readLinks(ids, signal) {
      const { rows } = await readAddressRows(ids, signal)
      return new Map(
        rows.flatMap((row): [number, string][] => {
          const link = publicLink(row)
          return link === undefined ? [] : [[row.id, link]]
        }),
      )
    },

    findPages(slugs, signal) {
      const values = slugs.flatMap((slug) => [slug, slug + trashed])
      return readBy({ by: 'slug', values, most: 200, fields: shape.fields }, signal)
    },

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

    async readSlugs(most, signal) {
      const path = `${list}&_fields=id,slug`
      const listed = { path, doing: 'reading the slugs of all pages', schema: WireSlug }
      const slugs = new Map<number, string>()
      let total: number | undefined
      try {
        for await (const part of walkParts(connection, listed, signal)) {
          total = part.total
          if (total === undefined || total > most) return undefined
          for (const { id, slug } of part.rows) slugs.set(id, slug)
        }
      } catch (error) {
        if (isFailedRead(error)) return undefined
        throw error
      }
      return slugs.size === total ? new Set(slugs.values()) : undefined
    },

    async *walkPages(skip, signal) {
      const fields = `${shape.fields},content.rendered`
      for await (const { rows, notes } of walk({ fields, schema: Wire, skip }, signal))
        yield { pages: rows.map(toPage), notes }
    },

    async *walkBlocks(signal) {
      for await (const { rows, notes } of walk({ fields: blockFields, schema: WireBlock, skip: 0 }, signal))
        yield { pages: rows.map(({ id, slug, content }) => ({ id, slug, content: content.raw })), notes }
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
