import { recordId } from '../../core/record/record.ts'
import { groupBy } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'

/** Outcomes of a run by result; `kept` also counts written pages that keep an editor's change. */
export async function countOutcomes(
  deps: Pick<SyncDeps, 'runs'>,
  runId: string,
): Promise<Record<string, number> & { failed: number }> {
  const counts: Record<string, number> & { failed: number } = { failed: 0 }
  const seen = new Set<string>()
  for await (const scanned of deps.runs.scanOutcomes(runId)) {
    // Redis may show an entry twice while its hash grows.
    const page = scanned.filter((outcome) => !seen.has(recordId(outcome)))
    for (const outcome of page) seen.add(recordId(outcome))
    for (const [result, group] of groupBy(page, (outcome) => outcome.result)) {
      counts[result] = (counts[result] ?? 0) + group.length
    }
    const partly = page.filter(({ result, kept }) => result !== 'kept' && kept !== undefined)
    counts['kept'] = (counts['kept'] ?? 0) + partly.length
  }
  return counts
}
