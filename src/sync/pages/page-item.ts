import type { PageWriteBody } from '../../contracts/cms/page.ts'
import type { Hold, PendingDecision } from '../../core/decisions/pending-decision.ts'
import type { Conflict } from '../../core/page/conflict.ts'
import type { MergeField } from '../../core/page/merge.ts'
import type { Page, PageTexts } from '../../core/page/page.ts'
import type { WriteChange } from '../../core/plan/change.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import type { PreparedWrite } from '../batches/send-page-writes.ts'
import type { Commit, Intent, PageRead } from '../ports/writes.ts'

/** What the CMS holds for a change that is about to be written. */
export type CurrentPage =
  /** `sent`: the page's revisions when an update was sent whose reply was lost. */
  | { state: 'ours'; page: Page; how: 'bound' | 'sent' | 'found'; note?: string; sent?: PageRead }
  | { state: 'trashed'; page: Page }
  | { state: 'foreign'; page: Page }
  /** `since`: the time by the CMS's clock before the first create that may still land. */
  | { state: 'nothing'; since?: number }
  | { state: 'waiting'; waitMs: number }

/** A planned record with what decides what is written to its page. */
export type PageItem = {
  change: WriteChange
  wanted: PageTexts
  /** Stands for the languages that the wanted texts link. */
  links: string | undefined
  snapshot: Snapshot | undefined
  /** A person's hold, or their decision that this write carries out. */
  decision: PendingDecision | undefined
  /** The latest write that was sent and not acknowledged. */
  intent: Intent | undefined
}

/** First pass: what is there. */
export type ResolvedItem = PageItem & { current: CurrentPage }

/** An item whose page exists. */
export type FoundItem = PageItem & { current: Extract<CurrentPage, { page: Page }> }

/** Second pass: what that means. */
export type ClassifiedItem =
  | (PageItem & { kind: 'held'; hold: Hold })
  /** A lost create or update may still land. */
  | (PageItem & { kind: 'waiting'; waitMs: number })
  | (PageItem & { kind: 'orphan'; reason: string })
  | NewItem
  | ForeignItem
  | (ExistingPage & { kind: 'trashed' })
  | ExistingItem

export type NewItem = PageItem & { kind: 'new'; base: PageTexts; since: number | undefined }
/** Another page has the slug. */
export type ForeignItem = PageItem & { kind: 'foreign'; base: PageTexts; page: Page }

type ExistingPage = PageItem & {
  page: Page
  /** The texts that count as ours in the merge. */
  base: PageTexts
  /** The page comes back from where the mirror had retired it to. */
  restores: boolean
  slugNote: string | undefined
}

/** A page of the record; which of its fields an editor changed is decided field by field, in `mergePage`. */
export type ExistingItem =
  | (ExistingPage & { kind: 'ours' })
  /** A write whose reply was lost is there; `recreate`: the create of a page that had vanished. */
  | (ExistingPage & { kind: 'landedWrite'; landed: 'create' | 'recreate' | 'update' })
  /** An update whose reply was lost overtook an editor's save; `saved` is the page as they saved it. */
  | (ExistingPage & { kind: 'lostEdit'; saved: Page; sent: PageRead })

/** Third pass: a write to send, a result without a write, or a wait. */
export type ComposedItem =
  | { kind: 'write'; write: PendingWrite }
  | { kind: 'done'; commit: Commit }
  | { kind: 'wait'; waitMs: number }

/** What a merge asks for. */
export type Composition = {
  body: PageWriteBody
  /** The fields that stay an editor's. */
  left: MergeField[]
  note?: string
  /** Which of these fields the partner changed as well. */
  conflict?: Conflict
}

/** A write to send, with what is needed to commit it; where a lost edit is repaired, it sends less than its body. */
export type PendingWrite = PreparedWrite &
  Composition & {
    item: NewItem | ForeignItem | ExistingItem
    /** What the write replaces; no page where it is made now, or was made by a create whose reply was lost. */
    before: { page?: Page; snapshot?: Snapshot | undefined }
  }
