import type { MenuItemState } from '../../core/page/menu.ts'

/** What is known of the items that language pages have in a menu, by page id. */
export interface MenuItems {
  read(menuId: number): Promise<Map<number, MenuItemState>>
  /** `undefined` forgets a page: nothing was made for it. */
  save(menuId: number, states: ReadonlyMap<number, MenuItemState | undefined>): Promise<void>
}
