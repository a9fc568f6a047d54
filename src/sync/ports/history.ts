import type { HistoryEntry } from '../../core/decisions/history.ts'
import type { RecordKey } from '../../core/record/record.ts'

/** What happened to records, read from the outcomes of the runs that are kept. */
export interface History {
  /** Newest first; as far back as `since`, or as runs are kept. */
  read(keys: readonly RecordKey[], since: Date): Promise<HistoryEntry[]>
}
