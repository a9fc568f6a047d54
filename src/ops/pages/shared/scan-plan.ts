import type { PlannedKind } from '../../../core/plan/change.ts'
import { toRecordKey, type RecordKey } from '../../../core/record/record.ts'
import type { OpsDeps } from '../../deps.ts'

type PlannedRecord = RecordKey & { kind: PlannedKind }

const pageSize = 5_000

/** The records of a plan, some thousand at a time, without reading their changes. */
export async function* scanPlan(
  plans: Pick<OpsDeps['plans'], 'list' | 'countKinds'>,
  runId: string,
): AsyncIterable<PlannedRecord[]> {
  const { create, update } = await plans.countKinds(runId)
  // Planned writes are sorted by kind, so the counts determine the kind of each record.
  const kindAt = (position: number): PlannedKind => {
    if (position < create) return 'create'
    return position < create + update ? 'update' : 'restore'
  }
  for (const part of ['write', 'retire'] as const) {
    for (let offset = 0; ; offset += pageSize) {
      const ids = await plans.list(runId, part, offset, pageSize)
      yield ids.map((id, at) => ({
        ...toRecordKey(id),
        kind: part === 'retire' ? 'retire' : kindAt(offset + at),
      }))
      if (ids.length < pageSize) break
    }
  }
}
