import { inChunks } from '../../../src/lib/chunks.ts'
import { beginUndo } from '../../../src/sync/undo/begin-undo.ts'
import { closeUndo } from '../../../src/sync/undo/close-undo.ts'
import { listWritten } from '../../../src/sync/undo/close-undo.ts'
import { undoPages } from '../../../src/sync/undo/undo-pages.ts'
import type { Run } from '../../../src/core/record/run.ts'
import type { Mirror } from './sync-deps.ts'
import { go, outcomesOf } from './sync-run.ts'

/** Begins to undo a run; throws with the reason when that is refused. */
export async function startUndo(mirror: Mirror, undoes: string) {
  const begun = await beginUndo(mirror, { undoes, trigger: 'cli' })
  if (!begun.ok) throw new Error(begun.reason)
  return begun.run
}

/** Puts everything back as the jobs would do it, without closing the run. */
export async function putBack(mirror: Mirror, { id, undoes = '' }: Run) {
  for await (const ids of listWritten(mirror, undoes)) {
    for (const recordIds of inChunks(ids, 100)) await undoPages(mirror, { runId: id, undoes, recordIds }, go)
  }
}

/** Undoes a run from its beginning to its end. */
export async function undo(mirror: Mirror, undoes: string) {
  const begun = await startUndo(mirror, undoes)
  await putBack(mirror, begun)
  const run = await closeUndo(mirror, begun)
  if (run === undefined) throw new Error(`no run ${begun.id}`)
  return { run, outcomes: await outcomesOf(mirror, run.id) }
}
