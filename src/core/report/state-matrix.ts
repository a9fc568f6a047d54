import { listCounts } from '../text/format.ts'
import { nameOfState, recordStates, type RecordState } from './record-state.ts'

/** The state of every record: one byte each, GTIN by GTIN, which is an index into `recordStates`. */
export type StateMatrix = {
  /** Sorted, as are the languages. */
  gtins: string[]
  languages: string[]
  cells: Uint8Array
}

export type StateCounts = Record<RecordState, number>

/** Counts the cells of each state, the most severe first. */
export function countStates(cells: Uint8Array): StateCounts {
  const counts = new Map<number, number>()
  for (const code of cells) counts.set(code, (counts.get(code) ?? 0) + 1)
  const byState = recordStates.map((state, code) => [state, counts.get(code) ?? 0] as const)
  return Object.fromEntries(byState.toReversed()) as StateCounts
}

/** `3 failing, 2 conflict, 1,495 up to date`: the most severe first, without empty states and cells without a record. */
export function describeStates(counts: StateCounts): string {
  return listCounts(Object.fromEntries(namedCounts({ ...counts, none: 0 })))
}

/** The counts with the display names of the states. */
export function namedCounts(counts: Partial<StateCounts>): [name: string, count: number][] {
  return recordStates
    .toReversed()
    .flatMap((state) => (counts[state] === undefined ? [] : [[nameOfState(state), counts[state]]]))
}
