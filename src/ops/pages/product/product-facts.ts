import type { Change } from '../../../core/plan/change.ts'
import type { Conflict } from '../../../core/page/conflict.ts'
import type { Deferral } from '../../../core/decisions/deferral.ts'
import type { Failing } from '../../../core/decisions/quarantine.ts'
import type { HistoryEntry } from '../../../core/decisions/history.ts'
import type { MissingAssets } from '../../../core/decisions/missing-assets.ts'
import type { PendingDecision } from '../../../core/decisions/pending-decision.ts'
import { recordId, type RecordKey } from '../../../core/record/record.ts'
import type { Snapshot } from '../../../core/record/snapshot.ts'
import type { Suspect } from '../../../core/plan/suspect.ts'
import { isWaiting, type Run } from '../../../core/record/run.ts'
import type { OpsDeps } from '../../deps.ts'
import { findLastRun, written } from '../coverage/last-changes.ts'

/** Everything that Redis stores about one record. */
export type RecordFacts = RecordKey & {
  snapshot: Snapshot | undefined
  conflict: Conflict | undefined
  suspect: Suspect | undefined
  pending: PendingDecision | undefined
  deferral: Deferral | undefined
  failing: Failing | undefined
  missingAssets: MissingAssets | undefined
  /** The newest entry of its history. */
  last: HistoryEntry | undefined
  /** The last run, if it wrote this record or plans to. */
  changedBy: { run: Run; planned: Change | undefined } | undefined
}

export type ProductFacts = { records: RecordFacts[]; entries: HistoryEntry[]; known: boolean }

type Deps = Pick<OpsDeps, 'snapshots' | 'history' | 'tables' | 'runs' | 'plans' | 'undo'>

/** Reads a product in every language of the mirror; `known` is false when no run ever saw it. */
export async function readProductFacts(deps: Deps, gtin: string): Promise<ProductFacts> {
  const history = await deps.history(gtin, undefined)
  const inHistory = history.entries.map(({ language }) => language)
  const languages = [...new Set([...history.languages, ...inHistory])].sort()
  const keys = languages.map((language) => ({ gtin, language }))
  const { conflicts, suspects, decisions, deferrals, failing, missingAssets } = deps.tables
  const [snapshots, ...tables] = await Promise.all([
    deps.snapshots.read(keys),
    conflicts.read(keys),
    suspects.read(keys),
    decisions.read(keys),
    deferrals.read(keys),
    failing.read(keys),
    missingAssets.read(keys),
  ])
  const changedBy = await readChangedBy(deps, keys, snapshots)
  const records = keys.map((key, at) => ({
    ...key,
    snapshot: snapshots[at],
    conflict: tables[0][at],
    suspect: tables[1][at],
    pending: tables[2][at],
    deferral: tables[3][at],
    failing: tables[4][at],
    missingAssets: tables[5][at],
    last: history.entries.find(({ language }) => language === key.language),
    changedBy: changedBy(at),
  }))
  const marked = records.some((record) => record.failing ?? record.pending ?? record.suspect)
  return {
    records,
    entries: history.entries,
    known: history.pages.length > 0 || inHistory.length > 0 || marked,
  }
}

async function readChangedBy(
  deps: Deps,
  keys: readonly RecordKey[],
  snapshots: readonly (Snapshot | undefined)[],
): Promise<(at: number) => RecordFacts['changedBy']> {
  const run = await findLastRun(deps)
  if (run === undefined) return () => undefined
  if (isWaiting(run)) {
    const changes = await deps.plans.read(run.id, keys.map(recordId))
    return (at) => changes[at] && { run, planned: changes[at] }
  }
  const wanted = keys.map((key, at) => ({ key, snapshot: snapshots[at] }))
  const done = await deps.undo.read(run.id, wanted)
  return (at) => {
    const result = done[at]?.outcome.result
    return result !== undefined && written.has(result) ? { run, planned: undefined } : undefined
  }
}
