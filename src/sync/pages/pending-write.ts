import type { PageWriteBody } from '../../contracts/cms/page.ts'
import type { WriteChange } from '../../core/plan/change.ts'
import { pastAfter } from '../../core/page/compose.ts'
import type { Conflict } from '../../core/page/conflict.ts'
import type { MergeField } from '../../core/page/merge.ts'
import type { PendingDecision } from '../../core/decisions/pending-decision.ts'
import type { Page, PageTexts, PageWrite } from '../../core/page/page.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import type { SyncDeps } from '../deps.ts'
import type { PageRead } from '../ports/writes.ts'

/** A write to send, with what is needed to acknowledge it. */
export type PendingWrite = {
  change: WriteChange
  write: PageWrite
  wanted: PageTexts
  /** Stands for the languages that the wanted texts link. */
  links: string | undefined
  base: PageTexts
  left: MergeField[]
  note?: string
  /**
   * What stood before: nothing for a page that is made, or was made and its answer lost; one that was found without a
   * snapshot has only itself.
   */
  page?: Page
  snapshot?: Snapshot
  /** Which of the fields that are left to the editor the partner changed as well. */
  conflict?: Conflict
  /** What a person ordered and this carries out. */
  done?: PendingDecision
  /** Of an update: what it is made from, so that it can be made anew when a person saved the page meanwhile. */
  from?: {
    /** The page as it stands in the CMS; `page` is as a person saved it where an earlier update wrote over that. */
    read: Page
    /** What the merge with `page` asks for, where what is sent is something else. */
    composed?: PageWriteBody
    /** What the intent of an earlier try knows, which went over what a person saved. */
    sent?: PageRead
    recompose: (page: Page) => Recomposed
  }
}

/** An update made anew for a page that a person saved meanwhile. */
export type Recomposed = Pick<PendingWrite, 'left' | 'note' | 'conflict'> & { body: PageWriteBody }

/** The snapshot that acknowledges a change whose page has these base texts and links; `before` is the one that it replaces. */
export function snapshotOf(
  deps: Pick<SyncDeps, 'renderer' | 'now'>,
  runId: string,
  { product, digest, etag }: WriteChange,
  pageId: number,
  { base, links }: { base: PageTexts; links: string | undefined },
  before: Snapshot | undefined,
): Snapshot {
  const past = pastAfter(before, base.inner)
  return {
    digest,
    template: deps.renderer.digest,
    pageId,
    state: 'mirrored',
    ...(etag !== undefined && { etag }),
    ...(links !== undefined && { links }),
    product,
    base,
    runId,
    writtenAt: deps.now().toISOString(),
    ...(past.length > 0 && { past }),
    ...(before?.revision !== undefined && { revision: before.revision }),
  }
}
