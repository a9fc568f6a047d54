import { keepsAsItIs } from '../../../core/decisions/pending-decision.ts'
import type { RecordKey } from '../../../core/record/record.ts'
import type { OpsDeps, OpsTables } from '../../deps.ts'
import { codeOf, type CellState } from './cell-state.ts'
import { readLastChanges, type LastChanges } from './last-changes.ts'

/** The state of every record: one byte each, GTIN by GTIN, an index into `cellStates`. */
export type Matrix = {
  /** Sorted, as are the languages. */
  gtins: string[]
  languages: string[]
  cells: Uint8Array
  last: LastChanges | undefined
}

type Mark = RecordKey & { state: CellState }

/** Reads the state of every known record, without a round trip per record. */
export async function readMatrix(deps: OpsDeps): Promise<Matrix> {
  const [inTables, last, mirrored] = await Promise.all([
    readMarks(deps.tables),
    readLastChanges(deps),
    deps.snapshots.languages(),
  ])
  const changed = (last?.records ?? []).map((key): Mark => ({ ...key, state: 'changed' }))
  const marks = [...changed, ...inTables]
  const languages = [...new Set([...mirrored, ...marks.map(({ language }) => language)])].sort()
  // One language at a time, so that the GTINs of a large mirror are in memory only once.
  const known = new Map<string, number>()
  const rowOf = (gtin: string): number => {
    const row = known.get(gtin) ?? known.size
    known.set(gtin, row)
    return row
  }
  const columns: { at: number; rows: Uint32Array }[] = []
  for (const language of mirrored) {
    const { all, retired } = await deps.snapshots.gtins(language)
    const away = new Set(retired)
    for (const gtin of retired) rowOf(gtin)
    const rows = all.filter((gtin) => !away.has(gtin)).map(rowOf)
    columns.push({ at: languages.indexOf(language), rows: Uint32Array.from(rows) })
  }
  for (const { gtin } of marks) rowOf(gtin)

  const gtins = [...known.keys()].sort()
  const place = new Uint32Array(known.size)
  for (const [at, gtin] of gtins.entries()) place[rowOf(gtin)] = at
  const cells = new Uint8Array(gtins.length * languages.length)
  const indexOf = (row: number, column: number): number => (place[row] ?? 0) * languages.length + column
  for (const { at, rows } of columns) for (const row of rows) cells[indexOf(row, at)] = codeOf('mirrored')
  for (const { gtin, language, state } of marks) {
    const cell = indexOf(rowOf(gtin), languages.indexOf(language))
    cells[cell] = Math.max(cells[cell] ?? 0, codeOf(state))
  }
  return { gtins, languages, cells, last }
}

/** Reads the records that need a decision, are held or fail. */
async function readMarks(tables: OpsTables): Promise<Mark[]> {
  const { failing, conflicts, suspects, decisions, deferrals } = tables
  const lists = await Promise.all([
    collect(failing, () => 'failing'),
    collect(conflicts, () => 'conflict'),
    collect(suspects, () => 'held'),
    collect(deferrals, () => 'held'),
    collect(decisions, (pending) => (keepsAsItIs(pending) ? 'held' : undefined)),
  ])
  return lists.flat()
}

async function collect<T>(
  table: { scan(): AsyncIterable<{ key: RecordKey; value: T }[]> },
  stateOf: (value: T) => CellState | undefined,
): Promise<Mark[]> {
  const marks: Mark[] = []
  for await (const entries of table.scan()) {
    for (const { key, value } of entries) {
      const state = stateOf(value)
      if (state !== undefined) marks.push({ ...key, state })
    }
  }
  return marks
}
