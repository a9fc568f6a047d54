import type { Outcome } from '../../core/change.ts'
import type { RecordKey } from '../../core/record.ts'
import type { Snapshot, SnapshotHead } from '../../core/snapshot.ts'

export type Intent = { runId: string; sentAt: number }

/** What a batch of writes led to, saved in one step: the snapshot is the acknowledgement. */
export type Commit = { outcome: Outcome; snapshot?: Snapshot | SnapshotHead }

export interface Writes {
  /** Marks creates as sent; answers for each the intent that stood there before, if any. */
  intend(runId: string, keys: readonly RecordKey[], now: number): Promise<(Intent | undefined)[]>
  intents(keys: readonly RecordKey[]): Promise<(Intent | undefined)[]>
  /** One transaction: snapshots and outcomes in, intents and plan items out, and the run's progress counted on. */
  /** Remembers records whose create may have happened twice, for the sweep at the run's end. */
  markUncertain(runId: string, keys: readonly RecordKey[]): Promise<void>
  /** Ids of the records so marked. */
  uncertain(runId: string): Promise<string[]>
  commit(runId: string, commits: readonly Commit[]): Promise<void>
}
