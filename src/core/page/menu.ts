/** An item of a menu: the page that it leads to, if it is one, and its place among the others. */
export type MenuItem = { pageId: number | undefined; order: number }

/**
 * What is known of a page's item in a menu: `sent` (when, ms since 1970) and perhaps made, seen there, or taken away by
 * a person.
 */
export type MenuItemState = { is: 'sent'; at: number } | { is: 'there' } | { is: 'taken' }

/** A language's page, which is to have an item. */
export type MenuPage = { language: string; pageId: number }

export type MenuPlan = {
  /** Pages without an item, and nobody took one away. */
  missing: MenuPage[]
  /** Pages whose item is seen for the first time. */
  found: MenuPage[]
  /** Pages whose item was there and is not any more. */
  taken: MenuPage[]
  /** Above 0: an item that was sent may still land within these milliseconds. */
  waitMs: number
  /** The place behind all items. */
  nextOrder: number
}

/** Compares the items of a menu with what is known of them; `known` is by page id. */
export function planMenu(
  pages: readonly MenuPage[],
  items: readonly MenuItem[],
  known: ReadonlyMap<number, MenuItemState>,
  { now, writeGraceMs }: { now: number; writeGraceMs: number },
): MenuPlan {
  const listed = new Set(items.map(({ pageId }) => pageId))
  const nextOrder = Math.max(0, ...items.map(({ order }) => order)) + 1
  const plan: MenuPlan = { missing: [], found: [], taken: [], waitMs: 0, nextOrder }
  for (const page of pages) {
    const state = known.get(page.pageId)
    if (listed.has(page.pageId)) {
      if (state?.is !== 'there') plan.found.push(page)
    } else if (state === undefined) plan.missing.push(page)
    else if (state.is === 'there') plan.taken.push(page)
    else if (state.is === 'sent') {
      const left = state.at + writeGraceMs - now
      if (left > 0) plan.waitMs = Math.max(plan.waitMs, left)
      else plan.missing.push(page)
    }
  }
  return plan
}
