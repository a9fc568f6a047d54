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
