import { isWaiting, type Run } from '../../../core/run/run.ts'
import type { OpsDeps } from '../../deps.ts'
import { countWritten } from '../../live/run-report.ts'

/** The changes of the last run, or while it is `pending`, its planned ones. */
export type LastChanges = { run: Run; pending: boolean; count: number }

const runsLooked = 20

/** Reads the written or planned changes of the newest run that writes; undefined without one. */
export async function readLastChanges(deps: OpsDeps): Promise<LastChanges | undefined> {
  const run = await findLastRun(deps)
  if (run === undefined) return undefined
  if (!isWaiting(run)) return { run, pending: false, count: countWritten(run) }
  const { create, update, restore, retire } = run.planned
  return { run, pending: true, count: create + update + restore + retire }
}

/** The newest run that wrote or may write. */
export async function findLastRun({ runs }: OpsDeps): Promise<Run | undefined> {
  return (await runs.list(runsLooked)).find(mayWrite)
}

function mayWrite({ kind, repair, state }: Run): boolean {
  if (state === 'cancelled' || state === 'superseded') return false
  return kind !== 'verify' || repair === true
}
