import { isUploadFaultNote, uploadFaultNote } from '../../core/report/upload-fault.ts'
import type { SyncDeps } from '../deps.ts'

/** Reports, once a run, that raw uploads are blocked. The note comes first, because a summary shows the first ones. */
export async function noteUploadFault(
  { runs, log }: Pick<SyncDeps, 'runs' | 'log'>,
  runId: string,
  fault: string | undefined,
): Promise<void> {
  if (fault === undefined) return
  const run = await runs.read(runId)
  if (run === undefined || run.notes.some(isUploadFaultNote)) return
  await runs.update(runId, { notes: [uploadFaultNote(fault), ...run.notes] })
  log.warn({ runId, fault }, 'raw uploads are blocked; files are sent as forms')
}
