import { linkOf, noSite } from './posts/link.ts'
import type { PostType, Row } from './store/rows.ts'
import type { Store } from './store/store.ts'

const types: readonly PostType[] = ['page', 'post', 'attachment', 'nav_menu_item', 'revision']
const newest = 10

/** A summary of the CMS: rows by type and status, and the latest changed pages. */
export type ContentSummary = {
  readonly counts: readonly { readonly type: PostType; readonly byStatus: Readonly<Record<string, number>> }[]
  readonly comments: number
  readonly lastPages: readonly {
    readonly id: number
    readonly title: string
    readonly status: string
    /** on the clock of the site */
    readonly modified: string
    /** its path on the public site; undefined if it is not published */
    readonly path: string | undefined
  }[]
}

export function summarise(store: Store): ContentSummary {
  return {
    counts: [...types, ...store.registry.addedTypes.map(({ name }) => name)].map((type) => ({
      type,
      byStatus: countStatuses(store.ofType(type).values()),
    })),
    comments: [...store.comments.all()].length,
    lastPages: lastChanged(store.ofType('page').values()).map((row) => ({
      id: row.id,
      title: row.title,
      status: row.status,
      modified: row.modified,
      path: row.status === 'publish' ? linkOf(store, row, noSite) : undefined,
    })),
  }
}

function countStatuses(rows: Iterable<Row>): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status } of rows) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** One pass with a short list, because there may be hundreds of thousands of rows. */
function lastChanged(rows: Iterable<Row>): Row[] {
  let last: Row[] = []
  for (const row of rows) {
    const oldest = last.at(-1)
    if (last.length === newest && oldest !== undefined && row.modified < oldest.modified) continue
    last = [row, ...last].toSorted((left, right) => compare(right, left)).slice(0, newest)
  }
  return last
}

function compare(left: Row, right: Row): number {
  if (left.modified !== right.modified) return left.modified < right.modified ? -1 : 1
  return left.id - right.id
}
