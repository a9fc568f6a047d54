import type { Outcome, RevertChange } from '../../core/run/change.ts'
import { leftBy } from '../../core/plan/undo.ts'
import { recordId } from '../../core/record/record.ts'
import type { Run } from '../../core/run/run.ts'
import { notPutBack } from '../batches/stamp-outcome.ts'
import type { SyncDeps } from '../deps.ts'
import { compact } from '../../lib/compact.ts'
import { selectOutcomes } from './select-outcomes.ts'
import { readSkippingDamaged } from '../runs/read-despite-damage.ts'

/**
 * Plans to revert another run's writes, record by record. A record that was written again since gets its outcome at
 * once. May be repeated: records with an outcome are skipped.
 */
export async function planReverts(deps: SyncDeps, run: Run): Promise<void> {
  const { id: runId, undoes = '', undoPart = {}, planned, counts } = run
  const { fields } = undoPart
  for await (const written of selectOutcomes(deps, undoes, undoPart))
    await planSome(deps, { runId, undoes, fields }, written)
  const records = Object.values(planned).reduce((sum, count) => sum + count, 0)
  await deps.runs.update(runId, { counts: { ...counts, records } })
}

async function planSome(
  deps: SyncDeps,
  { runId, undoes, fields }: { runId: string; undoes: string; fields: string[] | undefined },
  written: readonly Outcome[],
): Promise<void> {
  const ended = await deps.undo.outcomes(runId, written.map(recordId))
  const open = written.filter((_, index) => ended[index] === undefined)
  const { keys, found, damaged } = await readSkippingDamaged(open, (some) => deps.snapshots.read(some))
  const changes: RevertChange[] = []
  const left: Outcome[] = []
  for (const [index, done] of keys.entries()) {
    const { gtin, language } = done
    const known = leftBy(undoes, found[index])
    if ('reason' in known) left.push(notPutBack(deps, done, [known.reason]))
    else
      changes.push(compact({ gtin, language, kind: 'revert', pageId: known.snapshot.pageId, undoes, fields }))
  }
  await deps.runs.saveOutcomes(runId, damaged)
  await deps.writes.commit(
    runId,
    left.map((outcome) => ({ outcome })),
  )
  await deps.plans.save(runId, changes)
}
