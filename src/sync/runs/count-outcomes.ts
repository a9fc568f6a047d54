import type { Outcome } from '../../core/plan/change.ts'
import { recordId } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'

const none: Readonly<Record<Outcome['result'], number>> = {
  created: 0,
  updated: 0,
  restored: 0,
  retired: 0,
  undone: 0,
  kept: 0,
  held: 0,
  deferred: 0,
  quarantined: 0,
  unchanged: 0,
  failed: 0,
}

/** Outcomes of a run by result; `kept` also counts written pages that keep an editor's change. */
export async function countOutcomes({ runs }: Pick<SyncDeps, 'runs'>, runId: string): Promise<typeof none> {
  const counts = { ...none }
  const seen = new Set<string>()
  for await (const outcomes of runs.scanOutcomes(runId)) {
    for (const outcome of outcomes) {
      // Redis may show an entry twice while its hash grows.
      if (seen.has(recordId(outcome))) continue
      seen.add(recordId(outcome))
      counts[outcome.result]++
      if (outcome.result !== 'kept' && outcome.kept !== undefined) counts.kept++
    }
  }
  return counts
}
