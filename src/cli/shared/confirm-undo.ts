import { plural } from '../../core/record/plural.ts'
import type { Runs } from '../../sync/ports/runs.ts'
import { ask, type Terminal } from '../terminal/prompt.ts'

/** Asks before an undo. A run that cannot be undone is refused later with the reason, without asking. */
export async function confirmUndo(
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
  return ask(`Undo run ${runId} on ${pages}, except where someone has edited since?`, terminal, signal)
}
