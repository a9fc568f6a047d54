import { isWhole, type Run } from '../../core/run/run.ts'
import type { SyncDeps } from '../deps.ts'

const idsAtOnce = 500

/**
 * Stores the records that a run of some products or languages is about to update because the partner changed them. The
 * guard counts them until a full run writes.
 */
export async function countApart({ plans, updatedApart }: SyncDeps, run: Run): Promise<void> {
  if (isWhole(run)) return updatedApart.clear()
  const { create, update } = await plans.countKinds(run.id)
  const { only } = await plans.countTemplate(run.id)
  // The plan's order ends with updates for links, files or the template alone.
  const end = create + update - only - (await plans.countSecondary(run.id))
  for (let at = create; at < end; at += idsAtOnce)
    await updatedApart.add(await plans.list(run.id, 'write', at, Math.min(idsAtOnce, end - at)))
}

/** The number of records that such runs updated and this plan does not. */
export async function countUpdatedApart({ plans, updatedApart }: SyncDeps, runId: string): Promise<number> {
  const others = new Set<string>()
  for await (const ids of updatedApart.scan()) {
    const kinds = await plans.kinds(runId, ids)
    for (const [index, id] of ids.entries()) if (kinds[index] !== 'update') others.add(id)
  }
  return others.size
}
