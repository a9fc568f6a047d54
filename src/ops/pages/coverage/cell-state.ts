import { listCounts } from '../../../core/report/format.ts'

/** The states of a record, the most severe last; a record with several is shown with the last. */
export const cellStates = ['absent', 'mirrored', 'changed', 'held', 'conflict', 'failing'] as const
export type CellState = (typeof cellStates)[number]

/** What each state means, for a legend. */
export const meaningOfState: Readonly<Record<CellState, string>> = {
  absent: 'no public page: retired, not at the partner, or not seen yet',
  mirrored: 'the page matches the partner’s data of the last run',
  changed: 'changed at the partner; update pending',
  held: 'kept as it is by a hold, an undo, emptied fields or an open editor',
  conflict: 'changed by editor and partner; needs a decision',
  failing: 'could not be read or written in the last run',
}

/** The state's place in `cellStates`, as a matrix stores it. */
export function codeOf(state: CellState): number {
  return cellStates.indexOf(state)
}

/** Counts the cells of each state, the most severe first. */
export function countStates(cells: Uint8Array): Record<CellState, number> {
  const counts = new Uint32Array(cellStates.length)
  for (const code of cells) counts[code] = (counts[code] ?? 0) + 1
  const byState = cellStates.map((state, code) => [state, counts[code] ?? 0] as const)
  return Object.fromEntries(byState.toReversed()) as Record<CellState, number>
}

/** `3 failing, 2 conflict, 1,495 mirrored`: the most severe first, without empty states. */
export function describeStates(cells: Uint8Array): string {
  return listCounts(countStates(cells))
}
