import type { RunDeps } from '../deps.ts'
import { countOutcomes } from './count-outcomes.ts'

/** Counts a cancelled run again after the batch in flight has ended, so that its report includes all writes. */
export async function recountCancelled(deps: RunDeps, runId: string): Promise<void> {
  const run = await deps.runs.read(runId)
  if (run?.state !== 'cancelled') return
  // Its unchanged records were counted at the cancellation.
  const { unchanged: _, all: __, conflicts, keptEdits, ...results } = await countOutcomes(deps, runId)
  await deps.runs.update(
    runId,
    {
      counts: { ...run.counts, ...results },
      ...(conflicts > 0 && { conflicts }),
      ...(keptEdits > 0 && { keptEdits }),
    },
    ['cancelled'],
  )
}
