import type { Change } from '../../../core/plan/change.ts'
import type { Conflict } from '../../../core/page/conflict.ts'
import type { Deferral } from '../../../core/decisions/deferral.ts'
import type { Failing } from '../../../core/decisions/quarantine.ts'
import { sayUnknown, type HistoryEntry } from '../../../core/decisions/history.ts'
import type { MissingAssets } from '../../../core/decisions/missing-assets.ts'
import type { PendingDecision } from '../../../core/decisions/pending-decision.ts'
import { recordId, type RecordKey } from '../../../core/record/record.ts'
import type { Snapshot } from '../../../core/record/snapshot.ts'
import type { Suspect } from '../../../core/plan/suspect.ts'
import { isWaiting, type Run } from '../../../core/record/run.ts'
import type { OpsDeps } from '../../deps.ts'
import { isWritten } from '../../live/run-report.ts'
import { findLastRun } from '../coverage/last-changes.ts'

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

/** `unknown` is the message for a product that no run ever saw. */
export type ProductFacts = { records: RecordFacts[]; entries: HistoryEntry[]; unknown: string | undefined }

/** Reads a product in every language of the mirror. */
export async function readProductFacts(deps: OpsDeps, gtin: string): Promise<ProductFacts> {
  const history = await deps.history(gtin, undefined)
  const inHistory = history.entries.map(({ language }) => language)
  const languages = [...new Set([...history.languages, ...inHistory])].sort()
  const keys = languages.map((language) => ({ gtin, language }))
  const { conflicts, suspects, decisions, deferrals, failing, missingAssets } = deps.tables
  const [changedBy, snapshots, ...tables] = await Promise.all([
    readChangedBy(deps, keys),
    deps.snapshots.read(keys),
    conflicts.read(keys),
    suspects.read(keys),
    decisions.read(keys),
    deferrals.read(keys),
    failing.read(keys),
    missingAssets.read(keys),
  ])
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
    changedBy: changedBy[at],
  }))
  const marked = records.some((record) => record.failing ?? record.pending ?? record.suspect)
  return {
    records,
    entries: history.entries,
    unknown: marked ? undefined : sayUnknown(history, gtin, undefined),
  }
}

async function readChangedBy(deps: OpsDeps, keys: readonly RecordKey[]): Promise<RecordFacts['changedBy'][]> {
  const run = await findLastRun(deps)
  if (run === undefined) return []
  if (isWaiting(run)) {
    const changes = await deps.plans.read(run.id, keys.map(recordId))
    return changes.map((planned) => planned && { run, planned })
  }
  const outcomes = await deps.undo.outcomes(run.id, keys.map(recordId))
  return outcomes.map((outcome) =>
    outcome && isWritten(outcome.result) ? { run, planned: undefined } : undefined,
  )
}
