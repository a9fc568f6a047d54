import { readGtin } from '../../core/record/gtin-forms.ts'
import { ConfigError } from '../../lib/errors.ts'
import { linesOf } from './read-lines.ts'
import { closesQuote, type Row, splitRow } from './split-row.ts'

/** The state of a table while its rows are read. */
export type RowsShape = {
  delimiter: string
  /** Lines before the first row. */
  skipped?: number
  /** The index of the GTIN column, and the number of columns of the header. */
  column?: number
  width?: number | undefined
  /** Whether a line starts a row, instead of continuing the one before. */
  isRow: (line: string) => boolean
}

/** A row with the number of its last line. `openAt` is the index of its first cell with a quote that is never closed. */
export type Numbered = { line: number; cells: string[]; openAt: number | undefined }

/** The most line breaks in a cell; a quote that spans more lines is a stray one. */
const mostBreaks = 50
const maxRowLength = 1_000_000

/** The rows of a text. Lines are joined into one row only if no other row can be lost that way. */
export function* rowsOf(text: string, shape: RowsShape): Generator<Numbered> {
  const { delimiter, skipped = 0 } = shape
  const waiting: string[] = []
  const lines = linesOf(text)
  const next = (): string | undefined => waiting.shift() ?? pull(lines)
  let number = 0
  for (let line = next(); line !== undefined; line = next()) {
    number++
    if (number <= skipped) continue
    if (line.length > maxRowLength)
      throw new ConfigError(`line ${number} has more than ${maxRowLength} characters`)
    const row = splitRow(line, delimiter)
    const joined = row.openAt === undefined ? undefined : join({ line, row }, waiting, lines, shape)
    if (joined === undefined) {
      yield { line: number, cells: row.cells, openAt: row.openAt }
      continue
    }
    number += joined.more
    waiting.splice(0, joined.more)
    yield { line: number, cells: joined.row.cells, openAt: undefined }
  }
}

/** Joins a line with an open quote to the lines up to the one that closes it. Undefined if the line is a complete row. */
function join(
  first: { line: string; row: Row },
  waiting: string[],
  lines: Generator<string>,
  shape: RowsShape,
): { row: Row; more: number } | undefined {
  const { delimiter, isRow } = shape
  const { row } = first
  // A line with a GTIN is complete, and the next line with a GTIN is another row.
  const hasGtin = isRow(first.line)
  const parts = [first.line]
  let length = first.line.length
  for (let index = 0; index < mostBreaks; index++) {
    const line = waiting[index] ?? pull(lines)
    if (line === undefined) return undefined
    if (index >= waiting.length) waiting.push(line)
    parts.push(line)
    length += line.length
    if (length > maxRowLength) return undefined
    const whole = closesQuote(line, delimiter) ? splitRow(parts.join('\n'), delimiter) : undefined
    const isWhole = whole !== undefined && whole.openAt === undefined
    if (isRow(line)) {
      const mayClose = isWhole && whole.isStrict && !hasGtin && opensBefore(row, shape)
      return mayClose && hasSameGtin(whole, line, shape) ? { row: whole, more: index + 1 } : undefined
    }
    if (isWhole) {
      const isRest = !opensBefore(row, shape) && splitRow(line, delimiter).cells.length < (shape.width ?? 0)
      return whole.isStrict || isRest ? { row: whole, more: index + 1 } : undefined
    }
  }
  return undefined
}

/** Whether the open cell is in the GTIN column or before it, or that column is unknown. */
function opensBefore({ openAt = 0 }: Row, { column }: RowsShape): boolean {
  return column === undefined || openAt <= column
}

/** Whether the joined row has the same GTIN as its last line. */
function hasSameGtin(whole: Row, line: string, { column = 0, delimiter }: RowsShape): boolean {
  const [one, other] = [whole, splitRow(line, delimiter)].map(({ cells }) => readGtin(cells[column] ?? ''))
  return one?.ok === true && other?.ok === true && one.gtin === other.gtin
}

function pull(lines: Generator<string>): string | undefined {
  const { done, value } = lines.next()
  return done === true ? undefined : value
}
