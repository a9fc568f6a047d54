import type { Done } from '../actors/editors.ts'
import { partsOf } from '../actors/pages.ts'
import { applyEdit } from './apply-edit.ts'
import { marksOf, sameProduct } from './versions.ts'
import type { Expected } from './expectation.ts'

/** The expectation for a record around the run that is undone: before it, with the edits up to then, and after it. */
export type Around = { before: Expected; after: Expected }

/** The expected result of an undo for a record, with the edits since the run; `left`: the page stays as it is. */
type Undone = { expected: Expected; left: boolean }

/** The undo leaves the page as it is after the run and the edits since. */
export function leave({ after }: Around, since: readonly Done[]): Undone {
  return { expected: withEdits(after, since), left: true }
}

/** The page has its content from before the run again, except for edits since; it stays so until its release. */
export function undo(around: Around, since: readonly Done[]): Undone {
  const { expected, left } = revert(around, since)
  const waited = [around.before, around.after].some(({ waits }) => waits !== 'no')
  return { expected: waited ? { ...expected, waits: 'maybe' } : expected, left }
}

function revert(around: Around, since: readonly Done[]): Undone {
  const { before, after } = around
  const left = leave(around, since)
  // These are never written, and a page in the trash had not been written by the run either.
  if (after.hold || after.page !== 'alive' || left.expected.trashed || before.trashed) return left
  if (before.page !== 'alive') return before.foreign === undefined ? toDraft(left) : left
  const back = withoutBlock(before, withEdits(before, since))
  // The partner's content next to an editor's may be of either version: a part that was edited since keeps the later one.
  if (since.some(({ action }) => action.do === 'edit-inside')) back.contested = ['all']
  const [wasRetired, isRetired] = [before.retired !== undefined, after.retired !== undefined]
  if (wasRetired !== isRetired) return { expected: { ...back, hold: true }, left: false }
  if (isRetired) return left
  const isSame = !before.owed && after.version !== undefined && sameProduct(before.version, after.version)
  if (!isSame) {
    const [former, files] = [outdated(before, after), eitherFiles(before, after)]
    // A change from the time in the trash had never been on the page, which has the content from before it again.
    const version = before.owed ? undefined : back.version
    return { expected: { ...back, version, skips: after.version, former, files }, left: false }
  }
  const isWritten = JSON.stringify(before.words) !== JSON.stringify(after.words)
  return isWritten ? { expected: back, left: false } : left
}

/** A page that the run created becomes a draft, unless an editor changed it. */
function toDraft(left: Undone): Undone {
  const { expected } = left
  if (expected.touched) return left
  return { expected: { ...expected, statuses: ['draft'], retired: 'draft', hold: true }, left: false }
}

function withEdits(before: Expected, since: readonly Done[]): Expected {
  const now = structuredClone(before)
  for (const done of since) if (done.reason === undefined) applyEdit(now, done)
  return now
}

/** The undo removes a block that the run had added again where an editor had removed it. */
function withoutBlock(before: Expected, back: Expected): Expected {
  const [was, whole] = [before.words.whole, back.words.whole]
  const parts = whole === undefined ? undefined : partsOf(whole)
  if (parts === undefined || was === undefined || partsOf(was) !== undefined) return back
  const around = [parts.before.trim(), parts.after.trim()].filter((text) => text !== '').join('\n\n')
  return { ...back, words: { ...back.words, whole: around } }
}

/** A page that is written again for its links shows its current files. */
function eitherFiles(before: Expected, after: Expected): Expected['files'] {
  const entries = Object.entries(before.files)
  return Object.fromEntries(
    entries.map(([address, was]) => [address, [...new Set([...was, ...(after.files[address] ?? [])])]]),
  )
}

/** The marks of the version that was reverted are outdated as well. */
function outdated(before: Expected, after: Expected): string[] {
  const current = new Set(marksOf(before.version ?? {}))
  return [...new Set([...before.former, ...marksOf(after.version ?? {})])].filter(
    (mark) => !current.has(mark),
  )
}
