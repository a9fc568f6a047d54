import { z } from 'zod'
import { type UnreachableError, UnusableError } from '../lib/errors.ts'
import type { Response } from '../lib/http/send.ts'
import type { Connection } from './connection/connection.ts'
import { partSize } from './list-check.ts'
import { isFailedRead } from './read-each.ts'
import { type List, type Part, readPart, type Row, type UnreadableRow } from './read-part.ts'

/** `order` is the part of the query that sorts the list. */
type Whole<T> = { page: number; order: string; judge?: (response: Response) => Part<T> | undefined }

/**
 * Reads a part of a list. If it fails although the CMS is up, it is read in tenths, down to single rows. Rows
 * that cannot be read are listed in `unreadable`.
 */
export async function readPartEach<T extends Row>(
  connection: Connection,
  list: List<T>,
  whole: Whole<T>,
  signal: AbortSignal,
): Promise<Part<T>> {
  const { doing } = list
  let failure: UnreachableError | UnusableError
  try {
    const { page, order, judge } = whole
    const paging = `${order}&per_page=${partSize}${page === 1 ? '' : `&page=${page}`}`
    return await readPart(connection, list, { page, paging, ...(judge && { judge }) }, signal)
  } catch (error) {
    if (!isFailedRead(error)) throw error
    failure = error
    // Throws if the CMS is down: then no row is the cause. The error of a refused login is reported as it is.
    await connection.assertSignedIn({ doing, summary: error.message }, signal).catch((fault: unknown) => {
      throw error instanceof UnusableError ? error : fault
    })
    // If the CMS does not return the list at all, no row is the cause either.
    await readPart(connection, idsOf(list), { page: 1, paging: `${whole.order}&per_page=1` }, signal).catch(
      (fault: unknown) => {
        throw isFailedRead(fault) ? error : fault
      },
    )
  }
  const rows: T[] = []
  const unreadable: UnreadableRow[] = []
  let total: number | undefined

  /** Reads `size` rows from the index `from`; returns whether the list continues after them. */
  async function readRows(from: number, size: number): Promise<boolean> {
    const page = from / size + 1
    const paging = `${whole.order}&per_page=${size}&page=${page}`
    let isPast = false
    const judge = (response: Response): Part<T> | undefined => {
      isPast = whole.judge?.(response) !== undefined
      return isPast ? { rows: [], total: undefined, parts: 0, hidden: 0 } : undefined
    }
    try {
      const part = await readPart(connection, list, { page, paging, judge }, signal)
      for (const row of part.rows) rows.push(row)
      total = part.total ?? total
      return !isPast && (total === undefined || from + size < total)
    } catch (error) {
      if (!isFailedRead(error)) throw error
      if (size > 1) return readTenths(from, size)
      const name = await nameOf(connection, list, paging, signal)
      unreadable.push({ name, reason: error.message })
      return total === undefined || from + size < total
    }
  }

  async function readTenths(from: number, size: number): Promise<boolean> {
    for (let tenth = 0; tenth < 10; tenth++)
      if (!(await readRows(from + (tenth * size) / 10, size / 10))) return false
    return true
  }

  const goesOn = await readTenths((whole.page - 1) * partSize, partSize)
  if (rows.length === 0 && unreadable.length > 0) throw failure
  const parts = total === undefined ? whole.page + (goesOn ? 1 : 0) : Math.ceil(total / partSize)
  return { rows, total, parts, hidden: 0, unreadable }
}

function idsOf<T extends Row>({ path, doing }: List<T>): List<Row> {
  return { path: path.replace(/_fields=[^&]*/, '_fields=id'), doing, schema: z.object({ id: z.int() }) }
}

/** Names the page in a row by its id, which can be read even if its content cannot. */
async function nameOf<T extends Row>(
  connection: Connection,
  list: List<T>,
  paging: string,
  signal: AbortSignal,
): Promise<string> {
  try {
    const { rows } = await readPart(connection, idsOf(list), { page: 1, paging }, signal)
    return rows[0] === undefined ? 'a page that the CMS hides' : `page ${rows[0].id}`
  } catch (error) {
    if (!isFailedRead(error)) throw error
    return `the page at place ${paging.replace(/.*=/, '')} of the list`
  }
}
