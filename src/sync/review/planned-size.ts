import { isWhole, type Run } from '../../core/run/run.ts'
import type { SyncDeps } from '../deps.ts'

/**
 * Stores how many pages a full run is about to leave. If it is interrupted, a later run may create the pages that are
 * missing without another approval. An undo ends this permission.
 */
export async function savePlannedSize({ plans, snapshots, plannedSize }: SyncDeps, run: Run): Promise<void> {
  if (run.kind === 'undo') return plannedSize.clear()
  if (run.kind !== 'sync' || !isWhole(run)) return
  const { create, restore, retire } = await plans.countKinds(run.id)
  const pages = (await snapshots.countMirrored()) + create + restore - retire
  await plannedSize.save({ runId: run.id, pages })
}

/** The number of pages that the last full run was to leave; 0 if it is not known, or for the schedule after a cancelled run. */
export async function readPlannedSize(
  { runs, plannedSize }: SyncDeps,
  isScheduled: boolean,
): Promise<number> {
  const stored = await plannedSize.read()
  if (stored === undefined) return 0
  return isScheduled && (await runs.state(stored.runId)) === 'cancelled' ? 0 : stored.pages
}
