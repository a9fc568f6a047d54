import type { RecordKey } from '../../../core/record/record.ts'
import { isWaiting, type Run } from '../../../core/record/run.ts'
import type { OpsDeps } from '../../deps.ts'
import { countWritten } from '../../live/run-report.ts'
import { scanPlan } from '../shared/scan-plan.ts'

/** What the last run did or, while it is `pending`, would do; `records` of its plan, unless they are too many to mark. */
export type LastChanges = { run: Run; pending: boolean; count: number; records: RecordKey[] | undefined }

/** More records than this are not marked: the run's page lists them. */
const mostMarked = 20_000
const runsLooked = 20

/** Reads what the newest run that writes wrote or plans to write; undefined without one. */
export async function readLastChanges(deps: OpsDeps): Promise<LastChanges | undefined> {
  const run = await findLastRun(deps)
  if (run === undefined) return undefined
  if (!isWaiting(run)) return { run, pending: false, count: countWritten(run), records: [] }
  const { create, update, restore, retire } = run.planned
  const count = create + update + restore + retire
  if (count > mostMarked) return { run, pending: true, count, records: undefined }
  const records = (await Array.fromAsync(scanPlan(deps.plans, run.id))).flat()
  return { run, pending: true, count: records.length, records }
}

/** The newest run that wrote or may write. */
export async function findLastRun({ runs }: OpsDeps): Promise<Run | undefined> {
  return (await runs.list(runsLooked)).find(mayWrite)
}

function mayWrite({ kind, repair, state }: Run): boolean {
  if (state === 'cancelled' || state === 'superseded') return false
  return kind !== 'verify' || repair === true
}
