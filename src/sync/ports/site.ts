import type { MenuItemState } from '../../core/page/menu.ts'
import type { Page } from '../../core/record/page.ts'
import type { RecordKey } from '../../core/record/record.ts'

/** The pages above the mirrored ones, by path (`products`, `products/de-de`). */
export interface Parents {
  read(): Promise<Record<string, number>>
  /** Their URLs as the CMS last returned them, by path. */
  addresses(): Promise<Record<string, string>>
  /** A language page with a new URL marks its listing as stale and its language as moved. */
  save(path: string, page: Pick<Page, 'id' | 'link' | 'status'>): Promise<void>
  /** The CMS reported one of these pages as missing: the next run checks all of them. */
  invalidate(): Promise<void>
  isInvalidated(): Promise<boolean>
  /** All of these pages were checked. */
  trust(): Promise<void>
}

/** The languages whose listing may be outdated, each with a mark that changes with every new reason. */
export interface Listings {
  /** Whether a full run has ended since Redis was empty, so that the snapshots cover every mirrored page. */
  isComplete(): Promise<boolean>
  markComplete(): Promise<void>
  stale(): Promise<Map<string, string>>
  /**
   * Clears listings that are written or up to date. A listing that was marked again after its mark was read stays
   * stale.
   */
  clear(marks: ReadonlyMap<string, string>): Promise<void>
}

/** The state of the language pages' menu items, by page id. */
export interface MenuItems {
  read(menuId: number): Promise<Map<number, MenuItemState>>
  /** `undefined` forgets a page for which no item was created. */
  save(menuId: number, states: ReadonlyMap<number, MenuItemState | undefined>): Promise<void>
}

/** GTINs of products whose pages may have wrong links to other languages. */
export interface StaleLinks {
  mark(gtins: readonly string[]): Promise<void>
  /** All GTINs, some hundred at a time; one that is marked during the scan may be missing. */
  scan(): AsyncIterable<string[]>
  clear(gtins: readonly string[]): Promise<void>
  count(): Promise<number>
}

/** Languages in which all pages may have another URL than in the snapshots. */
export interface MovedLanguages {
  read(): Promise<string[]>
  mark(languages: readonly string[]): Promise<void>
  clear(language: string): Promise<void>
}

/**
 * Pages of records with a changed slug, from one walk over the whole CMS. They are needed if no snapshot contains the
 * page; a page in a snapshot is found by its id.
 */
export interface MovedPages {
  /** Whether the CMS was walked since this mirror’s Redis was new. */
  isKnown(): Promise<boolean>
  /** Forgets the result of an earlier walk. */
  clear(): Promise<void>
  /**
   * Stores pages, lowest ids first. The first page of a record counts; one in the trash counts only without another.
   */
  save(entries: readonly { key: RecordKey; pageId: number; trashed: boolean }[]): Promise<void>
  /** The walk is complete. */
  complete(): Promise<void>
  /** Ids of the pages that were found. */
  read(keys: readonly RecordKey[]): Promise<(number | undefined)[]>
}
