import { readGtin } from '../../core/record/gtin-forms.ts'
import { ConfigError } from '../../lib/errors.ts'
import { quote } from '../../lib/text/quote.ts'
import { linesOf } from './read-lines.ts'
import { closesQuote, splitRow } from './split-row.ts'

/** How a table is read. */
export type Table = {
  delimiter: string
  /** The column of the GTINs, from 0, and the names of all columns; none if the first row has a GTIN. */
  column: number
  names: string[] | undefined
  /** How many lines come before the first row with a GTIN. */
  skipped: number
}

type Numbered = { line: number; cells: string[] }

const delimiters = [';', '\t', ',', '|', '']
/** Titles, an address, a date and blank lines come before a header, but not a whole letter. */
const mostTitles = 30
/** A cell with line breaks has fewer. */
const mostBreaks = 50
const maxRowLength = 1_000_000
const nameParts =
  /^(?:gtin|ean|upc|barcode|barcodes|strichcode|code|nr|no|num|nummer|number|artikel|article|product|produkt|item|13|14|12|8)+$/
const exactNames = ['gtin', 'gtin13', 'ean', 'ean13', 'barcode']

/**
 * Finds the column of GTINs: by its name in one of the first lines, or by the GTINs of the first rows. Undefined if the
 * text is no table. Throws ConfigError if two columns may be meant.
 */
export function findTable(text: string): Table | undefined {
  const told = /^\s*sep=(.)/i.exec(text.slice(0, 100))?.[1]
  const tried = told === undefined ? delimiters : [told, ...delimiters]
  for (const delimiter of tried) {
    let count = 0
    for (const { line, cells } of rowsOf(text, delimiter, () => false)) {
      if (++count > mostTitles) break
      // One cell with each of the delimiters is one column.
      if (delimiter !== '' && cells.length === 1) continue
      const column = cells[0]?.startsWith('#') === true ? undefined : namedColumn(cells)
      if (column !== undefined) return { delimiter, column, names: cells, skipped: line }
    }
  }
  return tried.map((delimiter) => findNameless(text, delimiter)).find((table) => table !== undefined)
}

/** The entries of a table's GTIN column. Cells of other columns may be many times longer, and are not kept. */
export function* readTable(
  text: string,
  { delimiter, column, names, skipped }: Table,
): Generator<{ place: string; text: string }> {
  const hasComments = delimiter === '' || names === undefined
  const isRow = (line: string): boolean => readGtin(splitRow(line, delimiter).cells[column] ?? '').ok
  for (const { line, cells } of rowsOf(text, delimiter, isRow)) {
    if (line <= skipped || cells.every((cell) => cell === '')) continue
    if (hasComments && cells[0]?.startsWith('#') === true) continue
    const cell = cells[column] ?? ''
    yield { place: `line ${line}`, text: delimiter === '' ? cell.replace(/#.*/s, '') : cell }
  }
}

/** The rows of a text with the number of their last line; `isRow`: whether a line is a row, and not a part of the one before. */
function* rowsOf(text: string, delimiter: string, isRow: (line: string) => boolean): Generator<Numbered> {
  const waiting: string[] = []
  let number = 0
  const lines = linesOf(text)
  const next = (): string | undefined => waiting.shift() ?? pull(lines)
  for (let line = next(); line !== undefined; line = next()) {
    number++
    if (line.length > maxRowLength)
      throw new ConfigError(`line ${number} has more than ${maxRowLength} characters`)
    const row = splitRow(line, delimiter)
    // A row that lacks its GTIN continues; one that has its GTIN ends before the next line that has one.
    const isNext = row.open && isRow(line) ? isRow : () => false
    const more = row.open ? continuation(waiting, lines, { delimiter, isRow: isNext }) : 0
    if (more === 0) {
      yield { line: number, cells: row.cells }
      continue
    }
    number += more
    yield { line: number, cells: splitRow([line, ...waiting.splice(0, more)].join('\n'), delimiter).cells }
  }
}

/** How many of the next lines belong to the cell that a line left open; none if it is closed nowhere. */
function continuation(
  waiting: string[],
  lines: Generator<string>,
  { delimiter, isRow }: { delimiter: string; isRow: (line: string) => boolean },
): number {
  let length = 0
  for (let index = 0; index < mostBreaks; index++) {
    const line = waiting[index] ?? pull(lines)
    if (line === undefined) return 0
    if (index >= waiting.length) waiting.push(line)
    length += line.length
    if (length > maxRowLength || isRow(line)) return 0
    if (closesQuote(line, delimiter)) return index + 1
  }
  return 0
}

function pull(lines: Generator<string>): string | undefined {
  const { done, value } = lines.next()
  return done === true ? undefined : value
}

function namedColumn(cells: readonly string[]): number | undefined {
  const names = cells.map((cell) => cell.toLowerCase().replace(/[^a-z0-9]/g, ''))
  for (const exact of exactNames) {
    const index = names.indexOf(exact)
    if (index >= 0) return index
  }
  const found = names.flatMap((name, index) =>
    name.length < 40 && /gtin|ean|upc|barcode|strichcode/.test(name) && nameParts.test(name) ? [index] : [],
  )
  if (found.length > 1)
    throw new ConfigError(
      `two columns may have the GTINs: ${found.map((index) => quote(cells[index] ?? '')).join(' and ')}. Name the right one gtin`,
    )
  return found[0]
}

/** A table whose first row already has a GTIN: one column has GTINs only. */
function findNameless(text: string, delimiter: string): Table | undefined {
  const rows: string[][] = []
  for (const { cells } of rowsOf(text, delimiter, () => false)) {
    const [start = ''] = cells
    if (cells.some((cell) => cell !== '') && !/^(?:sep=|#)/i.test(start)) rows.push(cells)
    if (rows.length === mostTitles) break
  }
  const [first = []] = rows
  if (first.length < 2) return undefined
  const columns = first.flatMap((_, index) => {
    const valid = rows.filter((cells) => readGtin(cells[index] ?? '').ok).length
    return readGtin(first[index] ?? '').ok && valid >= rows.length * 0.8 ? [index] : []
  })
  if (columns.length > 1)
    throw new ConfigError(
      'two of its columns have GTINs, and it has no header. Add a header that names one gtin',
    )
  const [column] = columns
  return column === undefined ? undefined : { delimiter, column, names: undefined, skipped: 0 }
}
