import pLimit from 'p-limit'
import type { Outcome } from '../../core/run/change.ts'
import { recordId, toRecordKey } from '../../core/record/record.ts'
import type { Run } from '../../core/run/run.ts'
import { withValues } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { createRecordCheck } from './recheck-record.ts'

/** A plan is that old if its run waited for a write window, a pause, a limit or an outage. */
const oldAfterMs = 3_600_000
const pageSize = 200
const places = { partner: 'at the partner', catalog: 'in the catalogue' } as const

/**
 * Drops the retirements of an old plan whose records are back at the partner or in the catalogue, or cannot be checked.
 * The next run plans these records again.
 */
export async function recheckRetirements(deps: SyncDeps, run: Run, signal: AbortSignal): Promise<void> {
  const checkedAt = Date.parse(run.checkedAt ?? run.createdAt)
  if (deps.now().getTime() - checkedAt < oldAfterMs) return
  const check = createRecordCheck(deps, run, signal)
  const limit = pLimit(deps.concurrency)
  const total = await deps.plans.count(run.id, 'retire')
  const outcomes: Outcome[] = []
  for (let offset = 0; offset < total; offset += pageSize) {
    const ids = await deps.plans.list(run.id, 'retire', offset, pageSize)
    const changes = withValues(ids, await deps.plans.read(run.id, ids))
    const found = await Promise.all(
      changes.map(([id, change]) => limit(async () => ({ id, checked: await check(change) }))),
    )
    for (const { id, checked } of found)
      if (checked.state === 'unknown')
        outcomes.push({
          ...toRecordKey(id),
          result: 'failed',
          reasons: [{ code: 'unchecked', detail: checked.reason }],
        })
      else if (checked.state === 'changed')
        outcomes.push({
          ...toRecordKey(id),
          result: 'deferred',
          reasons: [{ code: 'changed-since-plan', detail: `the record is back ${places[checked.where]}` }],
        })
  }
  await deps.runs.saveOutcomes(run.id, outcomes)
  await deps.plans.drop(run.id, outcomes.map(recordId))
}
