import { inChunks } from '../../../src/lib/chunks.ts'
import type { Run, UndoPart } from '../../../src/core/run/run.ts'
import { writePages } from '../../../src/sync/pages/write-pages.ts'
import { failLeftovers } from '../../../src/sync/runs/fail-leftovers.ts'
import { finishRun } from '../../../src/sync/runs/finish-run.ts'
import { beginUndo } from '../../../src/sync/undo/begin-undo.ts'
import { planReverts } from '../../../src/sync/undo/plan-reverts.ts'
import type { Mirror } from './sync-deps.ts'
import { go, outcomesOf } from './sync-run.ts'

/** Starts to undo a run. Throws with the reason if that is rejected. */
export async function startUndo(mirror: Mirror, undoes: string, part?: UndoPart) {
  const begun = await beginUndo(mirror, { undoes, trigger: 'cli', part })
  if (!begun.ok) throw new Error(begun.reason)
  return begun.run
}

/** Plans the whole undo and reverts everything as the jobs do, without closing the run. */
export async function putBack(mirror: Mirror, run: Run) {
  await planReverts(mirror, run)
  const recordIds = await mirror.plans.list(run.id, 'write', 0, 1000)
  for (const some of inChunks(recordIds, 100))
    await writePages(mirror, { runId: run.id, recordIds: some, parents: {} }, go)
}

/** Closes an undo as the last job does. */
export async function closeUndo(mirror: Mirror, { id }: Run) {
  await failLeftovers(mirror, id)
  return finishRun(mirror, id)
}

/** Undoes a run, or a part of it, from start to end. */
export async function undo(mirror: Mirror, undoes: string, part?: UndoPart) {
  const begun = await startUndo(mirror, undoes, part)
  await putBack(mirror, begun)
  const run = await closeUndo(mirror, begun)
  if (run === undefined) throw new Error(`no run ${begun.id}`)
  return { run, outcomes: await outcomesOf(mirror, run.id) }
}
