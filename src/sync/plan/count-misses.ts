import type { RetireChange } from '../../core/run/change.ts'
import type { SyncDeps } from '../deps.ts'
import type { Miss } from '../ports/stored.ts'

/**
 * The retirements of records that were missed often enough in this place; a dry run counts no misses. During a pause of
 * writes, no miss counts as evidence, and none is stored.
 */
export async function confirmedAbsent(
  deps: SyncDeps,
  { runId, place, dryRun }: Pick<Miss, 'runId' | 'place'> & { dryRun: boolean },
  gone: readonly RetireChange[],
): Promise<RetireChange[]> {
  if (gone.length === 0) return []
  const { snapshots, runs, policy } = deps
  if (!dryRun && (await deps.writePauses.read()) !== undefined) return []
  const run = await runs.read(runId)
  const at = run === undefined ? deps.now().getTime() : Date.parse(run.createdAt)
  const misses = await snapshots.countMisses(
    gone,
    { runId, at, intervalMs: policy.missIntervalMs, place },
    dryRun,
  )
  return gone.filter((_, index) => (misses[index] ?? 0) >= policy.retireAfterMisses)
}
