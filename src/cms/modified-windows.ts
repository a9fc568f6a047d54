import { inChunks } from '../lib/chunks.ts'
import { msOfGmt, toGmt } from '../lib/gmt.ts'
import type { Connection } from './connection/connection.ts'
import { endlessList, partSize, tooLong } from './list-check.ts'
import { walkParts } from './read-list.ts'
import { readPart, type List, type UnreadableRow } from './read-part.ts'

type Row = { id: number; modified_gmt: string }

/** The most parts of a window; a longer one is split. */
const mostParts = 10
/** How often a window is read if rows leave it during the read. */
const mostTries = 5
const second = 1_000
const minute = 60_000

/**
 * Walks the rows that were modified at or after `since`, a hundred at a time; `newest` is the last change
 * known (both in the GMT format of a page). Each row is returned once. The CMS sorts the whole list for every
 * part. A long list is therefore read in time windows of a few parts each, which skip times without changes.
 * Within a window, rows are sorted by id, because paging by time loses rows of the same second.
 */
export async function* walkModified<T extends Row>(
  connection: Connection,
  list: List<T>,
  { since, newest }: { since: string; newest: string },
  signal: AbortSignal,
): AsyncGenerator<{ rows: T[]; unreadable: UnreadableRow[] }> {
  let from = msOfGmt(since)
  let last = msOfGmt(newest)
  let width = Number.POSITIVE_INFINITY
  let read = 0
  // Windows overlap on the night when the clock of the site is set back, and a row may be saved between two
  // reads.
  const seen = new Set<number>()
  for (;;) {
    const until = endOf(from, width)
    const most = width > second ? mostParts : Number.POSITIVE_INFINITY
    const { rows, parts, unreadable } = await readWindow(
      connection,
      { ...list, path: list.path + between(from, until) },
      most,
      signal,
    )
    if (parts > most) {
      if (width === Number.POSITIVE_INFINITY) from = await nextChange(connection, list, from, signal)
      const span = Math.min(width, Math.max(last - from, 0) + second)
      width = Math.max(second, Math.floor((span * mostParts) / (2 * parts * second)) * second)
      continue
    }
    read += rows.length
    if (read > connection.maxListRows) throw endlessList(list.doing, tooLong(read, connection.maxListRows))
    const unseen = rows.filter(({ id }) => !seen.has(id))
    for (const { id } of unseen) seen.add(id)
    for (const some of inChunks(unseen, partSize)) yield { rows: some, unreadable: [] }
    if (unreadable.length > 0) yield { rows: [], unreadable }
    if (until === undefined) return
    for (const row of rows) if (msOfGmt(row.modified_gmt) > last) last = msOfGmt(row.modified_gmt)
    from = rows.length > 0 ? until : await nextChange(connection, list, until, signal)
    if (from > last) width = Number.POSITIVE_INFINITY
    else if (parts < mostParts / 2) width *= 2
  }
}

/** The time of the first change at or after `from`, which skips windows without a change. */
async function nextChange<T extends Row>(
  connection: Connection,
  list: List<T>,
  from: number,
  signal: AbortSignal,
): Promise<number> {
  const path = list.path + between(from, undefined)
  const paging = `&orderby=modified&order=asc&per_page=${partSize}`
  const { rows } = await readPart(connection, { ...list, path }, { page: 1, paging }, signal)
  const [first] = rows
  return first === undefined ? from : Math.max(from, msOfGmt(first.modified_gmt))
}

/**
 * The end of a window; undefined if it has none. The CMS compares times on the clock of the site, which can
 * jump at a full minute, so no window ends there.
 */
function endOf(from: number, width: number): number | undefined {
  if (width === Number.POSITIVE_INFINITY) return undefined
  const until = from + width
  return until % minute === 0 ? until + second : until
}

/** The CMS excludes both bounds, so a window starts a second early. */
function between(from: number, until: number | undefined): string {
  const after = `&modified_after=${toGmt(from - second)}Z`
  return until === undefined ? after : `${after}&modified_before=${toGmt(until)}Z`
}

/** The rows of a window and the number of its parts; no rows if it has more parts than `most`. */
async function readWindow<T extends Row>(
  connection: Connection,
  list: List<T>,
  most: number,
  signal: AbortSignal,
): Promise<{ rows: T[]; parts: number; unreadable: UnreadableRow[] }> {
  for (let tries = 1; ; tries++) {
    const rows: T[] = []
    const unreadable: UnreadableRow[] = []
    let [parts, total] = [0, 0]
    let lost = false
    for await (const part of walkParts(connection, list, signal)) {
      if (part.parts > most) return { rows: [], parts: part.parts, unreadable: [] }
      // When a row leaves the list, those behind it move up, and this walk may have missed one.
      lost ||= parts > 0 && (part.total ?? total) < total
      parts = Math.max(parts, part.parts)
      total = part.total ?? total
      for (const row of part.rows) rows.push(row)
      for (const row of part.unreadable ?? []) unreadable.push(row)
    }
    if (!lost || tries === mostTries) return { rows, parts, unreadable }
  }
}
