import { codeOf, recordStates, type RecordState } from '../../../core/report/record-state.ts'
import { countStates, describeStates, type StateMatrix } from '../../../core/report/state-matrix.ts'

/** The whole matrix in bands, one below the other: a line per language, a column per GTIN. */
export type Picture = { lines: number; bands: Band[]; perColumn: number }

/** `shapes` cover a background of cells that are up to date; `links` lead to pages of the table. */
type Band = {
  columns: number
  shapes: { state: RecordState; path: string }[]
  links: { x: number; width: number; page: number; label: string }[]
}

const bandColumns = 500
/** More GTINs share columns; a column then shows their most severe state. */
const mostColumns = 2_000
const mostLinks = 40
/** The most rectangles, so that scattered states do not make the page slow. */
const mostShapes = 800

/** Draws a matrix; a page of the table has `rowsAPage` rows. */
export function drawPicture(matrix: StateMatrix, rowsAPage: number): Picture {
  const { gtins, languages } = matrix
  let perColumn = Math.max(1, Math.ceil(gtins.length / mostColumns))
  let cells = perColumn === 1 ? matrix.cells : condense(matrix, perColumn)
  while (countShapes(cells, languages.length) > mostShapes) {
    perColumn *= 2
    cells = condense(matrix, perColumn)
  }
  const total = Math.ceil(gtins.length / perColumn)
  const pages = Math.ceil(gtins.length / rowsAPage)
  const linkRows = rowsAPage * Math.ceil(pages / mostLinks)
  const bands: Band[] = []
  for (let from = 0; from < total; from += bandColumns) {
    const columns = Math.min(bandColumns, total - from)
    const at = (column: number, line: number): number => cells[(from + column) * languages.length + line] ?? 0
    const shapes = recordStates
      .filter((state) => state !== 'up-to-date')
      .map((state) => ({ state, path: shorterPath(codeOf(state), columns, languages.length, at) }))
      .filter(({ path }) => path !== '')
    bands.push({ columns, shapes, links: linksOf(matrix, { from, columns, perColumn, linkRows, rowsAPage }) })
  }
  return { lines: languages.length, bands, perColumn }
}

function condense({ gtins, languages, cells }: StateMatrix, perColumn: number): Uint8Array {
  const width = languages.length
  const condensed = new Uint8Array(Math.ceil(gtins.length / perColumn) * width)
  for (let row = 0; row < gtins.length; row++) {
    const start = Math.floor(row / perColumn) * width
    for (let line = 0; line < width; line++)
      condensed[start + line] = Math.max(condensed[start + line] ?? 0, cells[row * width + line] ?? 0)
  }
  return condensed
}

/** The stretches of one state along lines, except those that are up to date. */
function countShapes(cells: Uint8Array, width: number): number {
  const background = codeOf('up-to-date')
  let count = 0
  for (let at = 0; at < cells.length; at++)
    if (cells[at] !== background && (at < width || cells[at] !== cells[at - width])) count++
  return count
}

/** The cells of a state as rectangles along lines or columns, whichever path is shorter. */
function shorterPath(
  code: number,
  columns: number,
  lines: number,
  at: (column: number, line: number) => number,
): string {
  let along = ''
  for (let line = 0; line < lines; line++)
    for (const [start, length] of runsOf(columns, (column) => at(column, line) === code))
      along += `M${start} ${line}h${length}v1h-${length}z`
  let down = ''
  for (let column = 0; column < columns; column++)
    for (const [start, length] of runsOf(lines, (line) => at(column, line) === code))
      down += `M${column} ${start}h1v${length}h-1z`
  return down.length < along.length ? down : along
}

function* runsOf(
  length: number,
  holds: (index: number) => boolean,
): Iterable<[start: number, length: number]> {
  let start = -1
  for (let index = 0; index <= length; index++) {
    const inside = index < length && holds(index)
    if (inside && start < 0) start = index
    if (!inside && start >= 0) {
      yield [start, index - start]
      start = -1
    }
  }
}

type Stretch = { from: number; columns: number; perColumn: number; linkRows: number; rowsAPage: number }

function linksOf(
  matrix: StateMatrix,
  { from, columns, perColumn, linkRows, rowsAPage }: Stretch,
): Band['links'] {
  const links: Band['links'] = []
  const firstRow = from * perColumn
  const endRow = Math.min((from + columns) * perColumn, matrix.gtins.length)
  for (let row = firstRow; row < endRow; row += linkRows) {
    const end = Math.min(row + linkRows, endRow)
    const width = matrix.languages.length
    const part = matrix.cells.subarray(row * width, end * width)
    links.push({
      x: (row - firstRow) / perColumn,
      width: (end - row) / perColumn,
      page: Math.floor(row / rowsAPage) + 1,
      label: `${matrix.gtins[row] ?? ''} to ${matrix.gtins[end - 1] ?? ''}: ${describeStates(countStates(part))}`,
    })
  }
  return links
}
