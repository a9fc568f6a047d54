import { htmlFields, imageFields, pdfFields } from '../../contracts/partner.ts'
import { quoteOdd, type Reading } from './reading.ts'
import { repairMarkup, repairPlainText } from '../text/repair-text.ts'

const markupNames: ReadonlySet<string> = new Set(htmlFields)
const linkNames: ReadonlySet<string> = new Set([...pdfFields, ...imageFields])

/** Words for "no file". */
const noFile = /^(?:n\s?[./]?\s?a\.?|[-–—]+|none|null|false|#)$/i

/** Reads a string or a number; other types are omitted. */
export function readText(field: string, sent: unknown): Reading<string> {
  if (sent === null || sent === undefined) return { value: '', oddities: [] }
  const text = textOf(sent)
  if (text === undefined) return { value: '', oddities: [`${field} ${quoteOdd(sent)} is left out`] }
  const oddities =
    typeof sent === 'string' ? [] : [`${field} ${quoteOdd(text)} is a number and is shown as text`]
  if (linkNames.has(field)) return readLink(field, text.trim(), oddities)
  const { text: value, told } = (markupNames.has(field) ? repairMarkup : repairPlainText)(text)
  return { value, oddities: [...oddities, ...told.map((end) => `${field} ${end}`)] }
}

/** The text of a string, or of a number that JSON has not rounded. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  const isExact = typeof value === 'number' && (Number.isSafeInteger(value) || !Number.isInteger(value))
  return isExact ? String(value) : undefined
}

function readLink(field: string, link: string, oddities: string[]): Reading<string> {
  if (!noFile.test(link)) return { value: link, oddities }
  return { value: '', oddities: [`${field} ${quoteOdd(link)} is read as no file`] }
}
