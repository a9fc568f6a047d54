import type { PlannedKind } from '../../core/run/change.ts'
import { toRecordKey, type RecordKey } from '../../core/record/record.ts'
import { withValues } from '../../lib/chunks.ts'
import type { Stores } from '../../store/stores.ts'
import { walkIds } from './walk-plan.ts'

type PlannedRecord = RecordKey & { kind: PlannedKind; fields: readonly string[] }

/** The records of a plan in its order, some thousand at a time, without reading their changes. */
export async function* walkPlanned(plans: Stores['plans'], runId: string): AsyncIterable<PlannedRecord[]> {
  for await (const ids of walkIds(plans, runId)) {
    const [kinds, fields] = await Promise.all([plans.kinds(runId, ids), plans.fields(runId, ids)])
    const known = new Map(withValues(ids, fields))
    yield withValues(ids, kinds).flatMap(([id, kind]) =>
      kind === 'revert' ? [] : [{ ...toRecordKey(id), kind, fields: known.get(id) ?? [] }],
    )
  }
}
