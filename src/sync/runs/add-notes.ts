import { uniqueNotes, type Note } from '../../core/reasons/note.ts'
import type { Run } from '../../core/run/run.ts'
import { hideSecretsIn } from '../../lib/text/secrets.ts'
import type { RunDeps } from '../deps.ts'

/** Adds notes to a run’s report, each once; returns the run, or undefined if there is nothing to add. */
export async function addNotes(
  { runs }: RunDeps,
  runId: string,
  notes: readonly Note[],
): Promise<Run | undefined> {
  const run = notes.length === 0 ? undefined : await runs.read(runId)
  // In the stored form, so that a repeated note is recognised.
  const redacted = hideSecretsIn(notes, ['code'])
  return run && runs.update(runId, { notes: uniqueNotes([...run.notes, ...redacted]) })
}

/** Notes about unusable stored values, each with the sentence of the store. */
export function damagedNotes(sentences: readonly string[]): Note[] {
  return sentences.map((detail) => ({ code: 'damaged-value', detail }))
}
