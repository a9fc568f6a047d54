/** What a person can decide about one record. */
export const choices = ['keep', 'overwrite', 'hold', 'release', 'accept'] as const
export type Choice = (typeof choices)[number]

/** The effect of each choice, in a few words. */
export const meaningOf: Readonly<Record<Choice, string>> = {
  keep: 'the editor’s text stays',
  overwrite: 'the next run writes the partner’s text over the editor’s',
  hold: 'nothing is written to the page until it is released',
  release: 'cancels a hold, a pending decision or an undo of this record',
  accept: 'the next run writes the version that is held for its emptied fields',
}

/** A person's decision about one record; `seen` is a digest of what the person saw of it, if that must not have changed. */
export type Decision = { choice: Choice; by: string; reason?: string; seen?: string }

/** `done` says what was done and what happens next; a refusal names what is allowed instead. */
export type Resolution =
  | { ok: true; done: string }
  | {
      ok: false
      code: 'no_such_record' | 'nothing_to_resolve' | 'held' | 'changed'
      reason: string
      allowed: Choice[]
    }

/** Characters that a reason may have. */
const mostReason = 500

/** What is wrong with the reason given for a choice; undefined when nothing is. */
export function faultOfReason(choice: Choice, reason: string | undefined): string | undefined {
  if (reason === undefined) return undefined
  if (choice !== 'hold') return `a reason can only be given with hold, not with ${choice}`
  return reason.length > mostReason
    ? `a reason may have at most ${mostReason} characters; this one has ${reason.length}`
    : undefined
}
