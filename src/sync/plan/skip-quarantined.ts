import type { Outcome } from '../../core/plan/change.ts'
import { explainQuarantine, isQuarantined } from '../../core/decisions/quarantine.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'
import type { Run } from '../../core/record/run.ts'

/** The records to request from the partner, and the outcomes of those in quarantine. */
export type QuarantinedRecords = { asked: RecordKey[]; outcomes: Outcome[] }

/** Skips records in quarantine; a run that names its products includes them. */
export async function skipQuarantined(
  deps: SyncDeps,
  runId: string,
  keys: readonly RecordKey[],
): Promise<QuarantinedRecords> {
  const failing = await deps.failing.read(keys)
  const now = deps.now()
  const outcomes = keys.flatMap((key, index): Outcome[] => {
    const entry = failing[index]
    if (entry === undefined || !isQuarantined(entry, now)) return []
    return [{ ...key, result: 'quarantined', reason: explainQuarantine(key, entry) }]
  })
  if (outcomes.length === 0 || triesAll(await deps.runs.read(runId)))
    return { asked: [...keys], outcomes: [] }
  const aside = new Set(outcomes.map(recordId))
  return { asked: keys.filter((key) => !aside.has(recordId(key))), outcomes }
}

/** A rebuild needs every record, because a record without a snapshot has no known page. */
function triesAll(run: Run | undefined): boolean {
  return run?.scope.gtins !== undefined || run?.kind === 'rebuild'
}
