import type { Row } from '../../store/rows.ts'
import type { Store } from '../../store/store.ts'

/** Rows in tree order, with the depth of each (0: top level). */
export type Tree = { readonly rows: Row[]; readonly levels: ReadonlyMap<number, number> }

/**
 * Puts every parent directly before its children; siblings keep their order. Rows whose parent is not in the list are
 * last, with their real depth. The whole list is sorted before paging, so the parent of a page's first row may be on
 * the page before.
 */
export function toTree(rows: readonly Row[], store: Store): Tree {
  const families = Map.groupBy(rows, ({ parent }) => parent)
  const levels = new Map<number, number>()
  const placed: Row[] = []

  function place(family: readonly Row[], level: number): void {
    for (const row of family) {
      if (levels.has(row.id)) continue
      levels.set(row.id, level)
      placed.push(row)
      place(families.get(row.id) ?? [], level + 1)
    }
  }

  place(families.get(0) ?? [], 0)
  const known = new Set(rows.map(({ id }) => id))
  for (const [parent, family] of families) if (!known.has(parent)) place(family, depthBelow(parent, store))
  return { rows: placed, levels }
}

function depthBelow(parent: number, store: Store): number {
  const above = new Set<number>()
  for (let id = parent; id !== 0 && !above.has(id); id = store.get(id)?.parent ?? 0) above.add(id)
  return above.size
}
