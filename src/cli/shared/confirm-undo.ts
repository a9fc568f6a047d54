import { plural } from '../../core/record/plural.ts'
import type { Runs } from '../../sync/ports/runs.ts'
import { ask, type Terminal } from '../terminal/prompt.ts'

/** Has a person agree to undo a run. What cannot be undone is refused with its reason elsewhere: nothing is asked. */
export async function agreesToUndo(
  runs: Pick<Runs, 'read'>,
  runId: string,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<boolean> {
  const run = await runs.read(runId)
  const { created = 0, updated = 0, restored = 0, retired = 0, undone = 0 } = run?.counts ?? {}
  const written = created + updated + restored + retired + undone
  if (written === 0) return true
  const pages = `${written} ${plural(written, 'page')}`
  return ask(`Put back what run ${runId} wrote to ${pages}, where nobody touched it since?`, terminal, signal)
}
