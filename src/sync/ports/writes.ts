import type { Outcome } from '../../core/plan/change.ts'
import type { Conflict } from '../../core/page/conflict.ts'
import type { MergeField } from '../../core/page/merge.ts'
import type { PageRead } from '../../core/page/landed.ts'
import type { PageState } from '../../core/page/page-state.ts'
import type { PageVersion } from '../../core/page/page.ts'
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
  /** Of an update, or of a page to adopt: what the page was when it was read. Of no create. */
  read?: PageRead
  wrote?: Wrote
}

/** The part of a write that its intent stores. */
export type Intended = { [field in 'since' | 'read' | 'wrote']?: Intent[field] | undefined }

/** A write that is about to be sent; `known`: the intent that its record had when its page was looked up. */
export type IntendedWrite = Intended & { key: IntentKey; known: Intent | undefined }

/** A digest of the texts that a write was to bring, and the fields in which it left a page to an editor. */
export type Wrote = { digest: string; left: MergeField[] }

/**
 * A page that may have been created twice, `id` a record’s or `parent:<path>`, and since when; `markedAt`: when a lost
 * create of it was noticed.
 */
export type Uncertain = { id: string; since?: number; markedAt?: number }

/** What a batch of writes led to, saved in one step: the snapshot is the acknowledgement. */
export type Commit = {
  outcome: Outcome
  /** The intent that is over, as it was read or stored. One that another try has stored since stays. */
  intent?: Intent | undefined
  snapshot?: Snapshot | SnapshotHead
  /** The replaced version, kept for 30 days so that the run can be undone. */
  replaced?: Replaced
  /** The open conflict; a snapshot without one clears the conflict. */
  conflict?: Conflict
  /** The page as it was read or written: that it changed to this is no news. */
  page?: PageVersion
  /** How the page’s address changed since the earlier snapshot (`moveOf`). */
  move?: 'page' | 'folder' | undefined
  /** What people did to the page; a snapshot without one clears the entry. */
  pageState?: PageState | undefined
  /**
   * Replaces the pending decision that was read. `now` undefined removes it, because it is carried out or undone. A
   * decision that a person made meanwhile stays.
   */
  pending?: { read: PendingDecision | undefined; now: PendingDecision | undefined }
}

export interface Writes {
  /**
   * Marks writes as sent, by the shared clock, and returns their intents. Undefined: another try of the job has sent the
   * record's page since it was looked up, or acknowledged it. It must be looked up again before anything is sent.
   */
  intend(runId: string, writes: readonly IntendedWrite[]): Promise<(Intent | undefined)[]>
  intents(keys: readonly IntentKey[]): Promise<(Intent | undefined)[]>
  /** Clears intents that are still as they were read or stored; those of records are cleared with their commit. */
  clearIntents(known: readonly { key: IntentKey; intent: Intent }[]): Promise<void>
  /** Marks what may have been created twice, for the removal of duplicates at the run's end; `since` is its intent's by default. */
  markUncertain(runId: string, keys: readonly IntentKey[], since?: number): Promise<void>
  /** Those of a run, and those with a duplicate that an earlier run could not remove. */
  uncertain(runId: string): Promise<Uncertain[]>
  /** Creates with a lost reply in any run, which may land after the end of that run. */
  lateCreates(): Promise<Uncertain[]>
  /**
   * Keeps those with a duplicate that could not be removed for the next runs, and those that may still land for a day.
   */
  keepUncertain(looked: readonly Uncertain[], left: readonly Uncertain[]): Promise<void>
  /** One transaction: snapshots and outcomes in, intents and plan items out, and the run's progress counted on. */
  commit(runId: string, commits: readonly Commit[]): Promise<void>
}
