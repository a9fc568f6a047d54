import { UnusableError } from '../lib/errors.ts'
import { headerOf, type Response } from '../lib/http/send.ts'

type Part = { rows: readonly { id: number }[]; parts: number }

/** Rows that the mirror asks for at once. */
export const partSize = 100
/** Rows may be deleted or hidden during a walk, so one part without a new row means nothing. */
const mostWithoutNews = 3

/** Follows the parts of one list in the order of ids; returns why the list cannot be right, or is too long. */
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
      : `the list is said to have ${parts} parts of ${partSize} rows, and the last ${mostWithoutNews} brought nothing new`
  }
}

/** Why a list of so many rows is not read. */
export function tooLong(rows: number, maxRows: number): string {
  return `the list has at least ${rows} rows; the limit is ${maxRows}. If that is right, raise CMS_MAX_LIST_ROWS`
}

/** The number of parts of a list; undefined if the header is no number. */
export function partsOf(response: Response): number | undefined {
  const text = headerOf(response, 'x-wp-totalpages') ?? '1'
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** The error of a list that cannot be walked to its end. */
export function endlessList(doing: string, fault: string): UnusableError {
  return new UnusableError(
    'cms',
    `The CMS gives no usable list while ${doing}: ${fault}. Check the CMS with: product-mirror doctor`,
  )
}
