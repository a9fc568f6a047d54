/** The states of a run, in the order of its life. */
export const runStates = [
  'planning',
  'held',
  'writing',
  'planned',
  'done',
  'partial',
  'failed',
  'cancelled',
  'superseded',
] as const

/** The displayed states: a verify that found differences shows `drift` instead of `done`. */
export const shownStates = [...runStates, 'drift'] as const
