import { toRecordKey } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'
import { finishRun } from '../runs/finish-run.ts'
import { listWritten } from './list-undo.ts'
import type { Run } from '../../core/record/run.ts'

type Deps = Pick<SyncDeps, 'runs' | 'undo' | 'writes' | 'failing' | 'notify' | 'log' | 'now'>

/** Names the records that were not come to, and closes an undo with its report. */
export async function closeUndo(deps: Deps, run: Run): Promise<Run | undefined> {
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
