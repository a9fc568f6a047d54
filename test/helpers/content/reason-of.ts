import type { SimpleReason } from '../../../src/core/reasons/reason.ts'
import type { Note } from '../../../src/core/reasons/note.ts'
import { noteText } from '../../../src/core/report/notes/note-text.ts'
import { reasonText } from '../../../src/core/report/reasons/reason-text.ts'
import type { Outcome } from '../../../src/core/run/change.ts'

/** The reasons of an outcome in words, with the commands that help; undefined without reasons. */
export function reasonOf(outcome: Outcome | undefined): string | undefined {
  return outcome?.reasons && reasonText(outcome, outcome.reasons, undefined)
}

/** The reasons of an outcome that an undo left as it is. */
export function notUndone(...causes: readonly object[]) {
  return [{ code: 'not-undone', causes }]
}

/** Reasons that consist of one text. */
export function because(text: string): SimpleReason[] {
  return [{ code: 'text', text }]
}

/** The notes of a run in words, with the commands that help. */
export function noteTexts(notes: readonly Note[] = []): string[] {
  return notes.map((note) => noteText(note, undefined))
}
