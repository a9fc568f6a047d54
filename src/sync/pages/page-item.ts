import type { PageWriteBody } from '../../contracts/cms/page.ts'
import type { Hold, PendingDecision } from '../../core/decisions/pending-decision.ts'
import type { Conflict } from '../../core/page/conflict.ts'
import type { MergedBlock, MergeField } from '../../core/page/merge.ts'
import type { PageRead } from '../../core/page/landed.ts'
import type { Page, PageTexts } from '../../core/page/page.ts'
import type { RevertChange, WriteChange } from '../../core/plan/change.ts'
import type { Undo, Undoable } from '../../core/plan/undo.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import type { PreparedWrite } from '../batches/send-page-writes.ts'
import type { Done } from '../ports/undo.ts'
import type { Intent } from '../ports/writes.ts'

/** What the CMS has at the place of a planned page. */
export type CurrentPage =
  /** `sent`: the page before an update whose reply was lost. */
  | { state: 'ours'; page: Page; how: 'bound' | 'sent' | 'found'; note?: string; sent?: PageRead }
  | { state: 'trashed'; page: Page }
  | { state: 'foreign'; page: Page }
  /** `since`: the time by the CMS's clock before the first create that may still land. */
  | { state: 'nothing'; since?: number }
  | { state: 'waiting'; waitMs: number }
  /** Not known well enough to write anything; the reason is for the operator. */
  | { state: 'unclear'; reason: string }

/** A planned record, and what decides about its page. */
export type PageItem = {
  change: WriteChange
  /** Its featured image was deleted from the media library, which no editor decided about the page. */
  lostImage?: true
  wanted: PageTexts
  /** Digest of the languages that the wanted texts link. */
  links: string | undefined
  snapshot: Snapshot | undefined
  /** A person's hold, or their decision that this write carries out. */
  decision: PendingDecision | undefined
  /** The latest write that was sent and not acknowledged. */
  intent: Intent | undefined
}

/** First pass: the current page. */
export type ResolvedItem = PageItem & { current: CurrentPage }

/** A record to put back: what the undone run did to it, and its current page. */
export type ResolvedRevert = {
  change: RevertChange
  done: Done
  undoable: Undoable
  /** A person's decision about the record, or that of an earlier undo. */
  decision: PendingDecision | undefined
  /** The latest write that was sent and not acknowledged. */
  intent: Intent | undefined
}

/** An item whose page exists. */
export type FoundItem = PageItem & { current: Extract<CurrentPage, { page: Page }> }

/** Second pass: the meaning of that page. */
export type ClassifiedItem =
  | (PageItem & { kind: 'held'; hold: Hold })
  /** A lost create or update may still land. */
  | (PageItem & { kind: 'waiting'; waitMs: number })
  | (PageItem & { kind: 'orphan'; reason: string })
  | NewItem
  | ForeignItem
  | (ExistingPage & { kind: 'trashed' })
  | ExistingItem
  | RevertItem

/** A record to put back, and what that takes on its current page. */
export type RevertItem = ResolvedRevert & { kind: 'revert'; undo: Undo }

export type NewItem = PageItem & { kind: 'new'; base: PageTexts; since: number | undefined }
/** Another page has the slug. */
export type ForeignItem = PageItem & { kind: 'foreign'; base: PageTexts; page: Page }

type ExistingPage = PageItem & {
  page: Page
  /** The texts that count as ours in the merge. */
  base: PageTexts
  /** The change restores a page that the mirror retired. */
  restores: boolean
  slugNote: string | undefined
}

/** A page of the record; `mergePage` decides field by field whether an editor changed it. */
export type ExistingItem =
  | (ExistingPage & { kind: 'ours' })
  /** A write with a lost reply has landed; a `create` may have created a page again that was gone. */
  | (ExistingPage & { kind: 'landedWrite'; landed: 'create' | 'update' })
  /** An update whose reply was lost overtook an editor's save; `saved` is the page as they saved it. */
  | (ExistingPage & { kind: 'lostEdit'; saved: Page; sent: PageRead })

/** The result of a merge. */
export type Composition = {
  body: PageWriteBody
  /** The fields that stay an editor's, in part or whole. */
  left: MergeField[]
  /** The mirrored block after a merge with an editor's. */
  block?: MergedBlock
  note?: string
  /** Which of these fields the partner changed as well. */
  conflict?: Conflict
}

/** A write to send, and what is needed to commit it; a repair of a lost edit sends less than `body`. */
export type PendingWrite = PreparedWrite &
  Composition & {
    item: NewItem | ForeignItem | ExistingItem
    /** What the write replaces; without a page if this write or a landed one created it. */
    before: { page?: Page; snapshot?: Snapshot | undefined }
  }

export type PutBack = Extract<Undo, { kind: 'put back' }>

/** A write that puts a record back. */
export type PendingRevert = PreparedWrite & { item: RevertItem; undo: PutBack }
