import { recordId } from '../../core/record/record.ts'
import { Counts } from '../../core/record/run.ts'
import type { SyncDeps } from '../deps.ts'

const OutcomeCounts = Counts.omit({ records: true, absent: true, notPlanned: true })

/**
 * Outcomes of a run by result; `kept` also counts written pages that keep an editor's change, `conflicts` the records
 * that editor and partner both changed, and `all` every record with an outcome once.
 */
export async function countOutcomes(
  { runs }: Pick<SyncDeps, 'runs'>,
  runId: string,
): Promise<Omit<Counts, 'records' | 'absent' | 'notPlanned'> & { conflicts: number; all: number }> {
  const counts = OutcomeCounts.parse({})
  let conflicts = 0
  const seen = new Set<string>()
  for await (const outcomes of runs.scanOutcomes(runId)) {
    for (const outcome of outcomes) {
      // Redis may show an entry twice while its hash grows.
      if (seen.has(recordId(outcome))) continue
      seen.add(recordId(outcome))
      counts[outcome.result]++
      if (outcome.conflicts !== undefined) conflicts++
      if (outcome.result !== 'kept' && outcome.kept !== undefined) counts.kept++
    }
  }
  return { ...counts, conflicts, all: seen.size }
}
