import type { MenuItemState } from '../../core/page/menu.ts'
import type { RecordKey } from '../../core/record/record.ts'

/** The pages above the mirrored ones, by path (`products`, `products/de-de`). */
export interface Parents {
  read(): Promise<Record<string, number>>
  /** Their addresses as the CMS told them last, by path. */
  addresses(): Promise<Record<string, string>>
  save(path: string, page: { id: number; link: string }): Promise<void>
  /** The CMS took one of these pages for gone: the next run is to look at all of them. */
  invalidate(): Promise<void>
  isInvalidated(): Promise<boolean>
  /** All of them were looked at. */
  trust(): Promise<void>
}

/** The languages whose list of products may be out of date, each with a mark that changes with every new reason. */
export interface Listings {
  /** Whether the snapshots hold every page that was mirrored: a run over everything has come to its end since Redis began. */
  knowsAll(): Promise<boolean>
  noteAll(): Promise<void>
  stale(): Promise<Map<string, string>>
  /** Lists that are written, or need not be; one that became stale anew since its mark was read stays so. */
  clear(marks: ReadonlyMap<string, string>): Promise<void>
}

/** What is known of the items that language pages have in a menu, by page id. */
export interface MenuItems {
  read(menuId: number): Promise<Map<number, MenuItemState>>
  /** `undefined` forgets a page: nothing was made for it. */
  save(menuId: number, states: ReadonlyMap<number, MenuItemState | undefined>): Promise<void>
}

/** The products whose pages may link other languages than they ought to; by GTIN. */
export interface StaleLinks {
  mark(gtins: readonly string[]): Promise<void>
  /** Every one, some hundred at a time; one that is marked meanwhile may come or not. */
  scan(): AsyncIterable<string[]>
  clear(gtins: readonly string[]): Promise<void>
}

/**
 * Where the pages of records stand that are away from their slug, from one walk over the whole CMS. It helps to find
 * them again when no snapshot knows them; pages that are bound are found by their ids.
 */
export interface MovedPages {
  /** Whether the CMS was walked since this mirror’s Redis was new. */
  isKnown(): Promise<boolean>
  /** Forgets what an earlier walk saw. */
  clear(): Promise<void>
  /** Remembers pages, lowest ids first: the first one of a record counts, one in the trash only when there is no other. */
  save(entries: readonly { key: RecordKey; pageId: number; trashed: boolean }[]): Promise<void>
  /** The walk has come to its end. */
  complete(): Promise<void>
  /** Ids of the pages, where one was seen. */
  read(keys: readonly RecordKey[]): Promise<(number | undefined)[]>
}
