import type { Outcome } from '../../core/plan/change.ts'
import { recordId } from '../../core/record/record.ts'
import type { Runs } from '../../sync/ports/runs.ts'
import type { OutcomeFilter } from './input.ts'

const changed = ['created', 'updated', 'restored', 'retired', 'undone'] as const

const wanted: Record<OutcomeFilter, ReadonlySet<Outcome['result']>> = {
  failed: new Set(['failed']),
  changed: new Set(changed),
  all: new Set([...changed, 'kept', 'held', 'deferred', 'quarantined', 'unchanged', 'failed']),
}

/** Up to `limit` outcomes of a run, and whether there are more. */
export async function listOutcomes(
  runs: Pick<Runs, 'scanOutcomes'>,
  runId: string,
  filter: OutcomeFilter,
  limit: number,
): Promise<{ outcomes: Outcome[]; more: boolean }> {
  // By record, because Redis may show an entry twice while its hash grows.
  const found = new Map<string, Outcome>()
  for await (const some of runs.scanOutcomes(runId)) {
    for (const outcome of some) if (wanted[filter].has(outcome.result)) found.set(recordId(outcome), outcome)
    if (found.size > limit) break
  }
  return { outcomes: [...found.values()].slice(0, limit), more: found.size > limit }
}
