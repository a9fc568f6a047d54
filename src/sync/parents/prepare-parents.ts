import type { SyncDeps } from '../deps.ts'
import { ensureParents, lacksParents } from './ensure-parents.ts'
import { findMovedPages } from './find-moved.ts'
import type { Run } from '../../core/record/run.ts'

/**
 * Before a run's pages: finds moved pages if no snapshot exists, and creates the parent pages that new pages need.
 * `waitMs` above 0: a create may still land; call again after that.
 */
export async function prepareParents(
  deps: Parameters<typeof findMovedPages>[0] & Parameters<typeof ensureParents>[0] & Pick<SyncDeps, 'policy'>,
  run: Pick<Run, 'id' | 'kind' | 'languages' | 'planned' | 'repair'>,
  signal: AbortSignal,
): Promise<{ waitMs: number }> {
  await findMovedPages(deps, run, signal)
  const create = run.kind === 'sync' || run.repair === true
  const needed = run.planned.create > 0 || run.repair === true || (await lacksParents(deps, run.languages))
  if (!needed) return { waitMs: 0 }
  return ensureParents(deps, run.languages, { runId: run.id, create }, signal)
}
