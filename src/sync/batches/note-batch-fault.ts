import type { SyncDeps } from '../deps.ts'
import { addFirstNote } from './add-first-note.ts'

/** Reports once per run that batches are blocked. */
export async function noteBatchFault(
  deps: SyncDeps,
  runId: string,
  fault: string | undefined,
): Promise<void> {
  if (fault === undefined) return
  if (await addFirstNote(deps, runId, { code: 'batches-blocked', detail: fault }))
    deps.log.warn({ runId, fault }, 'batches are blocked; each write is a separate request')
}
