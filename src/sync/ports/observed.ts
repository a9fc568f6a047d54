import type { PageState } from '../../core/page/page-state.ts'
import type { PageVersion } from '../../core/record/page.ts'
import type { RecordKey } from '../../core/record/record.ts'
import type { Table } from './table.ts'

/** The state that editors gave to pages, as the mirror last saw it. */
export interface PageStates extends Table<PageState> {
  /**
   * Sets or removes states. An unchanged state keeps its start time. If visitors gained or lost a page, the same step
   * marks its product's language links and its language's listing as stale.
   */
  replace(entries: readonly { key: RecordKey; state: PageState | undefined }[]): Promise<void>
}

/** Records whose page shows an older version of our block, because an editor saved it over the current one. */
export interface StaleBlocks {
  mark(keys: readonly RecordKey[]): Promise<void>
  clear(keys: readonly RecordKey[]): Promise<void>
  /** Every record, some hundred at a time. */
  scan(): AsyncIterable<RecordKey[]>
}

/** The progress of the search for changed pages in the CMS. */
export type Cursor = {
  /** By the CMS's clock; GMT as in a page. */
  since: string
  /** The highest known page id. */
  newestId: number
  /** Number of pages in every status; undefined if the CMS did not return it. */
  total?: number
}

/** The page versions that were compared. */
export interface Observed {
  /** Undefined before the first run. */
  readCursor(): Promise<Cursor | undefined>
  /** Advances the cursor, and forgets page versions before `border`. */
  saveCursor(cursor: Cursor, border: string): Promise<void>
  /** Ids of the pages that the mirror wrote or compared in a version of `border` or later, some hundred at a time. */
  scanKnown(border: string): AsyncIterable<number[]>
  /**
   * The pages that changed since the mirror wrote or compared them, and how many of the given pages `scanKnown`
   * returns.
   */
  compare(pages: readonly PageVersion[], border: string): Promise<{ changed: PageVersion[]; known: number }>
  /** Forgets pages that are gone. */
  forget(pageIds: readonly number[]): Promise<void>
  /** Stores the versions of compared pages. */
  saveKnown(pages: readonly PageVersion[]): Promise<void>
}
