import { commandClause } from '../../reasons/command.ts'
import type { Note } from '../../reasons/note.ts'
import { fileNoteSentences } from './file-note-sentences.ts'
import type { NoteSentences, NoteWith } from './note-sentences.ts'
import { pageNoteSentences } from './page-note-sentences.ts'
import { listingNoteSentences, menuNoteSentences, parentNoteSentences } from './parent-note-sentences.ts'
import { planNoteSentences } from './plan-note-sentences.ts'
import { sourceNoteSentences } from './source-note-sentences.ts'

const sentences: NoteSentences<Note['code']> = {
  ...sourceNoteSentences,
  ...fileNoteSentences,
  ...pageNoteSentences,
  ...parentNoteSentences,
  ...listingNoteSentences,
  ...menuNoteSentences,
  ...planNoteSentences,
  text: ({ text }) => text,
}

/** A note in words, with the command that helps; `mirror`: one of several mirrors. */
export function noteText<C extends Note['code']>(note: NoteWith<C>, mirror: string | undefined): string {
  const words = sentences[note.code](note)
  return typeof words === 'string' ? words : `${words.text}. ${commandClause(words.command, mirror)}`
}
