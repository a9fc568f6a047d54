import type { Outcome } from '../../core/change.ts'
import type { Conflict } from '../../core/conflict.ts'
import type { Order } from '../../core/order.ts'
import type { RecordKey } from '../../core/record.ts'
import type { Replaced } from '../../core/replaced.ts'
import type { Snapshot, SnapshotHead } from '../../core/snapshot.ts'

export type Intent = { runId: string; sentAt: number }

/** What a batch of writes led to, saved in one step: the snapshot is the acknowledgement. */
export type Commit = {
  outcome: Outcome
  snapshot?: Snapshot | SnapshotHead
  /** What stood there before, kept for 30 days so that the run can be undone. */
  replaced?: Replaced
  /** What waits for a person from now on; a snapshot without one says that there is no conflict any more. */
  conflict?: Conflict
  /** What a person decided and this carries out: taken away, unless they decided anew meanwhile. */
  done?: Order
  /** An order that comes with the write, or `none`: the one that stands is taken back. */
  order?: Order | 'none'
}

export interface Writes {
  /** Marks creates as sent; answers for each the intent that stood there before, if any. */
  intend(runId: string, keys: readonly RecordKey[], now: number): Promise<(Intent | undefined)[]>
  intents(keys: readonly RecordKey[]): Promise<(Intent | undefined)[]>
  /** Remembers records whose create may have happened twice, for the sweep at the run's end. */
  markUncertain(runId: string, keys: readonly RecordKey[]): Promise<void>
  /** Ids of the records so marked. */
  uncertain(runId: string): Promise<string[]>
  /** One transaction: snapshots and outcomes in, intents and plan items out, and the run's progress counted on. */
  commit(runId: string, commits: readonly Commit[]): Promise<void>
}
