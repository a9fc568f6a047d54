/** What a spreadsheet takes for the beginning of a formula; also behind white space, which some of them skip. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

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
