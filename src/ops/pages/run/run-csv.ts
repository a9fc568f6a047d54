import type { Finding } from '../../../core/page/finding.ts'
import type { RunChange } from './run-changes.ts'

/** What a spreadsheet takes for the beginning of a formula; also behind white space, which some of them skip. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

const columns = [
  'gtin',
  'language',
  'what',
  'name',
  'why',
  'page',
  'link',
  'at',
  'kept',
  'conflicts',
  'version before',
  'version after',
  'of',
  'field',
  'before',
  'after',
]

/** The names of the columns; without a byte order mark, spreadsheets assume the local code page. */
export const csvHead = `\uFEFF${csvLine(columns)}`

/** A line per field whose texts are kept, or one for the record. */
export function csvOf(change: RunChange): string {
  const { gtin, language, what, name, why, pageId, link, at, kept, conflicts, before, after } = change
  const record = [gtin, language, what, name, why, pageId, link, at, kept.join(' '), conflicts.join(' ')]
  const diffs = [
    ...change.product.map((diff) => ['partner', diff.field, diff.before, diff.after]),
    ...change.page.map((diff) => ['page', diff.field, diff.before, diff.after]),
  ]
  const shown = diffs.length > 0 ? diffs : [['', change.fields.join(' '), '', '']]
  return shown.map((diff) => csvLine([...record, before, after, ...diff])).join('')
}

/** What a verify found, as a line. */
export function csvOfFinding(finding: Finding): string {
  const { kind, detail, repaired, pageId, link } = finding
  const [gtin, language] = 'path' in finding ? ['', finding.path] : [finding.gtin, finding.language]
  const why = repaired === undefined ? detail : `${detail}; ${repaired}`
  return csvLine([gtin, language, kind, '', why, pageId, link, ...columns.slice(7).map(() => '')])
}

/** A line of CSV (RFC 4180); an apostrophe turns a cell that a spreadsheet would calculate into text. */
export function csvLine(cells: readonly (string | number | undefined)[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

function toCell(value: string | number | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
