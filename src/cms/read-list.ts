import type { Response } from '../lib/http/send.ts'
import type { Connection } from './connection/connection.ts'
import { createListCheck, endlessList, pastTheEnd } from './list-check.ts'
import { type List, type Part, readPart, type Row } from './read-part.ts'
import { readPartEach } from './read-split.ts'
import { codeOf } from './connection/response.ts'

/** Leaves room for the path within the 8 KiB that web servers accept as a request line. */
const maxListBytes = 7_200

/** The order in which paging does not lose rows. */
const byId = '&orderby=id&order=asc'

export async function readList<T extends Row>(
  connection: Connection,
  list: List<T>,
  signal: AbortSignal,
): Promise<T[]> {
  const rows: T[] = []
  for await (const part of walkParts(connection, list, signal)) for (const row of part.rows) rows.push(row)
  return rows
}

/** Whether a collection has rows, including those that our user may not see. */
export async function hasRows<T extends Row>(
  connection: Connection,
  list: List<T>,
  signal: AbortSignal,
): Promise<boolean> {
  const first = { page: 1, paging: `${byId}&per_page=100` }
  const { rows, hidden } = await readPart(connection, list, first, signal)
  return rows.length + hidden > 0
}

/** Walks a collection by id, 100 rows per request, because paging in the default order loses rows. */
export async function* walkParts<T extends Row>(
  connection: Connection,
  list: List<T>,
  signal: AbortSignal,
): AsyncGenerator<Part<T>> {
  const { skip = 0, doing } = list
  const check = createListCheck(connection.maxListRows)
  let newest = -Infinity
  let wasGuessed = false
  for (let page = skip + 1, pages = page; page <= pages; page++) {
    // Rows may be deleted during the walk.
    const judge = (response: Response): Part<T> | undefined =>
      page > 1 && codeOf(response) === pastTheEnd ? { rows: [], total: 0, parts: 0, hidden: 0 } : undefined
    const paging = `${byId}&per_page=100${page === 1 ? '' : `&page=${page}`}`
    const found = list.splits
      ? await readPartEach(connection, list, { page, order: byId, judge }, signal)
      : await readPart(connection, list, { page, paging, judge }, signal)
    // A CMS that repeats its rows ignores the number of the part.
    if (wasGuessed && found.rows.every(({ id }) => id <= newest)) return
    wasGuessed = found.guessed === true
    for (const { id } of found.rows) newest = Math.max(newest, id)
    const fault = found.parts > page ? check(found) : undefined
    if (fault !== undefined) throw endlessList(doing, fault)
    yield found
    pages = found.parts
  }
}

/** Splits values into parts of at most `most` values that fit into one URL. */
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
