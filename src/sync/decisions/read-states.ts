import { codeOf, recordStates, stateOf, type StateFacts } from '../../core/report/record-state.ts'
import type { StateMatrix } from '../../core/report/state-matrix.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import { olderVersion } from '../../core/record/snapshot.ts'
import type { Stores } from '../../store/stores.ts'
import { distinct, gtinOf, rankIn } from '../../core/text/gtin-numbers.ts'
import { createPlannedGtins, type ReadPlannedGtins } from './read-planned-gtins.ts'

/** The tables, each with the fact that its entries represent. */
const factOf = {
  conflicts: 'conflict',
  suspects: 'suspect',
  decisions: 'pending',
  deferrals: 'deferral',
  failing: 'failing',
  missingAssets: 'missingAssets',
  outdatedFiles: 'outdatedFiles',
  pageStates: 'pageState',
} as const satisfies Partial<Record<keyof Stores, keyof StateFacts>>

type Facts = Map<string, RecordKey & { known: StateFacts }>
/** The sorted GTINs of a language as numbers, which are compared ten times as fast as text. */
type Column = Record<'all' | 'retired' | 'missed' | 'outdated', Float64Array>

const noNumbers = new Float64Array()
/** All kinds of planned changes result in one state of a record. */
const aChange = { runId: '', kind: 'update' } as const

/** Reads the state of every known record, without a round trip per record. */
export async function readStates(
  deps: Stores,
  readPlanned: ReadPlannedGtins = createPlannedGtins(deps),
): Promise<StateMatrix> {
  const facts: Facts = new Map()
  const [mirrored, plans] = await Promise.all([
    deps.snapshots.languages(),
    readPlanned(),
    ...Object.entries(factOf).map(([table, fact]) =>
      collect(facts, deps[table as keyof typeof factOf], fact),
    ),
  ])
  const columns = new Map<string, Column>()
  for (const language of mirrored) columns.set(language, await deps.snapshots.gtinNumbers(language))
  const others = [...facts.values()]
  const planned = plans.flatMap((gtins) => [...gtins])
  const numbers = unionOf([
    ...[...columns.values()].map(({ all }) => all),
    ...planned.map(([, gtins]) => gtins),
    new Float64Array(others.map(({ gtin }) => Number(gtin))).sort(),
  ])
  const named = [...planned.map(([language]) => language), ...others.map(({ language }) => language)]
  const languages = [...new Set([...mirrored, ...named])].sort()
  const width = languages.length
  const cells = new Uint8Array(numbers.length * width)
  for (const [at, language] of languages.entries())
    fillColumn(columns.get(language), (gtins, mark) =>
      mergeRows(numbers, gtins, (row) => {
        const cell = row * width + at
        cells[cell] = mark(cells[cell] ?? 0)
      }),
    )
  const isPlanned = markPlanned(planned, { numbers, languages })
  for (const { gtin, language, known: some } of others) {
    const cell = rankIn(numbers, Number(gtin)) * width + languages.indexOf(language)
    const also = isPlanned[cell] === 1 ? { planned: aChange } : {}
    cells[cell] = codeOf(stateOf({ ...some, ...also, ...headIn(cells[cell]) }))
    isPlanned[cell] = 0
  }
  const whenPlanned = recordStates.map((_, code) => codeOf(stateOf({ planned: aChange, ...headIn(code) })))
  for (let cell = 0; cell < isPlanned.length; cell++)
    if (isPlanned[cell] === 1) cells[cell] = whenPlanned[cells[cell] ?? 0] ?? 0
  return { gtins: Array.from(numbers, gtinOf), languages, cells }
}

/** The different numbers of some sorted lists. Usually the lists of all languages are equal. */
function unionOf([first = noNumbers, ...others]: readonly Float64Array[]): Float64Array {
  const rest = others.filter((list) => list.length > 0 && !isSame(list, first))
  const all = new Float64Array(first.length + rest.reduce((sum, { length }) => sum + length, 0))
  all.set(first)
  let from = first.length
  for (const list of rest) {
    all.set(list, from)
    from += list.length
  }
  return distinct(rest.length > 0 ? all.sort() : all)
}

function isSame(one: Float64Array, other: Float64Array): boolean {
  if (one.length !== other.length) return false
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false
  return true
}

/** Sets the state of each record with a snapshot; one without has none of these states. */
function fillColumn(
  column: Column | undefined,
  fill: (gtins: Float64Array, mark: (code: number) => number) => void,
): void {
  if (column === undefined) return
  const [none, upToDate, absent] = [codeOf('none'), codeOf('up-to-date'), codeOf('absent')]
  const unlessNone = (state: number) => (code: number) => (code === none ? none : state)
  fill(column.all, () => upToDate)
  fill(column.missed, unlessNone(absent))
  fill(column.outdated, unlessNone(codeOf('update-pending')))
  fill(column.retired, () => codeOf('retired'))
}

/** Which cells have a planned change; empty if none has. */
function markPlanned(
  plannedIn: readonly (readonly [language: string, gtins: Float64Array])[],
  { numbers, languages }: { numbers: Float64Array; languages: readonly string[] },
): Uint8Array {
  const isPlanned = new Uint8Array(plannedIn.length === 0 ? 0 : numbers.length * languages.length)
  for (const [language, gtins] of plannedIn) {
    const at = languages.indexOf(language)
    mergeRows(numbers, gtins, (row) => {
      isPlanned[row * languages.length + at] = 1
    })
  }
  return isPlanned
}

/** Visits the rows of some GTINs; both lists are sorted. */
function mergeRows(numbers: Float64Array, gtins: Float64Array, visit: (row: number) => void): void {
  let row = 0
  for (let at = 0; at < gtins.length; at++) {
    const gtin = gtins[at] ?? 0
    while (row < numbers.length && (numbers[row] ?? 0) < gtin) row++
    if (numbers[row] === gtin) visit(row)
  }
}

/** The facts about a record's head that a cell encodes. */
function headIn(code: number = 0): Pick<StateFacts, 'head' | 'misses'> {
  const state = recordStates[code]
  if (state === 'retired') return { head: { state } }
  if (state === 'none') return {}
  if (state === 'update-pending') return { head: { state: 'mirrored', digest: olderVersion } }
  return { head: { state: 'mirrored' }, ...(state === 'absent' && { misses: 1 }) }
}

async function collect(
  facts: Facts,
  table: { scan(): AsyncIterable<{ key: RecordKey; value: unknown }[]> },
  fact: keyof StateFacts,
): Promise<void> {
  for await (const entries of table.scan())
    for (const { key, value } of entries) add(facts, key, { [fact]: value })
}

function add(facts: Facts, { gtin, language }: RecordKey, fact: StateFacts): void {
  const id = recordId({ gtin, language })
  const entry = facts.get(id)
  if (entry === undefined) facts.set(id, { gtin, language, known: fact })
  else Object.assign(entry.known, fact)
}
