import type { RecordKey } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'

/** A version that the blank guard holds, so that a person can accept exactly that one. */
export type Suspicion = { key: RecordKey; digest: string; reason: string }

/** Saves the held versions, and forgets those of the other records of the chunk. */
export async function saveSuspects(
  deps: SyncDeps,
  runId: string,
  found: readonly Suspicion[],
  cleared: readonly RecordKey[],
): Promise<void> {
  const at = deps.now().toISOString()
  await deps.suspects.save(found.map(({ key, ...suspect }) => ({ key, value: { ...suspect, runId, at } })))
  if (cleared.length === 0 || (await deps.suspects.count()) === found.length) return
  await deps.suspects.remove(cleared)
}
