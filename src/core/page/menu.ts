/** A menu item: the page that it links, if any, and its position. */
export type MenuItem = { pageId: number | undefined; order: number }

/**
 * The state of a page's menu item: sent (`at`, in ms since 1970) and perhaps created, present, or removed by an editor.
 */
export type MenuItemState = { is: 'sent'; at: number } | { is: 'there' } | { is: 'taken' }

/** A language page that needs an item. */
export type MenuPage = { language: string; pageId: number }

export type MenuPlan = {
  /** Pages without an item, except those whose item an editor removed. */
  missing: MenuPage[]
  /** Pages whose item is seen for the first time. */
  found: MenuPage[]
  /** Pages whose item an editor removed. */
  taken: MenuPage[]
  /** If above 0, an item that was sent may still land within this time. */
  waitMs: number
  /** The position after the last item. */
  nextOrder: number
}

/** Compares the items of a menu with their known states by page id. */
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
      // The clock may have been ahead when the entry was sent.
      const left = Math.min(writeGraceMs, state.at + writeGraceMs - now)
      if (left > 0) plan.waitMs = Math.max(plan.waitMs, left)
      else plan.missing.push(page)
    }
  }
  return plan
}
