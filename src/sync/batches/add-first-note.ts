import type { Note } from '../../core/reasons/note.ts'
import type { RunDeps } from '../deps.ts'

/** Adds a note in the first place, because a summary shows the first ones; returns false if the run has it. */
export async function addFirstNote({ runs }: RunDeps, runId: string, note: Note): Promise<boolean> {
  const run = await runs.read(runId)
  if (run === undefined || run.notes.some(({ code }) => code === note.code)) return false
  await runs.update(runId, { notes: [note, ...run.notes] })
  return true
}
