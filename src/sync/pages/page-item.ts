import type { ReasonOf, SimpleReason } from '../../core/reasons/reason.ts'
import type { PageWriteBody } from '../../contracts/cms/page.ts'
import type { Hold, PendingDecision } from '../../core/decisions/pending-decision.ts'
import type { Conflict } from '../../core/page/conflict.ts'
import type { MergedBlock } from '../../core/merge/merge-fields.ts'
import type { PageRead } from '../../core/page/landed.ts'
import type { MirroredPage } from '../../core/page/mirrored-page.ts'
import type { PageTexts, PageWrite, MergeField } from '../../core/record/page.ts'
import type { MappedValues } from '../../core/record/mapped.ts'
import type { RecordKey } from '../../core/record/record.ts'
import type { RevertChange, WriteChange } from '../../core/run/change.ts'
import type { Undo, Undoable } from '../../core/plan/undo.ts'
import type { Snapshot, Undone } from '../../core/record/snapshot.ts'
import type { PlannedWrite } from '../batches/planned-write.ts'
import type { Done } from '../ports/stored.ts'
import type { Intent } from '../ports/writes.ts'

/** The current state of a planned page in the CMS. */
export type CurrentPage =
  /** `sent`: the page before an update with a lost reply. */
  | {
      state: 'ours'
      mirrored: MirroredPage
      how: 'bound' | 'sent' | 'found'
      otherSlug?: ReasonOf<'numbered-slug'>
      sent?: PageRead
    }
  | { state: 'trashed'; mirrored: MirroredPage }
  | { state: 'foreign'; mirrored: MirroredPage }
  /** `since`: the time by the CMS's clock before the first create that may still land. */
  | { state: 'nothing'; since?: number }
  | { state: 'waiting'; waitMs: number }
  /** Too uncertain to write anything. */
  | { state: 'unclear'; reason: SimpleReason }

/** A planned record, and the facts that decide about its page. */
export type PageItem = {
  change: WriteChange
  /** The slug with which the page was or will be created; an editor may have changed it since. */
  slug: string
  /** Its featured image was deleted from the media library, which is not an editor's decision about the page. */
  lostImage?: true
  wanted: PageTexts
  /** Fields of the map that are written only when the page is created. */
  once: MappedValues
  /** The fields of `publish_if` that the product lacks: a page with a new status is a draft. */
  lacks: readonly string[]
  /** The fields for which the page waits as a draft of ours, as last stored; undefined if it is none. */
  awaits: readonly string[] | undefined
  /** Digest of the languages that the wanted content links. */
  links: string | undefined
  /** The values that an undo of some fields keeps off the page after the write. */
  undone: Undone | undefined
  snapshot: Snapshot | undefined
  /** A hold, or the decision that this write carries out. */
  decision: PendingDecision | undefined
  /** The latest unacknowledged write. */
  intent: Intent | undefined
}

/** First pass: the current page. */
export type ResolvedItem = PageItem & { current: CurrentPage }

/** A record to revert: its outcome in the undone run, and its current page. */
export type ResolvedRevert = {
  change: RevertChange
  done: Done
  undoable: Undoable
  /** A decision about the record, including that of an earlier undo. */
  decision: PendingDecision | undefined
  /** The latest unacknowledged write. */
  intent: Intent | undefined
}

/** An item whose page exists. */
export type FoundItem = PageItem & { current: Extract<CurrentPage, { mirrored: MirroredPage }> }

/** Second pass: the meaning of that page. */
export type ClassifiedItem =
  | (PageItem & { kind: 'held'; hold: Hold })
  /** A create or update with a lost reply may still land. */
  | (PageItem & { kind: 'waiting'; waitMs: number })
  | (PageItem & { kind: 'orphan'; reason: SimpleReason })
  | NewItem
  | ForeignItem
  | TrashedItem
  | ExistingItem
  | RevertItem

/** A record to revert, and how its current page is reverted. */
export type RevertItem = ResolvedRevert & { kind: 'revert'; undo: Undo }

export type NewItem = PageItem & { kind: 'new'; base: PageTexts; since: number | undefined }
/** Another page has the slug. */
export type ForeignItem = PageItem & { kind: 'foreign'; base: PageTexts; mirrored: MirroredPage }

type ExistingPage = PageItem & {
  mirrored: MirroredPage
  /** Our version of the fields in the merge. */
  base: PageTexts
  /** The change restores a page that the mirror retired. */
  restores: boolean
  /** The page has another slug than its record's. */
  otherSlug: ReasonOf<'numbered-slug'> | undefined
}

/** An editor put the page in the trash. */
export type TrashedItem = ExistingPage & { kind: 'trashed' }

/** A page of the record; `mergePage` decides for each field whether an editor changed it. */
export type ExistingItem =
  | (ExistingPage & { kind: 'ours' })
  /** A write with a lost reply has landed; a `create` may have replaced a page that was gone. */
  | (ExistingPage & { kind: 'landedWrite'; landed: 'create' | 'update' })
  /** An update with a lost reply overtook an editor's save; `saved` is the page as they saved it. */
  | (ExistingPage & { kind: 'lostEdit'; saved: MirroredPage; sent: PageRead })

/** The result of a merge. */
export type Composition = {
  body: PageWriteBody
  /** The fields that keep an editor's version, wholly or in part. */
  left: MergeField[]
  /** The mirrored block, merged with an editor's changes. */
  block?: MergedBlock
  reasons: SimpleReason[]
  /** Those of these fields that the partner changed as well. */
  conflict?: Conflict
}

/** A write to send, and the data for its commit; a repair of a lost edit sends less than `body`. */
export type PendingWrite = Omit<PlannedWrite, 'key' | 'commit' | 'giveUp' | 'recompose'> &
  Composition & {
    key: RecordKey
    item: NewItem | ForeignItem | ExistingItem
    /** The state that the write replaces; without a page if this write or a landed one created it. */
    before: { mirrored?: MirroredPage; snapshot?: Snapshot | undefined }
  }

export type PutBack = Extract<Undo, { kind: 'revert' }>

/** A write that reverts a record. */
export type PendingRevert = { item: RevertItem; undo: PutBack; write: PageWrite }
