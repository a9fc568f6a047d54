import type { WriteChange } from '../../core/plan/change.ts'
import type { PendingDecision } from '../../core/decisions/pending-decision.ts'
import type { Page, PageTexts } from '../../core/page/page.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import type { Resolved } from './resolve-pages.ts'

/** A change whose page exists, with everything that decides what to write there. */
export type Item = {
  change: WriteChange
  wanted: PageTexts
  /** Stands for the languages that the wanted texts link. */
  links: string | undefined
  snapshot: Snapshot | undefined
  pending: PendingDecision | undefined
  current: Extract<Resolved, { page: Page }>
  /** The page as a person had saved it before an earlier update of ours went over that. */
  lost?: Page
  /** What to merge with instead of the snapshot’s base: what a write of ours left whose answer was lost. */
  base?: PageTexts
}
