import { isUploadFaultNote, uploadFaultNote } from '../../core/report/upload-fault.ts'
import type { SyncDeps } from '../deps.ts'

/**
 * Reports, in one run only, that raw uploads are blocked. The note is placed first, because a summary shows the first
 * ones.
 */
export async function noteUploadFault(
  { runs, formUploads, log }: SyncDeps,
  runId: string,
  fault: string | undefined,
): Promise<void> {
  if (fault === undefined || !(await formUploads.claimReport(runId))) return
  const run = await runs.read(runId)
  if (run === undefined || run.notes.some(isUploadFaultNote)) return
  await runs.update(runId, { notes: [uploadFaultNote(fault), ...run.notes] })
  log.warn({ runId, fault }, 'raw uploads are blocked; files are sent as forms')
}
