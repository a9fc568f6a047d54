import type { Outcome } from '../../core/run/change.ts'
import { isQuarantined, quarantineReason } from '../../core/decisions/quarantine.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import { withValues } from '../../lib/chunks.ts'
import type { ReadsOf, SyncDeps } from '../deps.ts'

/**
 * Skips records in quarantine. A run that names its products includes them, and so does a rebuild, because a record
 * without a snapshot has no known page.
 */
export async function skipQuarantined(
  deps: Pick<SyncDeps, 'runs' | 'now'> & ReadsOf<'failing'>,
  runId: string,
  keys: readonly RecordKey[],
): Promise<{ free: RecordKey[]; outcomes: Outcome[] }> {
  const now = deps.now()
  const failing = withValues(keys, await deps.failing.read(keys))
  const outcomes = failing.flatMap(([key, entry]): Outcome[] =>
    isQuarantined(entry, now) ? [{ ...key, result: 'quarantined', reasons: [quarantineReason(entry)] }] : [],
  )
  const run = outcomes.length === 0 ? undefined : await deps.runs.read(runId)
  if (outcomes.length === 0 || run?.scope.gtins !== undefined || run?.kind === 'rebuild')
    return { free: [...keys], outcomes: [] }
  const skipped = new Set(outcomes.map(recordId))
  return { free: keys.filter((key) => !skipped.has(recordId(key))), outcomes }
}
