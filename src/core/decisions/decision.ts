/** The decisions that an operator or editor can make about one record. */
export const choices = ['keep', 'overwrite', 'hold', 'release', 'accept'] as const
export type Choice = (typeof choices)[number]

export const meaningOf: Readonly<Record<Choice, string>> = {
  keep: 'the editor’s text stays',
  overwrite: 'the next run writes the partner’s text over the editor’s',
  hold: 'nothing is written to the page until it is released',
  release: 'cancels a hold, a pending decision or an undo of this record',
  accept: 'the next run writes the version that is held for its emptied fields or unusual values',
}

/**
 * A decision about one record; `seen` is a digest of the version that was displayed, if it must not have changed since.
 */
export type Decision = { choice: Choice; by: string; reason?: string; seen?: string }

/** Why a decision is refused. */
export const resolutionCodes = ['no_such_record', 'nothing_to_resolve', 'held', 'changed'] as const

/** The maximum length of a reason. */
const mostReason = 500

/** Why a reason is invalid for a choice; undefined if it is valid. */
export function faultOfReason(choice: Choice, reason: string | undefined): string | undefined {
  if (reason === undefined) return undefined
  if (choice !== 'hold') return `a reason can only be given with hold, not with ${choice}`
  return reason.length > mostReason
    ? `a reason may have at most ${mostReason} characters; this one has ${reason.length}`
    : undefined
}
