import type { Change, Outcome } from '../../../core/plan/change.ts'
import { whyOf } from '../../../core/decisions/history.ts'
import { recordId, toRecordKey, type RecordKey } from '../../../core/record/record.ts'
import { isWaiting, type Run } from '../../../core/record/run.ts'
import type { OpsDeps } from '../../deps.ts'
import { digestOf } from '../../../core/record/digest.ts'
import { groupOf, wholeOf } from '../../../core/report/reason.ts'

/** A record’s result, or the change that a waiting plan has for it. */
export type What = Outcome['result'] | Change['kind']
/** One record of a run; `group` identifies its reason, "" without one. */
export type IndexEntry = RecordKey & { what: What; group: string }

/** A run’s records, those that need a decision first; `cut` when there are more than are read. */
export type RunIndex = { entries: IndexEntry[]; reasons: ReadonlyMap<string, string>; cut: boolean }

type Deps = { runs: Pick<OpsDeps['runs'], 'scanOutcomes'>; plans: OpsDeps['plans'] }

const mostEntries = 100_000
const pageSize = 5_000

/** The order of the list: results that need a decision first, planned changes next to their results. */
export const whats = [
  'failed',
  'held',
  'quarantined',
  'deferred',
  'kept',
  'retired',
  'retire',
  'restored',
  'restore',
  'undone',
  'updated',
  'update',
  'created',
  'create',
  'unchanged',
] as const satisfies readonly What[]

/** Reads the results of a run’s records, without the texts. */
export async function readRunIndex(deps: Deps, run: Run): Promise<RunIndex> {
  const entries = new Map<string, IndexEntry>()
  const reasons = new Map<string, string>()
  const groups = new Map<string, string>()
  const groupFor = (why: string): string => {
    const known = groups.get(why)
    if (known !== undefined) return known
    const text = groupOf(why)
    const id = text === '' ? '' : digestOf(text).slice(0, 10)
    groups.set(why, id)
    // What differs within a group is left out; a reason that is the same for all is shown in full.
    if (id !== '') reasons.set(id, reasons.has(id) ? text : wholeOf(why))
    return id
  }
  for await (const some of deps.runs.scanOutcomes(run.id)) {
    for (const outcome of some) {
      const { gtin, language, result } = outcome
      const group = groupFor(whyOf({ ...outcome, ...asEntry(run) }))
      entries.set(recordId(outcome), { gtin, language, what: result, group })
    }
    if (entries.size >= mostEntries) break
  }
  if (isWaiting(run)) await addPlanned(deps, run.id, entries)
  const ranks = new Map<What, number>(whats.map((what, rank) => [what, rank]))
  const rankOf = ({ what }: IndexEntry): number => ranks.get(what) ?? 0
  const sorted = [...entries].sort(([a, one], [b, other]) => rankOf(one) - rankOf(other) || (a < b ? -1 : 1))
  return { entries: sorted.map(([, entry]) => entry), reasons, cut: entries.size >= mostEntries }
}

/** What `whyOf` needs of an outcome’s run. */
export function asEntry({ id, kind, trigger, createdAt }: Run) {
  return { at: createdAt, runId: id, kind, trigger }
}

/** A plan is sorted by kind: the counts give each change’s kind without reading it. */
async function addPlanned({ plans }: Deps, runId: string, entries: Map<string, IndexEntry>): Promise<void> {
  const counts = await plans.countKinds(runId)
  const kinds = (['create', 'update', 'restore'] as const).flatMap((kind) => [[kind, counts[kind]] as const])
  for (const part of ['write', 'retire'] as const) {
    for (let offset = 0; entries.size < mostEntries; offset += pageSize) {
      const ids = await plans.list(runId, part, offset, pageSize)
      for (const [index, id] of ids.entries()) {
        const what = part === 'retire' ? 'retire' : kindAt(kinds, offset + index)
        entries.set(id, { ...toRecordKey(id), what, group: '' })
      }
      if (ids.length < pageSize) break
    }
  }
}

function kindAt(kinds: readonly (readonly [Change['kind'], number])[], position: number): Change['kind'] {
  let end = 0
  for (const [kind, count] of kinds) {
    end += count
    if (position < end) return kind
  }
  return 'restore'
}
