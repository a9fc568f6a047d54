import { z } from 'zod'
import { headerOf } from '../lib/http/send.ts'
import { type Connection, parseBody } from './connection.ts'
import { codeOf } from './response.ts'

export type List<T> = {
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

/** Reads all rows of a collection into one list. */
export async function readList<T>(connection: Connection, list: List<T>, signal: AbortSignal): Promise<T[]> {
  const rows: T[] = []
  for await (const part of walkList(connection, list, signal)) rows.push(...part)
  return rows
}

/** Walks a collection, 100 rows per request, by id, because paging loses rows in the default order. */
export async function* walkList<T>(
  connection: Connection,
  list: List<T>,
  signal: AbortSignal,
): AsyncGenerator<T[]> {
  const { doing, schema, skip = 0 } = list
  for (let page = skip + 1, pages = page; page <= pages; page++) {
    const paging = `&orderby=id&order=asc&per_page=100${page === 1 ? '' : `&page=${page}`}`
    const found = await connection.request<{ rows: T[]; pages: number }>(
      {
        kind: 'cmsReads',
        method: 'GET',
        path: list.path + paging,
        doing,
        // Rows may be deleted during the walk.
        judge: (response) =>
          page > 1 && codeOf(response) === pastTheEnd ? { rows: [], pages: 0 } : undefined,
        read({ body, response }) {
          const rows = parseBody(z.array(schema), body, 'rows')
          if (!rows.ok) return rows
          const total = Number(headerOf(response, 'x-wp-totalpages') ?? 1)
          return { ok: true, value: { rows: rows.value, pages: total } }
        },
      },
      signal,
    )
    yield found.rows
    pages = found.pages
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
