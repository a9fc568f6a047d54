import { UnusableError } from '../lib/errors.ts'
import { headerOf, type Response } from '../lib/http/send.ts'

type Part = { rows: readonly { id: number }[]; parts: number }

/** The error code for a part behind the last one. */
export const pastTheEnd = 'rest_post_invalid_page_number'

/** Rows per request; 100 is the CMS's maximum. */
export const partSize = 100
/** Rows may be deleted or hidden during a walk, so one part without a new row proves nothing. */
const mostWithoutNews = 3

/**
 * Follows the parts of one list in the order of ids; returns the reason if the list cannot be right or is too
 * long.
 */
export function createListCheck(maxRows: number): (part: Part) => string | undefined {
  let read = 0
  let newest = -Infinity
  let withoutNews = 0
  return ({ rows, parts }) => {
    read += rows.length
    const least = Math.max(read, (parts - 1) * partSize)
    if (least > maxRows) return tooLong(least, maxRows)
    const before = newest
    for (const { id } of rows) newest = Math.max(newest, id)
    withoutNews = newest > before ? 0 : withoutNews + 1
    return withoutNews < mostWithoutNews
      ? undefined
      : `the headers report ${parts} parts of ${partSize} rows, and the last ${mostWithoutNews} parts contained nothing new`
  }
}

export function tooLong(rows: number, maxRows: number): string {
  return `the list has at least ${rows} rows; the limit is ${maxRows}. If that is right, raise CMS_MAX_LIST_ROWS`
}

/**
 * The size of a list by its headers: `parts` is at least `page` + 1 if another part follows this one.
 * `guessed`: no header contains it, so the next part may repeat this one.
 */
export type ListSize = { parts: number; total: number | undefined; guessed: boolean }

/**
 * Reads the size of a list. A proxy may remove or garble a header. Then the other header counts, or the link
 * to the next part; without any, a full part is assumed not to be the last.
 */
export function listSizeOf(response: Response, { page, rows }: { page: number; rows: number }): ListSize {
  const total = countOf(response, 'x-wp-total')
  const parts = countOf(response, 'x-wp-totalpages')
  const isFull = rows === partSize
  const counted = total === undefined ? undefined : Math.ceil(total / partSize)
  // A part with rows lies within the list, whatever the headers contain.
  const told = [parts, counted].filter((count) => count !== undefined && (rows === 0 || count >= page))
  const hasNext = /rel="?next"?/.test(headerOf(response, 'link') ?? '')
  const guessed = !hasNext && told.length === 0 && isFull
  const least = hasNext || guessed ? page + 1 : 1
  return { parts: Math.max(least, ...told.map(Number)), total, guessed }
}

function countOf(response: Response, header: string): number | undefined {
  const text = headerOf(response, header)
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** How many rows a part lacks: the engine counts the rows that our user may not see, but omits them. */
export function countHidden(
  total: number | undefined,
  { page, rows }: { page: number; rows: number },
): number {
  if (total === undefined) return 0
  return Math.max(0, Math.min(partSize, total - (page - 1) * partSize) - rows)
}

/** The error for a list that cannot be walked to its end. */
export function endlessList(doing: string, reason: string): UnusableError {
  return new UnusableError(
    'cms',
    `The CMS returns no usable list while ${doing}: ${reason}. Check the CMS with the command doctor.`,
  )
}
