import { z } from 'zod'
import { CmsErrorBody } from '../contracts/cms/error.ts'
import { headerOf } from '../lib/http/send.ts'
import type { Connection } from './connection.ts'
import { refused } from './reply.ts'

export type List<T> = {
  /** Path and query below the API root, without paging. */
  path: string
  doing: string
  schema: z.ZodType<T>
  /** How many hundreds of rows were read before. */
  skip?: number
}

/** Below the 8 KiB that web servers take for a request line, path and other parameters included. */
const maxListBytes = 7_200

const pastTheEnd = 'rest_post_invalid_page_number'

/** Reads all rows of a collection into one list. */
export async function readList<T>(connection: Connection, list: List<T>, signal: AbortSignal): Promise<T[]> {
  const rows: T[] = []
  for await (const part of walkList(connection, list, signal)) rows.push(...part)
  return rows
}

/** Walks a collection, 100 rows a request. Always by id: in the default order paging loses rows. */
export async function* walkList<T>(
  connection: Connection,
  list: List<T>,
  signal: AbortSignal,
): AsyncGenerator<T[]> {
  const { doing, schema, skip = 0 } = list
  for (let page = skip + 1, pages = page; page <= pages; page++) {
    const paging = `&orderby=id&order=asc&per_page=100${page === 1 ? '' : `&page=${page}`}`
    const found = await connection.request(
      {
        kind: 'cmsReads',
        method: 'GET',
        path: list.path + paging,
        doing,
        read({ body, reply, refusal }) {
          // Rows may go while they are walked.
          if (page > 1 && CmsErrorBody.safeParse(body).data?.code === pastTheEnd)
            return { ok: true, value: { rows: [], pages: 0 } }
          if (refusal !== undefined) throw refused(doing, refusal)
          const parsed = z.array(schema).safeParse(body)
          if (!parsed.success)
            return { ok: false, reason: `rows of another form: ${z.prettifyError(parsed.error)}` }
          return {
            ok: true,
            value: { rows: parsed.data, pages: Number(headerOf(reply, 'x-wp-totalpages') ?? 1) },
          }
        },
      },
      signal,
    )
    yield found.rows
    pages = found.pages
  }
}

/** Splits values so that each part fits into one URL, and holds at most `most` of them. */
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
