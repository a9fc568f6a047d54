import { toRecordKey, type RecordKey } from '../../../core/record/record.ts'
import { isWaiting, type Run } from '../../../core/record/run.ts'
import type { OpsDeps } from '../../deps.ts'

/** What the last run did or, while it is `pending`, would do; its records, unless they are too many to mark. */
export type LastChanges = { run: Run; pending: boolean; count: number; records: RecordKey[] | undefined }

type Deps = Pick<OpsDeps, 'runs' | 'plans'>

/** More records than this are not marked: the run's page lists them. */
const mostMarked = 20_000
const runsLooked = 20
const pageSize = 5_000

/** Reads what the newest run that writes wrote or plans to write; undefined without one. */
export async function readLastChanges(deps: Deps): Promise<LastChanges | undefined> {
  const run = await findLastRun(deps)
  if (run === undefined) return undefined
  const pending = isWaiting(run)
  const { create, update, restore, retire } = run.planned
  const { created, updated, restored, retired, undone } = run.counts
  const count = pending ? create + update + restore + retire : created + updated + restored + retired + undone
  if (!pending) return { run, pending, count, records: [] }
  if (count > mostMarked) return { run, pending, count, records: undefined }
  const records = await readPlanned(deps, run.id)
  return { run, pending, count: records.length, records }
}

/** The newest run that wrote or may write. */
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

/** Results of records whose page was written. */
export const written: ReadonlySet<string> = new Set(['created', 'updated', 'restored', 'retired', 'undone'])
