import { afterResync } from '../../core/plan/resynced.ts'
import type { Change, Outcome } from '../../core/run/change.ts'
import { recordId, toRecordKey } from '../../core/record/record.ts'
import { withValues } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { readOrUndefined } from '../runs/read-despite-damage.ts'

/**
 * Updates planned records that product runs have synced since. Their changes get the last acknowledged version; those
 * with nothing left to do are closed with the reason. Called under a lease on their products, right before they are
 * written.
 */
export async function refreshResynced(
  deps: SyncDeps,
  { runId, recordIds }: { runId: string; recordIds: readonly string[] },
): Promise<void> {
  const keys = recordIds.map(toRecordKey)
  const marks = withValues(keys, await deps.resynced.read(runId, keys))
  const synced = marks.filter(([, { onlyLinks }]) => !onlyLinks)
  if (synced.length === 0) return
  const marked = synced.map(([key]) => key)
  const [changes, snapshots] = await Promise.all([
    readOrUndefined(marked, (some) => deps.plans.read(runId, some.map(recordId))),
    readOrUndefined(marked, (some) => deps.snapshots.read(some)),
  ])
  const replaced: Change[] = []
  const left: Outcome[] = []
  for (const [index, [{ gtin, language }, by]] of synced.entries()) {
    const [change, snapshot] = [changes[index], snapshots[index]]
    if (change === undefined) continue
    const again = afterResync(change, snapshot)
    if (again !== undefined) replaced.push(again)
    else {
      const page = snapshot === undefined ? {} : { pageId: snapshot.pageId }
      left.push({
        gtin,
        language,
        result: 'unchanged',
        reasons: [{ code: 'resynced', runId: by.runId }],
        ...page,
      })
    }
  }
  await deps.plans.replace(runId, replaced)
  // The outcome is saved first, because a record without one counts as failed.
  await deps.runs.saveOutcomes(runId, left)
  await deps.plans.close(runId, left.map(recordId))
  await deps.runs.advance(runId, { written: left.length })
}
