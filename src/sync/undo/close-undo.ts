import type { Outcome } from '../../core/plan/change.ts'
import { recordId, toRecordKey } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'
import { finishRun } from '../runs/finish-run.ts'
import type { Run } from '../../core/record/run.ts'

const wrote: ReadonlySet<Outcome['result']> = new Set(['created', 'updated', 'restored', 'retired', 'undone'])

/** Ids of the records whose page a run wrote, in groups of some hundred; an id may occur twice. */
export async function* listWritten(deps: SyncDeps, runId: string): AsyncIterable<string[]> {
  for await (const outcomes of deps.runs.scanOutcomes(runId)) {
    const ids = outcomes.filter(({ result }) => wrote.has(result)).map(recordId)
    if (ids.length > 0) yield ids
  }
}

/** Reports the records that were not reached as failed, and closes an undo. */
export async function closeUndo(deps: SyncDeps, run: Run): Promise<Run | undefined> {
  const { id: runId, undoes = '' } = run
  const why = run.failure?.message ?? 'its batch failed after all tries'
  const reason = `not put back: ${why}. To go on: product-mirror undo ${undoes}`
  const at = deps.now().toISOString()
  for await (const ids of listWritten(deps, undoes)) {
    const done = await deps.undo.outcomes(runId, ids)
    const left = ids.filter((_, index) => done[index] === undefined)
    await deps.writes.commit(
      runId,
      left.map((id) => ({ outcome: { ...toRecordKey(id), result: 'failed', withOthers: true, reason, at } })),
    )
  }
  const records = Object.values(run.planned).reduce((sum, count) => sum + count, 0)
  await deps.runs.update(runId, { counts: { ...run.counts, records } })
  return finishRun(deps, runId, run.failure ? { state: 'failed' } : undefined)
}
