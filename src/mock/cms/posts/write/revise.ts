import { type Row, blankRow, metaText } from '../../store/rows.ts'
import type { Store } from '../../store/store.ts'

/** Stores a revision with `writer` as its author, unless it would equal the latest one. */
export function keepRevision(store: Store, row: Row, writer: number): void {
  const latest = store.revisionsOf(row.id).findLast(isRevision)
  if (latest !== undefined && saysTheSame(latest, row)) return
  store.put(copyOf(store, row, 'revision', writer))
}

function isRevision(row: Row): boolean {
  return row.slug === `${row.parent}-revision-v1`
}

export function isAutosave(row: Row): boolean {
  return row.type === 'revision' && row.slug === `${row.parent}-autosave-v1`
}

export function saysTheSame(left: Row, right: Row): boolean {
  return (
    left.title === right.title &&
    left.content === right.content &&
    left.excerpt === right.excerpt &&
    metaText(left, 'footnotes') === metaText(right, 'footnotes')
  )
}

/** A revision or autosave with the content of `row`. */
export function copyOf(store: Store, row: Row, what: 'revision' | 'autosave', author: number): Row {
  const { local, gmt } = store.today()
  return {
    ...blankRow,
    id: store.nextId(),
    type: 'revision',
    status: 'inherit',
    slug: `${row.id}-${what}-v1`,
    title: row.title,
    content: row.content,
    excerpt: row.excerpt,
    author,
    parent: row.id,
    date: local,
    dateGmt: gmt,
    modified: local,
    modifiedGmt: gmt,
    meta: row.meta,
  }
}
