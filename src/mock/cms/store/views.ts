import type { PostType, Row } from './rows.ts'

/** The rows of a type in a list that clients read repeatedly, and their order. */
export type ViewSpec = {
  /** equal for specs with the same rows in the same order */
  readonly key: string
  readonly type: PostType
  readonly holds: (row: Row) => boolean
  /** never 0 for two different rows */
  readonly compare: (left: Row, right: Row) => number
}

/** The size of a view, and its rows from one position up to another. */
export type View = { readonly size: number; readonly slice: (start: number, end: number) => Row[] }

/** `seek` returns the position of the first row that passes. Once a row passes, all later ones must pass, too. */
export type OrderedView = View & { readonly seek: (passes: (row: Row) => boolean) => number }

type Kept = ViewSpec & { readonly ids: number[] }

const mostKept = 16

/**
 * Ordered lists of ids that follow every change, so that page 2,000 of a list costs no more than page 1. A list is
 * created on first use. Beyond the limit, the least recently used one is dropped.
 */
export function createViews(store: {
  ofType: (type: PostType) => ReadonlyMap<number, Row>
  get: (id: number) => Row | undefined
}) {
  const views = new Map<string, Kept>()

  function keep(spec: ViewSpec): Kept {
    const known = views.get(spec.key)
    views.delete(spec.key)
    const kept = known ?? { ...spec, ids: idsOf(spec) }
    views.set(spec.key, kept)
    const [oldest] = views.keys()
    if (views.size > mostKept && oldest !== undefined) views.delete(oldest)
    return kept
  }

  function idsOf({ type, holds, compare }: ViewSpec): number[] {
    return [...store.ofType(type).values()]
      .filter(holds)
      .sort(compare)
      .map(({ id }) => id)
  }

  function seek(ids: readonly number[], passes: (row: Row) => boolean): number {
    let [low, high] = [0, ids.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const row = store.get(ids[middle] ?? 0)
      if (row !== undefined && !passes(row)) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The position of a row, or its position if it were inserted. */
  function placeOf({ ids, compare }: Kept, row: Row): number {
    return seek(ids, (other) => compare(other, row) >= 0)
  }

  return {
    find(spec: ViewSpec): OrderedView {
      const { ids } = keep(spec)
      return {
        size: ids.length,
        slice: (start, end) => ids.slice(start, end).flatMap((id) => store.get(id) ?? []),
        seek: (passes) => seek(ids, passes),
      }
    },
    /** Call this before the store changes. `before` is undefined for a new row, `after` for a removed one. */
    change(type: PostType, before: Row | undefined, after: Row | undefined): void {
      for (const view of views.values()) {
        if (view.type !== type) continue
        const left = before !== undefined && view.holds(before) ? before : undefined
        const joined = after !== undefined && view.holds(after) ? after : undefined
        if (left !== undefined && joined !== undefined && view.compare(left, joined) === 0) continue
        if (left !== undefined) view.ids.splice(placeOf(view, left), 1)
        if (joined !== undefined) view.ids.splice(placeOf(view, joined), 0, joined.id)
      }
    },
    clear: (): void => views.clear(),
  }
}
