import type { PostType, Row } from './rows.ts'

/** A list that clients ask for again and again: which rows of a type it holds, in which order. */
export type ViewSpec = {
  /** equal for specs that hold the same rows in the same order */
  readonly key: string
  readonly type: PostType
  readonly holds: (row: Row) => boolean
  /** never 0 for two different rows */
  readonly compare: (left: Row, right: Row) => number
}

/** A view's size, and its rows from one place up to another. */
export type View = { readonly size: number; readonly slice: (start: number, end: number) => Row[] }

/** `seek` returns the place of the first row that passes, of rows of which the later pass once one has. */
export type OrderedView = View & { readonly seek: (passes: (row: Row) => boolean) => number }

type Kept = ViewSpec & { readonly ids: number[] }

const mostKept = 16

/**
 * Ordered lists of ids that follow every change, so that page 2000 of a list costs no more than page 1. A list is
 * made when it is first asked for, and of those that nobody asked for the longest the surplus is dropped.
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

  /** The place of a row, or the one that it would get. */
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
    /** To be called before the store changes: what a row was (undefined for a new one) and what it will be (undefined for a removed one). */
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
