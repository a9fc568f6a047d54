import type { PlannedKind } from '../../core/run/change.ts'
import { toRecordKey, type RecordKey } from '../../core/record/record.ts'
import { withValues } from '../../lib/chunks.ts'
import type { Stores } from '../../store/stores.ts'
import { walkIds } from '../runs/walk-plan.ts'

type PlannedRecord = RecordKey & { kind: PlannedKind }

/** The records of a plan in its order, some thousand at a time, without reading their changes. */
export async function* walkPlanned(plans: Stores['plans'], runId: string): AsyncIterable<PlannedRecord[]> {
  for await (const ids of walkIds(plans, runId))
    yield withValues(ids, await plans.kinds(runId, ids)).flatMap(([id, kind]) =>
      kind === 'revert' ? [] : [{ ...toRecordKey(id), kind }],
    )
}
