import { z } from 'zod'
import { headerOf, type Response } from '../lib/http/send.ts'
import { type Connection, parseBody } from './connection.ts'
import { createListCheck, endlessList, partsOf } from './list-check.ts'
import { codeOf } from './response.ts'

type Row = { id: number }

export type List<T extends Row> = {
  /** Path and query below the API root, without paging. */
  path: string
  doing: string
  schema: z.ZodType<T>
  /** How many hundreds of rows to skip. */
  skip?: number
}

/** Leaves room for the path within the 8 KiB that web servers accept as a request line. */
const maxListBytes = 7_200

const pastTheEnd = 'rest_post_invalid_page_number'

/** Rows of a collection, the number of all rows that fit, and that of the parts of a hundred rows. */
export type Part<T> = { rows: T[]; total: number | undefined; parts: number }

/** Reads one part of a collection; `paging` is the end of its query. */
export function readPart<T extends Row>(
  connection: Connection,
  { path, doing, schema }: List<T>,
  { paging, judge }: { paging: string; judge?: (response: Response) => Part<T> | undefined },
  signal: AbortSignal,
): Promise<Part<T>> {
  return connection.request<Part<T>>(
    {
      kind: 'cmsReads',
      method: 'GET',
      path: path + paging,
      doing,
      ...(judge && { judge }),
      read({ body, response }) {
        const rows = parseBody(z.array(schema), body, 'rows')
        if (!rows.ok) return rows
        const parts = partsOf(response)
        if (parts === undefined)
          return { ok: false, reason: 'answered with an X-WP-TotalPages that is no number' }
        const total = headerOf(response, 'x-wp-total')
        const counted = total !== undefined && /^\d+$/.test(total) ? Number(total) : undefined
        return { ok: true, value: { rows: rows.value, total: counted, parts } }
      },
    },
    signal,
  )
}

/** Reads all rows of a collection into one list. */
export async function readList<T extends Row>(
  connection: Connection,
  list: List<T>,
  signal: AbortSignal,
): Promise<T[]> {
  const rows: T[] = []
  for await (const part of walkList(connection, list, signal)) for (const row of part) rows.push(row)
  return rows
}

/** Walks the rows of a collection, 100 at a time. */
export async function* walkList<T extends Row>(
  connection: Connection,
  list: List<T>,
  signal: AbortSignal,
): AsyncGenerator<T[]> {
  for await (const { rows } of walkParts(connection, list, signal)) yield rows
}

/** Walks a collection, 100 rows per request, by id, because paging loses rows in the default order. */
export async function* walkParts<T extends Row>(
  connection: Connection,
  list: List<T>,
  signal: AbortSignal,
): AsyncGenerator<Part<T>> {
  const { skip = 0, doing } = list
  const check = createListCheck(connection.maxListRows)
  for (let page = skip + 1, pages = page; page <= pages; page++) {
    const paging = `&orderby=id&order=asc&per_page=100${page === 1 ? '' : `&page=${page}`}`
    // Rows may be deleted during the walk.
    const judge = (response: Response): Part<T> | undefined =>
      page > 1 && codeOf(response) === pastTheEnd ? { rows: [], total: 0, parts: 0 } : undefined
    const found = await readPart(connection, list, { paging, judge }, signal)
    const fault = found.parts > page ? check(found) : undefined
    if (fault !== undefined) throw endlessList(doing, fault)
    yield found
    pages = found.parts
  }
}

/** Splits values into parts that fit into one URL and hold at most `most` values. */
export function inUrlParts(values: readonly string[], most: number): string[][] {
  const parts: string[][] = []
  let bytes = 0
  for (const value of values) {
    const size = encodeURIComponent(value).length + 1
    const part = parts.at(-1)
    if (part === undefined || part.length >= most || bytes + size > maxListBytes) {
      parts.push([value])
      bytes = size
    } else {
      part.push(value)
      bytes += size
    }
  }
  return parts
}
