import type { Note } from '../reasons/note.ts'
import { generalText } from './reasons/show.ts'
import { groupByReason } from './shared-reasons.ts'

/** The most files that a note names after the first. */
const mostNamed = 20

/**
 * The notes about files that a run omitted. `failed`: files that are invalid or were rejected, each with its reason.
 * `kept`: such files of which pages show an earlier version. `unfetched`: the number of other files that no server
 * sent. `odd`: files that are used in spite of an oddity. `example`: one of the unfetched, or why the job that should
 * fetch it failed.
 */
export function mediaNotes(found: {
  failed: readonly string[]
  kept?: readonly string[]
  odd?: readonly string[]
  unfetched: number
  example?: string | undefined
}): Note[] {
  const { failed, kept = [], odd = [], unfetched, example } = found
  const notes = [
    ...notesAbout('media-omitted', failed),
    ...notesAbout('media-kept', kept),
    ...notesAbout('media-odd', odd),
  ]
  if (unfetched === 0) return notes
  return [{ code: 'media-unfetched', count: unfetched, ...(example !== undefined && { example }) }, ...notes]
}

/** A note for each reason, with the files and their records. */
function notesAbout(code: 'media-omitted' | 'media-kept' | 'media-odd', faults: readonly string[]): Note[] {
  return groupByReason(faults, (fault) => ({ full: fault, plain: fault, group: generalText(fault) })).map(
    ({ items: [fault = '', ...rest] }): Note => {
      const others = rest.slice(0, mostNamed).map(nameIn)
      return { code, fault, others, more: rest.length - others.length }
    },
  )
}

/** The file and its record, which precede the reason. */
function nameIn(fault: string): string {
  return /^(?:[^ ]+ \([^)]+\)|.+?)(?=: )/.exec(fault)?.[0] ?? fault
}
