import type { Done } from '../actors/editors.ts'
import { applyEdit } from './apply-edit.ts'
import { marksOf, sameProduct } from './versions.ts'
import type { Expected } from './expectation.ts'

/** What is known of a record around the run that is undone: before it, with what people did until then, and after it. */
export type Around = { before: Expected; after: Expected }

/** What an undo makes of a record, after what people did to its page since the run; `left`: the page stays as it is. */
type Undone = { expected: Expected; left: boolean }

/** The undo leaves the page as the run, and people since, left it. */
export function leave({ after }: Around, since: readonly Done[]): Undone {
  return { expected: withEdits(after, since), left: true }
}

/** A page says what it said before the run, but for what people changed since; it stays so until that is released. */
export function undo(around: Around, since: readonly Done[]): Undone {
  const { before, after } = around
  const left = leave(around, since)
  // Nobody writes to these, and what was in the trash the run had not written either.
  if (after.hold || after.page !== 'alive' || left.expected.trashed || before.trashed) return left
  if (before.page !== 'alive') return before.foreign === undefined ? toDraft(left) : left
  const back = withEdits(before, since)
  // The partner's texts beside an editor's may be of either version: a part that was edited since keeps the later one.
  if (since.some(({ action }) => action.do === 'edit-inside')) back.contested = ['all']
  const [wasRetired, isRetired] = [before.retired !== undefined, after.retired !== undefined]
  if (wasRetired !== isRetired) return { expected: { ...back, hold: true }, left: false }
  if (isRetired) return left
  const isSame = !before.owed && after.version !== undefined && sameProduct(before.version, after.version)
  if (!isSame) {
    const [former, files] = [outdated(before, after), eitherFiles(before, after)]
    // What came while the page was in the trash had never been on it: it says again what it said before that.
    const version = before.owed ? undefined : back.version
    return { expected: { ...back, version, skips: after.version, former, files }, left: false }
  }
  const isWritten = JSON.stringify(before.words) !== JSON.stringify(after.words)
  return isWritten ? { expected: back, left: false } : left
}

/** A page that the run made becomes a draft, unless a person's hand is on it. */
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

/** A page that is written again for its links shows its files as they are by now. */
function eitherFiles(before: Expected, after: Expected): Expected['files'] {
  const entries = Object.entries(before.files)
  return Object.fromEntries(
    entries.map(([address, was]) => [address, [...new Set([...was, ...(after.files[address] ?? [])])]]),
  )
}

/** The marks of the version that was taken back are outdated as well. */
function outdated(before: Expected, after: Expected): string[] {
  const current = new Set(marksOf(before.version ?? {}))
  return [...new Set([...before.former, ...marksOf(after.version ?? {})])].filter(
    (mark) => !current.has(mark),
  )
}
