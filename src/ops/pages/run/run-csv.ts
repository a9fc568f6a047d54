import type { FindingReport } from '../../../core/report/findings/finding-report.ts'
import { hideSecrets } from '../../../lib/text/secrets.ts'
import type { RunChange } from './run-changes.ts'

/** The start of a formula for a spreadsheet, even behind white space, which some spreadsheets skip. */
const formula = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u
/** The same behind a separator of other locales, at which a spreadsheet may split a cell. */
const laterFormula = /(?<=;|\S\t)[=+\-@＝＋－＠]/gu
/** Control characters except tab and line breaks, and marks that change the order of the text. */
const unwanted = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

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

/** The names of the columns. Without a byte order mark, spreadsheets assume the local code page. */
export const csvHead = `\uFEFF${csvLine(columns)}`

/** A line per field whose content is still stored, or one for the record. */
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

/** A finding of a verify as a line. */
export function csvOfFinding(finding: FindingReport): string {
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
  const plain = hideSecrets(value.toWellFormed()).replace(unwanted, ' ').replace(laterFormula, "'$&")
  const text = formula.test(plain) ? `'${plain}` : plain
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
