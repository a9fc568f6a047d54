import { looksLikeGtin, readGtin } from '../../core/record/gtin-forms.ts'
import { ConfigError } from '../../lib/errors.ts'
import { quote } from '../../lib/text/quote.ts'
import { gtinPlaces } from './gtin-names.ts'
import { rowsOf } from './rows.ts'
import { splitRow } from './split-row.ts'

/** How a table is read. */
export type Table = {
  delimiter: string
  /** The index of the GTIN column, and the names of all columns; undefined if the table has no header. */
  column: number
  names: string[] | undefined
  /** The number of lines before the first row. */
  skipped: number
}

type Candidate = Omit<Table, 'column'> & {
  /** Columns that are named equally clearly, and how many of the first rows have a GTIN in one of them. */
  columns: number[]
  readable: number
}

const delimiters = [';', '\t', ',', '|', '']
/** A few titles, a date and blank lines may precede the header. */
const mostTitles = 30
const sampled = 30
/**
 * For a table without a header: the lowest share of cells that are valid GTINs, and that at least look like
 * GTINs.
 */
const [fewestValid, fewestAlike] = [0.5, 0.8]

/**
 * Finds the column of GTINs by its name in one of the first lines, or by the GTINs of the first rows. Undefined if the
 * text is not a table. Throws ConfigError if two columns with different contents qualify.
 */
export function findTable(text: string): Table | undefined {
  const declared = /^\s*sep=(.)/i.exec(text.slice(0, 100))?.[1]
  const tried = declared === undefined ? delimiters : [declared, ...delimiters]
  // The header is the first line that names a GTIN column and has GTINs below it.
  const [header] = tried
    .flatMap((delimiter) => headersOf(text, delimiter))
    .toSorted(
      (a, b) =>
        Number(b.readable > 0) - Number(a.readable > 0) || a.skipped - b.skipped || b.readable - a.readable,
    )
  if (header !== undefined) return toTable(text, header)
  for (const delimiter of tried) {
    const nameless = findNameless(text, delimiter)
    if (nameless !== undefined) return toTable(text, nameless)
  }
  return undefined
}

/** The lines near the start that name a column of GTINs. */
function headersOf(text: string, delimiter: string): Candidate[] {
  const columnsOf = (cells: readonly string[]): number[] =>
    // A line without the delimiter is a table of one column, which is tried once, with the delimiter ''.
    (delimiter !== '' && cells.length === 1) || cells[0]?.startsWith('#') === true ? [] : gtinPlaces(cells)
  const isRow = (line: string): boolean => columnsOf(splitRow(line, delimiter).cells).length > 0
  const found: Candidate[] = []
  let count = 0
  for (const { line, cells } of rowsOf(text, { delimiter, isRow })) {
    if (++count > mostTitles) break
    const columns = columnsOf(cells)
    if (columns.length === 0) continue
    const table = { delimiter, columns, names: cells, skipped: line }
    found.push({ ...table, readable: countReadable(text, table) })
  }
  return found
}

function countReadable(
  text: string,
  { delimiter, columns, skipped }: Pick<Candidate, 'delimiter' | 'columns' | 'skipped'>,
): number {
  const isRow = (line: string): boolean => hasGtin(splitRow(line, delimiter).cells)
  const hasGtin = (cells: readonly string[]): boolean =>
    columns.some((column) => readGtin(cells[column] ?? '').ok)
  return rowsOf(text, { delimiter, skipped, isRow })
    .take(sampled)
    .filter(({ cells }) => hasGtin(cells))
    .reduce((sum) => sum + 1, 0)
}

/** A table without a header, in which most cells of one column are valid GTINs or almost GTINs. */
function findNameless(text: string, delimiter: string): Candidate | undefined {
  const rows: string[][] = []
  let skipped = 0
  for (const { line, cells } of rowsOf(text, { delimiter, isRow: () => false })) {
    const filled = cells.filter((cell) => cell !== '')
    const isTitle = cells.length < 2 && !cells.some(isLikely)
    if (rows.length === 0 && (isTitle || filled.length === 0)) skipped = line
    else if (filled.length > 0 && !cells[0]?.startsWith('#')) rows.push(cells)
    if (rows.length === sampled || line > mostTitles + sampled) break
  }
  const [first = []] = rows
  if (first.length < 2) return undefined
  const columns = first.flatMap((start, index) => {
    const filled = rows.map((cells) => cells[index] ?? '').filter((cell) => cell !== '')
    const valid = filled.filter((cell) => readGtin(cell).ok).length
    const alike = filled.filter(isLikely).length
    return isLikely(start) && valid >= filled.length * fewestValid && alike >= filled.length * fewestAlike
      ? [index]
      : []
  })
  if (columns.length === 0) return undefined
  return { delimiter, columns, names: undefined, skipped, readable: rows.length }
}

function isLikely(cell: string): boolean {
  return readGtin(cell).ok || looksLikeGtin(cell)
}

/** Selects the only column that is not empty, or the first of equal columns. */
function toTable(text: string, { columns, delimiter, names, skipped }: Candidate): Table {
  const table = { delimiter, names, skipped }
  const [first = 0] = columns
  const column = columns.length === 1 ? first : onlyColumn(text, table, columns)
  if (column !== undefined) return { ...table, column }
  if (names === undefined)
    throw new ConfigError(
      'two of its columns have GTINs, and it has no header. Add a header that names one gtin',
    )
  throw new ConfigError(
    `two columns may have the GTINs: ${columns.map((index) => quote(names[index] ?? '')).join(' and ')}. Name the right one gtin`,
  )
}

function onlyColumn(
  text: string,
  { delimiter, skipped }: Pick<Table, 'delimiter' | 'skipped'>,
  columns: readonly number[],
): number | undefined {
  const filled = new Set<number>()
  let areEqual = true
  for (const { cells } of rowsOf(text, { delimiter, skipped, isRow: () => false })) {
    const texts = columns.map((column) => {
      const cell = cells[column] ?? ''
      const read = readGtin(cell)
      if (cell !== '') filled.add(column)
      return read.ok ? read.gtin : cell
    })
    if (new Set(texts).size > 1) areEqual = false
    if (!areEqual && filled.size > 1) return undefined
  }
  return columns.find((column) => filled.has(column)) ?? columns[0]
}
