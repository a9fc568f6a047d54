import type { SyncDeps } from '../deps.ts'

/** Adds notes to a run’s report, each once. */
export async function addNotes(
  deps: Pick<SyncDeps, 'runs'>,
  runId: string,
  notes: readonly string[],
): Promise<void> {
  if (notes.length === 0) return
  const run = await deps.runs.read(runId)
  if (run) await deps.runs.update(runId, { notes: [...new Set([...run.notes, ...notes])] })
}
