import type { PageWriteBody } from '../../contracts/cms/page.ts'
import type { SimpleReason } from '../../core/reasons/reason.ts'
import type { Page, PageWrite, PageWritten } from '../../core/record/page.ts'
import type { Commit, Intended, Intent, IntentKey } from '../ports/writes.ts'

/** The CMS's response to a planned write. */
export type WriteResponse = {
  answer: PageWritten
  /** Reasons about another save of the page at the same moment. */
  reasons: SimpleReason[]
  /** The stored intent of the write. */
  intent: Intent | undefined
}

/** The commit of a record's page. Undefined if the record is resolved once more, or for a parent page. */
type Committed = Commit | undefined

/** A write of a page that a stage has planned. The stage also decides what its response means. */
export type PlannedWrite = {
  key: IntentKey
  write: PageWrite
  /** The page before an update, for comparison with the response. */
  read?: Page
  /** The intent at the time of the page's lookup. */
  known: Intent | undefined
  /** Stored before the write is sent; undefined if the intent of an earlier create is kept. */
  intent: Intended | undefined
  commit: (response: WriteResponse) => Committed | Promise<Committed>
  /** Called instead if the CMS cannot save the page. */
  giveUp: (reason: string) => Committed | Promise<Committed>
  /** Composes an update of text again, over the page as an editor saved it at the same moment. */
  recompose?: ((saved: Page) => Recomposed) | undefined
}

/** An update that was composed again, and the commit of its response. */
export type Recomposed = { body: PageWriteBody; commit: PlannedWrite['commit'] }
