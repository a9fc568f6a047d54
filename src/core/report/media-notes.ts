import { generalText } from './reasons/show.ts'
import { countOf } from '../text/format.ts'
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
}): string[] {
  const { failed, kept = [], odd = [], unfetched, example } = found
  const notes = [
    ...notesAbout('media left out: ', failed),
    ...notesAbout('pages keep the earlier version of a file: ', kept),
    ...notesAbout('media used as it is: ', odd),
  ]
  if (unfetched === 0) return notes
  const files = countOf(unfetched, 'file')
  const left =
    example === undefined
      ? `${files} could not be fetched`
      : `${files} could not be fetched, for example ${example.replace(/\.$/, '')}`
  return [`${left}. The next run fetches them`, ...notes]
}

/** A note for each reason, with the files and their records. */
function notesAbout(what: string, faults: readonly string[]): string[] {
  return groupByReason(faults, (fault) => ({ full: fault, plain: fault, group: generalText(fault) })).map(
    ({ items: [first = '', ...others] }) => {
      if (others.length === 0) return what + first
      const named = others.slice(0, mostNamed).map(nameIn)
      const beyond = others.length - named.length
      const more = beyond === 0 ? '' : ` and ${countOf(beyond, 'other file')}`
      return `${what}${first.replace(/\.$/, '')}; likewise ${named.join(', ')}${more}`
    },
  )
}

/** The file and its record, which precede the reason. */
function nameIn(fault: string): string {
  return /^(?:[^ ]+ \([^)]+\)|.+?)(?=: )/.exec(fault)?.[0] ?? fault
}
