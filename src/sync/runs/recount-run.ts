import type { SyncDeps } from '../deps.ts'
import { countsOf } from './finish-run.ts'
import { countOutcomes } from './count-outcomes.ts'

/** Counts a cancelled run anew when a batch that was in hand then has ended: its report is to tell all that was written. */
export async function recountCancelled(deps: Pick<SyncDeps, 'runs'>, runId: string): Promise<void> {
  const run = await deps.runs.read(runId)
  if (run?.state !== 'cancelled') return
  const counts = { ...run.counts, ...countsOf(await countOutcomes(deps, runId)) }
  await deps.runs.update(runId, { counts }, ['cancelled'])
}
