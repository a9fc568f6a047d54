import { stringify } from 'safe-stable-stringify'
import { z } from 'zod'
import { fileNotes } from './notes/file-notes.ts'
import { pageNotes } from './notes/page-notes.ts'
import { parentNotes } from './notes/parent-notes.ts'
import { planNotes } from './notes/plan-notes.ts'
import { sourceNotes } from './notes/source-notes.ts'

/** A problem that did not stop a run: a code and its parameters. Renderers add words and commands. */
export const Note = z.discriminatedUnion('code', [
  ...sourceNotes,
  ...fileNotes,
  ...pageNotes,
  ...parentNotes,
  ...planNotes,
  /** Stored by an earlier version, as a text that may contain commands. */
  z.strictObject({ code: z.literal('text'), text: z.string() }),
])
export type Note = z.infer<typeof Note>

/** Notes that a run has once, whatever their detail: firewalls quote a new number in every response. */
const onceOnly: ReadonlySet<Note['code']> = new Set(['batches-blocked', 'uploads-blocked'])

/** Notes without those that are equal to an earlier one. */
export function uniqueNotes(notes: readonly Note[]): Note[] {
  const seen = new Set<string | undefined>()
  return notes.filter((note) => {
    const identity = onceOnly.has(note.code) ? note.code : stringify(note)
    return !seen.has(identity) && seen.add(identity)
  })
}
