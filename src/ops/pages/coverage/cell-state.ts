/** How a record stands, the gravest last: of a record of which several hold, the last one is shown. */
export const cellStates = ['absent', 'mirrored', 'changed', 'held', 'conflict', 'failing'] as const
export type CellState = (typeof cellStates)[number]

/** What each state means, for a legend. */
export const meaningOfState: Readonly<Record<CellState, string>> = {
  absent: 'no page is shown: retired, not there at the partner, or never met',
  mirrored: 'the page says what the partner said to the last run',
  changed: 'the partner’s word is another by now: it waits in the plan of a run',
  held: 'a person, an undo, the blank guard or an open editor keeps the page as it is',
  conflict: 'editor and partner both changed the page: a person has to settle it',
  failing: 'the last runs could not read or write it',
}
