import type { SyncDeps } from '../deps.ts'
import { addFirstNote } from '../batches/add-first-note.ts'

/** Reports, in one run only, that raw uploads are blocked. */
export async function noteUploadFault(
  deps: SyncDeps,
  runId: string,
  fault: string | undefined,
): Promise<void> {
  if (fault === undefined || !(await deps.formUploads.claimReport(runId))) return
  if (await addFirstNote(deps, runId, { code: 'uploads-blocked', detail: fault }))
    deps.log.warn({ runId, fault }, 'raw uploads are blocked; files are sent as forms')
}
