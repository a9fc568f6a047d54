import type { Command } from '../../reasons/command.ts'
import type { Reason } from '../../reasons/reason.ts'
import type { RecordKey } from '../../record/record.ts'
import type { Show } from './show.ts'

/** A reason in words, without the final full stop, and the commands that help. */
export type Told = { text: string; commands?: (key: RecordKey) => readonly Command[] }

type Code = Reason['code']
/** The reason with one of some codes, in the form in which the compiler relates a code to its parameters. */
export type ReasonWith<C extends Code> = { [K in C]: Extract<Reason, { code: K }> & { code: K } }[C]

/** The sentence of each code. */
export type Sentences<C extends Code> = {
  [K in C]: (reason: ReasonWith<K>, show: Show) => string | Told
}
