import type { Outcome, PlannedKind } from '../../../core/run/change.ts'
import { plainWhyOf } from '../../../core/report/history.ts'
import { recordId, type RecordKey } from '../../../core/record/record.ts'
import { isWaiting, type Run } from '../../../core/run/run.ts'
import type { OpsDeps } from '../../deps.ts'
import { digestOf } from '../../../core/text/digest.ts'
import { inGeneral } from '../../../core/report/reasons/show.ts'
import { shortened } from '../../../core/report/sentence.ts'
import { walkPlanned } from '../../../sync/views/walk-planned.ts'

/** A record's result, or its change in a waiting plan. */
export type What = Outcome['result'] | PlannedKind
/** One record of a run with the fields that it concerns; `group` identifies its reason, "" without one. */
export type IndexEntry = RecordKey & { what: What; group: string; fields: readonly string[] }

/** A run's records, those that need a decision first; `cut` if there are more than are read. */
export type RunIndex = { entries: IndexEntry[]; reasons: ReadonlyMap<string, string>; cut: boolean }

const mostEntries = 100_000

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

/** The fields that were written, kept or are in conflict. */
function fieldsOf({ fields = [], kept = [], conflicts = [] }: Outcome): readonly string[] {
  return kept.length + conflicts.length === 0 ? fields : [...new Set([...fields, ...kept, ...conflicts])]
}

/** Reads the results of a run's records, without their content. */
export async function readRunIndex(deps: OpsDeps, run: Run): Promise<RunIndex> {
  const entries = new Map<string, IndexEntry>()
  const reasons = new Map<string, string>()
  const groups = new Map<string, string>()
  const groupFor = (entry: Parameters<typeof plainWhyOf>[0]): string => {
    const why = plainWhyOf(entry)
    const known = groups.get(why)
    if (known !== undefined) return known
    const text = plainWhyOf(entry, inGeneral)
    const id = text === '' ? '' : digestOf(text).slice(0, 10)
    groups.set(why, id)
    // The parts that differ within a group are omitted; a reason that is the same for all is shown in full.
    if (id !== '') reasons.set(id, shortened(reasons.has(id) ? text : why))
    return id
  }
  for await (const some of deps.runs.scanOutcomes(run.id)) {
    for (const outcome of some) {
      const { gtin, language, result } = outcome
      const group = groupFor({ ...outcome, kind: run.kind })
      entries.set(recordId(outcome), { gtin, language, what: result, group, fields: fieldsOf(outcome) })
    }
    if (entries.size >= mostEntries) break
  }
  if (isWaiting(run)) {
    for await (const planned of walkPlanned(deps.plans, run.id)) {
      for (const { kind, ...record } of planned)
        entries.set(recordId(record), { ...record, what: kind, group: '' })
      if (entries.size >= mostEntries) break
    }
  }
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry)
  const byKind = Map.groupBy(sorted, ({ what }) => what)
  return {
    entries: whats.flatMap((what) => byKind.get(what) ?? []),
    reasons,
    cut: entries.size >= mostEntries,
  }
}
