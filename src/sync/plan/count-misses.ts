import type { RetireChange } from '../../core/run/change.ts'
import type { SyncDeps } from '../deps.ts'

/** The retirements of records that were missed often enough; a dry run counts none. */
export async function confirmedAbsent(
  deps: SyncDeps,
  runId: string,
  gone: readonly RetireChange[],
  dryRun: boolean,
): Promise<RetireChange[]> {
  if (gone.length === 0) return []
  const { snapshots, runs, policy } = deps
  const run = await runs.read(runId)
  const at = run === undefined ? deps.now().getTime() : Date.parse(run.createdAt)
  const misses = await snapshots.countMisses(gone, { runId, at, intervalMs: policy.missIntervalMs }, dryRun)
  return gone.filter((_, index) => (misses[index] ?? 0) >= policy.retireAfterMisses)
}
