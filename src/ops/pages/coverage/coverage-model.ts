import { DamagedError } from '../../../lib/stored-errors.ts'
import type { ReadPlannedGtins } from '../../../sync/decisions/read-planned-gtins.ts'
import { readStates } from '../../../sync/decisions/read-states.ts'
import type { OpsDeps } from '../../deps.ts'
import { countOf, formatCount } from '../../../core/text/format.ts'
import { pageOf } from '../shared/paging.ts'
import {
  codeOf,
  meaningOfState,
  nameOfState,
  recordStates,
  type RecordState,
} from '../../../core/report/record-state.ts'
import { capitalized, sentenceOf } from '../../../core/report/sentence.ts'
import { countStates, type StateMatrix } from '../../../core/report/state-matrix.ts'
import { drawPicture } from './coverage-picture.ts'
import { readLastChanges, type LastChanges } from './last-changes.ts'

/** The filter of the table: a state, a language, GTINs by their first digits. Pages count from 1. */
export type CoverageFilter = {
  state: RecordState | undefined
  language: string | undefined
  gtin: string | undefined
  page: number
}

type Row = { gtin: string; name: string; cells: { language: string; state: RecordState; name: string }[] }

const mostRows = 50
const leastRows = 5
/** A page of a mirror in many languages has fewer products, so that it loads fast. */
const mostCells = 240

function rowsAPageFor(columns: number): number {
  return Math.max(leastRows, Math.min(mostRows, Math.floor(mostCells / Math.max(1, columns))))
}

/** A table with this many columns or fewer has room for the names of states. */
const wideColumns = 6

/** Reads the matrix and one page of the table. The counts cover the whole mirror. */
export async function readCoverage(deps: OpsDeps, wanted: CoverageFilter, readPlanned: ReadPlannedGtins) {
  const [matrix, last] = await Promise.all([readStates(deps, readPlanned), readLastChanges(deps)])
  const { gtins, languages, cells } = matrix
  const counts = countStates(cells)
  const columns = wanted.language === undefined ? languages : [wanted.language]
  const rows = rowsFor(matrix, wanted)
  const { items, page, pages, shown } = pageOf(rows, wanted.page, rowsAPageFor(columns.length))
  const rowsOfAll = rowsAPageFor(languages.length)
  return {
    isEmpty: gtins.length === 0,
    products: countOf(gtins.length, 'product'),
    records: countOf(cells.length - counts.none - counts.retired, 'record'),
    inLanguages: countOf(languages.length, 'language'),
    legend: recordStates.toReversed().map((state) => ({
      state,
      name: nameOfState(state),
      count: formatCount(counts[state]),
      meaning: capitalized(sentenceOf(meaningOfState[state])),
      isEmpty: counts[state] === 0,
    })),
    last: last && { runId: last.run.id, text: explainLast(last) },
    chart: gtins.length > rowsOfAll ? drawPicture(matrix, rowsOfAll) : undefined,
    isWide: columns.length <= wideColumns,
    languages,
    columns,
    filter: { ...wanted, page },
    rows: await withNames(
      deps,
      items.map((row) => toRow(matrix, row, columns)),
    ),
    shown,
    pages,
  }
}

function rowsFor(
  { gtins, languages, cells }: StateMatrix,
  { state, language, gtin }: CoverageFilter,
): number[] {
  const width = languages.length
  const code = state === undefined ? undefined : codeOf(state)
  const only = language === undefined ? undefined : languages.indexOf(language)
  const holds = (row: number): boolean => {
    if (code === undefined) return true
    if (only !== undefined) return cells[row * width + only] === code
    return cells.subarray(row * width, (row + 1) * width).includes(code)
  }
  const found: number[] = []
  for (const [row, name] of gtins.entries())
    if ((gtin === undefined || name.startsWith(gtin)) && holds(row)) found.push(row)
  return found
}

function toRow({ gtins, languages, cells }: StateMatrix, row: number, columns: readonly string[]): Row {
  const stateAt = (language: string): RecordState => {
    const column = languages.indexOf(language)
    const code = column < 0 ? undefined : cells[row * languages.length + column]
    return recordStates[code ?? 0] ?? 'none'
  }
  return {
    gtin: gtins[row] ?? '',
    name: '',
    cells: columns.map((language) => {
      const state = stateAt(language)
      return { language, state, name: nameOfState(state) }
    }),
  }
}

/** Adds each product's name in the first language with a page. */
async function withNames({ snapshots }: OpsDeps, rows: readonly Row[]): Promise<Row[]> {
  const shown = rows.map(({ gtin, cells }) => ({
    gtin,
    language: (cells.find(({ state }) => state !== 'none') ?? cells[0])?.language ?? '',
  }))
  // The page is useful even without names, so a damaged value must not break it.
  const found = await snapshots.read(shown).catch((error: unknown) => {
    if (error instanceof DamagedError) return []
    throw error
  })
  return rows.map((row, index) => ({ ...row, name: found[index]?.product.name ?? '' }))
}

function explainLast({ run, pending, count }: LastChanges): string {
  const did = pending ? 'would change' : 'changed'
  return `Run ${run.id} (${run.kind}, ${run.state}) ${did} ${countOf(count, 'record')}.`
}
