import type { Command } from '../../reasons/command.ts'
import type { Note } from '../../reasons/note.ts'

/** A note in words, without the final full stop, and the command that helps. */
export type NoteWords = { text: string; command: Command }

type Code = Note['code']
/** The note with one of some codes, in the form in which the compiler relates a code to its parameters. */
export type NoteWith<C extends Code> = { [K in C]: Extract<Note, { code: K }> & { code: K } }[C]

/** The sentence of each code. */
export type NoteSentences<C extends Code> = { [K in C]: (note: NoteWith<K>) => string | NoteWords }
