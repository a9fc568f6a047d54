import type { RecordKey } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'

/** What the blank guard holds back of some records, so that a person can accept just that version. */
export type Suspicion = { key: RecordKey; digest: string; reason: string }

/** Remembers the versions that are held back, and forgets those of the other records that were looked at. */
export async function noteSuspects(
  deps: Pick<SyncDeps, 'suspects' | 'now'>,
  runId: string,
  found: readonly Suspicion[],
  cleared: readonly RecordKey[],
): Promise<void> {
  const at = deps.now().toISOString()
  await deps.suspects.save(found.map(({ key, ...suspect }) => ({ key, value: { ...suspect, runId, at } })))
  if (cleared.length === 0 || (await deps.suspects.count()) === found.length) return
  await deps.suspects.remove(cleared)
}
