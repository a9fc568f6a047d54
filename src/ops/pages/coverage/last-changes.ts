import { toRecordKey, type RecordKey } from '../../../core/record/record.ts'
import { isWaiting, type Run } from '../../../core/record/run.ts'
import type { OpsDeps } from '../../deps.ts'

/** What the last run did, or is about to do; the records of a plan that waits, unless they are too many to mark each. */
export type LastChanges = { run: Run; waits: boolean; count: number; records: RecordKey[] | undefined }

type Deps = Pick<OpsDeps, 'runs' | 'plans'>

/** More are not marked one by one: then nearly everything changed, and the run’s own page says more. */
const mostMarked = 20_000
const runsLooked = 20
const pageSize = 5_000

/** Reads what the newest run that writes wrote, or which records it plans to write; undefined when there was none. */
export async function readLastChanges(deps: Deps): Promise<LastChanges | undefined> {
  const run = await findLastRun(deps)
  if (run === undefined) return undefined
  const waits = isWaiting(run)
  const { create, update, restore, retire } = run.planned
  const { created, updated, restored, retired, undone } = run.counts
  const count = waits ? create + update + restore + retire : created + updated + restored + retired + undone
  if (!waits) return { run, waits, count, records: [] }
  if (count > mostMarked) return { run, waits, count, records: undefined }
  const records = await readPlanned(deps, run.id)
  return { run, waits, count: records.length, records }
}

/** The newest run that wrote, or may. */
export async function findLastRun({ runs }: Pick<OpsDeps, 'runs'>): Promise<Run | undefined> {
  return (await runs.list(runsLooked)).find(mayWrite)
}

function mayWrite({ kind, repair, state }: Run): boolean {
  if (state === 'cancelled' || state === 'superseded') return false
  return kind !== 'verify' || repair === true
}

async function readPlanned({ plans }: Deps, runId: string): Promise<RecordKey[]> {
  const records: RecordKey[] = []
  for (const part of ['write', 'retire'] as const) {
    for (let offset = 0; ; offset += pageSize) {
      const ids = await plans.list(runId, part, offset, pageSize)
      records.push(...ids.map(toRecordKey))
      if (ids.length < pageSize) break
    }
  }
  return records
}

/** The results that mean that the page was written. */
export const written: ReadonlySet<string> = new Set(['created', 'updated', 'restored', 'retired', 'undone'])
