import { sayUnknown, type HistoryEntry } from '../../../core/report/history.ts'
import type { StateFacts } from '../../../core/report/record-state.ts'
import { recordId, type RecordKey } from '../../../core/record/record.ts'
import type { Snapshot } from '../../../core/record/snapshot.ts'
import { isWaiting, type Run } from '../../../core/run/run.ts'
import { readFacts } from '../../../sync/decisions/read-facts.ts'
import { readHistory } from '../../../sync/runs/read-history.ts'
import type { OpsDeps } from '../../deps.ts'
import { isWritten } from '../../live/run-report.ts'
import { findLastRun } from '../coverage/last-changes.ts'

/** Everything that Redis stores about one record. */
export type RecordFacts = RecordKey &
  StateFacts & {
    snapshot: Snapshot | undefined
    /** The newest entry of its history. */
    last: HistoryEntry | undefined
    /** The last run, if it wrote this record. */
    writtenBy: Run | undefined
  }

/** `unknown` is the message for a product that was never in a run. */
export type ProductFacts = { records: RecordFacts[]; entries: HistoryEntry[]; unknown: string | undefined }

/** Reads a product in every language of the mirror. */
export async function readProductFacts(deps: OpsDeps, gtin: string): Promise<ProductFacts> {
  const history = await readHistory(deps, gtin, undefined, deps.now())
  const inHistory = history.entries.map(({ language }) => language)
  const languages = [...new Set([...history.languages, ...inHistory])].sort()
  const keys = languages.map((language) => ({ gtin, language }))
  const [writtenBy, snapshots, facts] = await Promise.all([
    readWrittenBy(deps, keys),
    deps.snapshots.read(keys),
    readFacts(deps, keys),
  ])
  const records = keys.map((key, at) => ({
    ...key,
    ...facts[at],
    snapshot: snapshots[at],
    last: history.entries.find(({ language }) => language === key.language),
    writtenBy: writtenBy[at],
  }))
  const marked = records.some((record) => record.failing ?? record.pending ?? record.suspect)
  return {
    records,
    entries: history.entries,
    unknown: marked ? undefined : sayUnknown(history, gtin, undefined),
  }
}

async function readWrittenBy(deps: OpsDeps, keys: readonly RecordKey[]): Promise<(Run | undefined)[]> {
  const run = await findLastRun(deps)
  if (run === undefined || isWaiting(run)) return []
  const outcomes = await deps.undo.outcomes(run.id, keys.map(recordId))
  return outcomes.map((outcome) => (outcome && isWritten(outcome.result) ? run : undefined))
}
