import { formatCount } from '../../http/format.ts'
import { cellStates, type CellState } from './cell-state.ts'

export type StateCounts = Record<CellState, number>

/** Counts the cells (indexes into `cellStates`) of each state. */
export function countStates(cells: Uint8Array): StateCounts {
  const counts = new Uint32Array(cellStates.length)
  for (const code of cells) counts[code] = (counts[code] ?? 0) + 1
  return Object.fromEntries(cellStates.map((state, code) => [state, counts[code] ?? 0])) as StateCounts
}

/** `3 failing, 2 conflict, 1,495 mirrored`: the most severe first, without empty states. */
export function describeStates(counts: StateCounts): string {
  return cellStates
    .toReversed()
    .filter((state) => counts[state] > 0)
    .map((state) => `${formatCount(counts[state])} ${state}`)
    .join(', ')
}
