import type { WriteChange } from '../core/change.ts'
import type { Plans } from './ports/plans.ts'

/** The planned writes of some records; those that are acknowledged already are left out. */
export async function readWrites(
  plans: Pick<Plans, 'read'>,
  runId: string,
  recordIds: readonly string[],
): Promise<WriteChange[]> {
  const changes = await plans.read(runId, recordIds)
  return changes.filter((change): change is WriteChange => change !== undefined && change.kind !== 'retire')
}
