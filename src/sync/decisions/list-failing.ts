import type { FailingList, FailingRecord } from '../../core/decisions/quarantine.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { Stores } from '../../store/stores.ts'

/** At most `limit` failing records, quarantined or not, the most failures first. */
export async function listFailing({ failing }: Stores, limit: number): Promise<FailingList> {
  const found = new Map<string, FailingRecord>()
  for await (const entries of failing.scan()) {
    for (const { key, value } of entries) {
      const { runId: _, ...listed } = value
      found.set(recordId(key), { ...key, ...listed })
    }
  }
  const all = [...found.values()].sort((a, b) => b.count - a.count || (recordId(a) < recordId(b) ? -1 : 1))
  return {
    failing: all.slice(0, limit),
    quarantined: all.filter(({ nextTryAt }) => nextTryAt !== undefined).length,
  }
}

/** Releases records from quarantine, so that the next run requests them; returns these records. */
export async function retryFailing(
  { failing }: Stores,
  scope: { gtin?: string; language?: string },
): Promise<RecordKey[]> {
  const freed = new Map<string, RecordKey>()
  for await (const entries of failing.scan()) {
    const wanted = entries.filter(
      ({ key, value }) =>
        value.nextTryAt !== undefined &&
        (scope.gtin === undefined || key.gtin === scope.gtin) &&
        (scope.language === undefined || key.language === scope.language),
    )
    for (const { key } of wanted) freed.set(recordId(key), key)
  }
  const keys = [...freed.values()].sort((a, b) => (recordId(a) < recordId(b) ? -1 : 1))
  await failing.remove(keys)
  return keys
}
