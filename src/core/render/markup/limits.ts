/** How much markup a field may have: far more than any product page, and still rendered at once. */
export const mostDepth = 500
export const mostElements = 20_000
export const mostRows = 5_000
/** Of a field's tables, after a cell that spans others became as many. */
export const mostCells = 20_000
/** Characters of the blocks that a field becomes. */
export const mostOutput = 2_000_000

/** Markup is beyond one of these; the message says which, as the end of a sentence about the field. */
export class MarkupLimitError extends Error {
  override name = 'MarkupLimitError'
}
