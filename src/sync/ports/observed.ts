import type { PageState } from '../../core/page/page-state.ts'
import type { PageVersion } from '../../core/page/page.ts'
import type { RecordKey } from '../../core/record/record.ts'
import type { Table } from './table.ts'

/** What people did to pages, as the mirror last saw it. */
export interface PageStates extends Table<PageState> {
  /**
   * Sets or removes states. A state that stays keeps the time since when. Where visitors gained or lost a page, its
   * product's language links and its language's listing are marked as stale in the same step.
   */
  replace(entries: readonly { key: RecordKey; state: PageState | undefined }[]): Promise<void>
}

/** Records whose page shows an older version of our block, because an editor saved it over the present one. */
export interface StaleBlocks {
  mark(keys: readonly RecordKey[]): Promise<void>
  clear(keys: readonly RecordKey[]): Promise<void>
  /** Every one, some hundred at a time. */
  scan(): AsyncIterable<RecordKey[]>
}

/** How far the mirror has looked for changed pages in the CMS. */
export type Cursor = {
  /** By the CMS's clock; GMT as in a page. */
  since: string
  /** The highest page id that was seen. */
  newestId: number
  /** Number of pages in every status; undefined if the CMS did not say. */
  total?: number
}

/** Which changes in the CMS were looked at. */
export interface Observed {
  /** Undefined before the first run. */
  readCursor(): Promise<Cursor | undefined>
  /** Moves the cursor on, and forgets which versions of pages were known before `border`. */
  saveCursor(cursor: Cursor, border: string): Promise<void>
  /** Ids of the pages that the mirror wrote or looked at in a version of `border` or later, some hundred at a time. */
  scanKnown(border: string): AsyncIterable<number[]>
  /** Which of these pages changed since the mirror wrote them or looked at them, and how many of them `scanKnown` names. */
  compare(pages: readonly PageVersion[], border: string): Promise<{ changed: PageVersion[]; known: number }>
  /** Forgets pages that are gone. */
  forget(pageIds: readonly number[]): Promise<void>
  /** Notes the versions of pages that were looked at. */
  saveKnown(pages: readonly PageVersion[]): Promise<void>
}
