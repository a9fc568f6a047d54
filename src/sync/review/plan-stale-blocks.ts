import { olderBlock } from '../../core/plan/decide.ts'
import type { Run } from '../../core/run/run.ts'
import type { SyncDeps } from '../deps.ts'
import { addNotes } from '../runs/add-notes.ts'
import { planUpdates } from './plan-changed-files.ts'

/**
 * Plans updates of pages on which an editor saved an older block over the current one. A page stays marked until it is
 * written.
 */
export async function planStaleBlocks(deps: SyncDeps, run: Run): Promise<void> {
  if (run.kind === 'rebuild') return
  let count = 0
  for await (const keys of deps.staleBlocks.scan()) count += await planUpdates(deps, run, keys, olderBlock)
  if (count > 0) await addNotes(deps, run.id, [{ code: 'stale-blocks', count }])
}
