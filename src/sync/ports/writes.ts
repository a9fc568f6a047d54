import type { Outcome } from '../../core/run/change.ts'
import type { Conflict } from '../../core/page/conflict.ts'
import type { PageRead } from '../../core/page/landed.ts'
import type { PageState } from '../../core/page/page-state.ts'
import type { PageVersion, MergeField } from '../../core/record/page.ts'
import type { PendingDecision } from '../../core/decisions/pending-decision.ts'
import type { RecordKey } from '../../core/record/record.ts'
import type { Replaced } from '../../core/plan/undo-entry.ts'
import type { Snapshot, SnapshotHead } from '../../core/record/snapshot.ts'

/** The target of a write: a record, or a parent page as `parent:<path>`. */
export type IntentKey = RecordKey | `parent:${string}`

export type Intent = {
  runId: string
  sentAt: number
  /** The time by the CMS’s clock before the first create that may still land, in ms since 1970. */
  since?: number
  /** The slug that a create sent, unless it is the default one. */
  slug?: string
  /** The state of the page when it was read; only for an update or an adoption, not for a create. */
  read?: PageRead
  wrote?: Wrote
  /** An earlier try of this write has landed, so the page that was read no longer shows the content before it. */
  landed?: 'create' | 'update'
}

/** The part of a write that its intent stores. */
export type Intended = {
  [field in 'since' | 'slug' | 'read' | 'wrote' | 'landed']?: Intent[field] | undefined
}

/** A write that is about to be sent; `known`: the record's intent at the time of the page's lookup. */
export type IntendedWrite = Intended & { key: IntentKey; known: Intent | undefined }

/** A digest of the content that a write was to store, and the fields that it left to an editor. */
export type Wrote = { digest: string; left: MergeField[] }

/**
 * A page that may have been created twice. `id` is a record’s or `parent:<path>`; `since` is the time of the first
 * create; `markedAt` is when its lost create was noticed.
 */
export type Uncertain = { id: string; since?: number; markedAt?: number }

/** The results of a batch of writes, saved in one step: the snapshot is the acknowledgement. */
export type Commit = {
  outcome: Outcome
  /** The finished intent, as it was read or stored. An intent that another try has stored since stays. */
  intent?: Intent | undefined
  snapshot?: Snapshot | SnapshotHead
  /** The replaced version, kept for 30 days so that the run can be undone. */
  replaced?: Replaced
  /** The replaced version of another run that is still to be undone, after an undo of some fields of it. */
  remains?: { runId: string; replaced: Replaced }
  /** The open conflict; a snapshot without one clears the conflict. */
  conflict?: Conflict
  /** The page as it was read or written, so that this version is not reported as a change. */
  page?: PageVersion
  /** How the page’s URL changed since the earlier snapshot (`moveOf`). */
  move?: 'page' | 'folder' | undefined
  /** The product moved to another group of its listing. */
  regrouped?: boolean
  /** The state that editors gave to the page; a snapshot without one clears the entry. */
  pageState?: PageState | undefined
  /**
   * Replaces the pending decision that was read. If `now` is undefined, the decision was carried out or undone and is
   * removed. A decision made in the meantime stays.
   */
  pending?: { read: PendingDecision | undefined; now: PendingDecision | undefined }
}
