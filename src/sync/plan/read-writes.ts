import type { PageChange } from '../../core/run/change.ts'
import { recordId, toRecordKey } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'
import { leaveDamaged, readSkippingDamaged } from '../runs/read-despite-damage.ts'

/**
 * The changes that the pages stage applies for some records, without acknowledged ones. Damaged ones are reported as
 * failed.
 */
export async function readWrites(
  deps: SyncDeps,
  runId: string,
  recordIds: readonly string[],
): Promise<PageChange[]> {
  const { found: changes, damaged } = await readSkippingDamaged(recordIds.map(toRecordKey), (some) =>
    deps.plans.read(runId, some.map(recordId)),
  )
  await leaveDamaged(deps, runId, damaged)
  return changes.filter((change): change is PageChange => change !== undefined && change.kind !== 'retire')
}
