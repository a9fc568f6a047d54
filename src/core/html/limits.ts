/** The maximum markup of a field: far more than any product page needs, but still fast to render. */
export const mostDepth = 500
export const mostElements = 20_000
export const mostRows = 5_000
/** The cells in all tables of a field, after a spanning cell was expanded. */
export const mostCells = 20_000
/** Characters of the blocks of a field. */
export const mostOutput = 2_000_000

/** Markup exceeds one of these limits; the message names it, as the end of a sentence about the field. */
export class MarkupLimitError extends Error {
  override name = 'MarkupLimitError'
}
