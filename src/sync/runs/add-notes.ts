import type { Run } from '../../core/run/run.ts'
import { hideSecrets } from '../../lib/text/secrets.ts'
import type { RunDeps } from '../deps.ts'

/** Adds notes to a run’s report, each once; returns the run, or undefined if there is nothing to add. */
export async function addNotes(
  { runs }: RunDeps,
  runId: string,
  notes: readonly string[],
): Promise<Run | undefined> {
  const run = notes.length === 0 ? undefined : await runs.read(runId)
  // In the stored form, so that a repeated note is recognised.
  const told = notes.map(hideSecrets)
  return run && runs.update(runId, { notes: [...new Set([...run.notes, ...told])] })
}
