import { cutOff, type FileShape } from './file-shape.ts'

const mark = '%%EOF'
const longestEnd = 64

/**
 * A PDF ends with the last of its end marks; the content before it is not checked. Viewers also open a file
 * whose mark is missing or torn, if the line before it contains the position of the table of objects.
 */
export function readPdf(bytes: Buffer): FileShape {
  const at = bytes.lastIndexOf(mark)
  const end = at + mark.length
  // Objects behind the mark belong to an update or to the rest of an incomplete file.
  if (at !== -1 && !/\d\s+obj\b/.test(bytes.toString('latin1', end))) {
    const before = bytes.indexOf('%PDF-')
    return { end, pixels: 0, ...(before > 0 && { remark: `has ${before} bytes before its header` }) }
  }
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - longestEnd))
  const table = Number(/startxref\s+(\d+)\s+(?:%%?E?O?)?\s*$/.exec(tail)?.[1])
  if (
    Number.isNaN(table) ||
    !/^\s*(?:xref|\d+\s+\d+\s+obj)/.test(bytes.toString('latin1', table, table + longestEnd))
  )
    throw cutOff()
  return { end: bytes.length, pixels: 0, remark: 'lacks its end mark' }
}
