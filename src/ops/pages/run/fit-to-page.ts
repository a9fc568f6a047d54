import type { ChangeLine, LineDetail, ProductChanges } from './run-lines.ts'

/** A product with the number of omitted lines. */
type FittingProduct = ProductChanges & { more: number }

const mostLines = 75
const leastLines = 3
/** Of all expandable values, in bytes of HTML. */
const mostBytes = 22_000
/** The markup around a value. */
const bytesOfMarkup = 380
const bytesOfMark = 11

/**
 * Omits lines of products with many, and the values of later lines, so that a page stays below 60 KB. `isCut` if
 * something is missing.
 */
export function fitToPage(products: readonly ProductChanges[]): {
  products: FittingProduct[]
  isCut: boolean
} {
  const most = Math.max(leastLines, Math.floor(mostLines / Math.max(1, products.length)))
  let [left, isCut] = [mostBytes, false]
  const fitted = products.map(({ lines, ...product }) => ({
    ...product,
    more: Math.max(0, lines.length - most),
    lines: lines.slice(0, most).map((line): ChangeLine => {
      const bytes = line.details.reduce((sum, detail) => sum + bytesOf(detail), 0)
      if (!opens(line)) return line
      if (bytes > left) {
        isCut = true
        return { ...line, details: [] }
      }
      left -= bytes
      return line
    }),
  }))
  return { products: fitted, isCut: isCut || fitted.some(({ more }) => more > 0) }
}

/** Whether a line has values that are shown on request. */
function opens({ details }: ChangeLine): boolean {
  return details.some(({ before, note }) => before !== undefined || note !== undefined)
}

function bytesOf({ link = '', note = '', before = [], after = [] }: LineDetail): number {
  const texts = [...before, ...after].map(({ text }) => Buffer.byteLength(text) + bytesOfMark)
  return bytesOfMarkup + link.length + note.length + texts.reduce((sum, bytes) => sum + bytes, 0)
}
