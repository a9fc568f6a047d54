import { digestOf } from '../../core/text/digest.ts'
import { recordId } from '../../core/record/record.ts'
import { kindOfReasons, reasonText } from '../../core/report/reasons/reason-text.ts'
import type { SyncDeps } from '../../sync/deps.ts'

/** Why records failed: the reason of the first, and the number of records with a similar one. */
export type FailureReason = { reason: string; records: number }

/**
 * The reasons of a run's failed records, most frequent first, and a digest of the records with their reasons.
 */
export async function readFailureReasons(
  runs: SyncDeps['runs'],
  runId: string,
  mirror: string | undefined,
): Promise<{ reasons: FailureReason[]; digest: string }> {
  const byKind = new Map<string, FailureReason>()
  const failed = new Set<string>()
  for await (const outcomes of runs.scanOutcomes(runId)) {
    for (const outcome of outcomes) {
      if (outcome.result !== 'failed') continue
      const reason = reasonText(outcome, outcome.reasons, mirror) || 'no reason given'
      const kind = kindOfReasons(outcome.reasons)
      const id = `${recordId(outcome)} ${kind}`
      // A scan may return an entry twice.
      if (failed.has(id)) continue
      failed.add(id)
      const known = byKind.get(kind)
      if (known) known.records++
      else byKind.set(kind, { reason, records: 1 })
    }
  }
  const reasons = [...byKind.values()].sort((a, b) => b.records - a.records)
  return { reasons, digest: digestOf([...failed].sort()) }
}
