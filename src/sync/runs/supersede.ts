import type { Note } from '../../core/reasons/note.ts'
import { describePlan } from '../../core/report/run-counts.ts'
import type { RunDeps } from '../deps.ts'
import { addNotes } from './add-notes.ts'
import { covers, waitingStates, type Run } from '../../core/run/run.ts'

/**
 * Supersedes waiting plans at the start of a rebuild or an undo, which cannot make the same plan again. A sync or a
 * repair decides when its plan is known.
 */
export async function supersedeAtStart(deps: RunDeps, run: Run): Promise<Run> {
  return run.kind === 'rebuild' || run.kind === 'undo' ? supersedeWaiting(deps, run) : run
}

/**
 * Supersedes waiting plans whose scope this run has compared completely. A run of some products or languages leaves
 * wider plans alone, and so does one that could not read a planned record (`spared`); the records that it syncs are
 * marked. Both runs report it, and a held plan also sends a notice. May be repeated.
 */
export async function supersedeWaiting(
  deps: RunDeps,
  run: Run,
  spared: ReadonlySet<string> = new Set(),
): Promise<Run> {
  const notes: Note[] = []
  for (const earlier of await deps.runs.waiting()) {
    // The rest of this run’s own plan keeps waiting.
    if (earlier.id === run.id || earlier.restOf === run.id || spared.has(earlier.id)) continue
    if (!covers(run, earlier)) continue
    const patch = { state: 'superseded', supersededBy: run.id } as const
    const superseded = await deps.runs.update(earlier.id, patch, waitingStates)
    if (superseded === undefined) continue
    const held = earlier.state === 'held'
    const changes = describePlan(earlier.planned)
    deps.log.info({ runId: earlier.id, by: run.id, held, changes }, 'waiting plan superseded')
    if (changes !== '') notes.push({ code: 'superseded', runId: earlier.id, held, planned: earlier.planned })
    // A slow receiver must not delay the new run.
    if (held) void deps.notify(superseded)
  }
  return (await addNotes(deps, run.id, notes)) ?? run
}
