import type { Outcome } from '../../core/plan/change.ts'
import type { Conflict } from '../../core/page/conflict.ts'
import type { MergeField } from '../../core/page/merge.ts'
import type { PendingDecision } from '../../core/decisions/pending-decision.ts'
import type { RecordKey } from '../../core/record/record.ts'
import type { Replaced } from '../../core/plan/undo-entry.ts'
import type { Snapshot, SnapshotHead } from '../../core/record/snapshot.ts'

/** What a write is about: a record, or a parent page as `parent:<path>`. */
export type IntentKey = RecordKey | `parent:${string}`

export type Intent = {
  runId: string
  sentAt: number
  /** The time by the CMS’s clock before the first create that may still land, in ms since 1970. */
  since?: number
  /** Of an update of a page that is bound: what its revisions were when it was read. Of nothing else. */
  read?: PageRead
  wrote?: Wrote
}

/** A write that is about to be sent. */
export type IntendedWrite = { key: IntentKey } & {
  [field in 'since' | 'read' | 'wrote']?: Intent[field] | undefined
}

/** A digest of the texts that a write was to bring, and the fields in which it left a page to an editor. */
export type Wrote = { digest: string; left: MergeField[] }

/** The newest revision of a page and their number, see Page. */
export type PageRead = { revision: number; revisions: number }

/** Something whose create may have happened twice, `id` a record’s or `parent:<path>`, and since when it may have. */
export type Uncertain = { id: string; since?: number }

/** What a batch of writes led to, saved in one step: the snapshot is the acknowledgement. */
export type Commit = {
  outcome: Outcome
  snapshot?: Snapshot | SnapshotHead
  /** What stood there before, kept for 30 days so that the run can be undone. */
  replaced?: Replaced
  /** What waits for a person from now on; a snapshot without one says that there is no conflict any more. */
  conflict?: Conflict
  /**
   * What stands in the place of the order that was read; undefined: that one is carried out or undone, and goes. Where
   * a person decided anew meanwhile, their word stays.
   */
  pending?: { read: PendingDecision | undefined; now: PendingDecision | undefined }
}

export interface Writes {
  /** Marks writes as sent at `now`; returns the earlier intent of each, if any. */
  intend(runId: string, writes: readonly IntendedWrite[], now: number): Promise<(Intent | undefined)[]>
  intents(keys: readonly IntentKey[]): Promise<(Intent | undefined)[]>
  /** Takes away the intents of parent pages that stand; those of records go with their commit. */
  clearIntents(keys: readonly IntentKey[]): Promise<void>
  /** Remembers what may have been created twice, for the sweep at the run's end; `since` is its intent's by default. */
  markUncertain(runId: string, keys: readonly IntentKey[], since?: number): Promise<void>
  uncertain(runId: string): Promise<Uncertain[]>
  /** One transaction: snapshots and outcomes in, intents and plan items out, and the run's progress counted on. */
  commit(runId: string, commits: readonly Commit[]): Promise<void>
}
