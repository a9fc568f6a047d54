import type { BlankedVersion } from '../../core/decisions/blanked-version.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'
import type { FetchedRecord } from './fetch-records.ts'

/** A version that a guard holds; an operator can accept exactly this version. */
export type Suspicion = Pick<BlankedVersion, 'digest' | 'blanks' | 'changes'> & { key: RecordKey }

/** Saves the held versions, and forgets those of records that are no longer suspicious; `before`: ids of the records with one. */
export async function saveSuspects(
  deps: SyncDeps,
  runId: string,
  { found, before }: { found: readonly Suspicion[]; before: ReadonlySet<string> },
  records: readonly FetchedRecord[],
): Promise<void> {
  const at = deps.now().toISOString()
  await deps.suspects.save(found.map(({ key, ...suspect }) => ({ key, value: { ...suspect, runId, at } })))
  const suspected = new Set(found.map(({ key }) => recordId(key)))
  const cleared = records
    .filter(({ key, fetched }) => !('reason' in fetched) && !suspected.has(recordId(key)))
    .map(({ key }) => key)
  await deps.suspects.remove(cleared.filter((key) => before.has(recordId(key))))
}
