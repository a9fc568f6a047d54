import { batchFaultNote, isBatchFaultNote } from '../../core/report/batch-fault.ts'
import type { SyncDeps } from '../deps.ts'

/** Reports once per run that batches are blocked. The note is placed first, because a summary shows the first ones. */
export async function noteBatchFault(
  { runs, log }: SyncDeps,
  runId: string,
  fault: string | undefined,
): Promise<void> {
  if (fault === undefined) return
  const run = await runs.read(runId)
  if (run === undefined || run.notes.some(isBatchFaultNote)) return
  await runs.update(runId, { notes: [batchFaultNote(fault), ...run.notes] })
  log.warn({ runId, fault }, 'batches are blocked; each write is a separate request')
}
