import { type Row, blankRow } from '../store/rows.ts'
import type { Store } from '../store/store.ts'

/** Keeps what a row now says, unless the latest revision says the same. */
export function keepRevision(store: Store, row: Row): void {
  const latest = revisionsOf(store, row.id).at(-1)
  if (latest !== undefined && saysTheSame(latest, row)) return
  store.put(copyOf(store, row, 'revision', row.author))
}

/** The kept revisions of a row, oldest first; autosaves are not among them. */
export function revisionsOf(store: Store, id: number): Row[] {
  return store.revisionsOf(id).filter((row) => row.slug === `${id}-revision-v1`)
}

export function autosavesOf(store: Store, id: number): Row[] {
  return store.revisionsOf(id).filter((row) => row.slug === `${id}-autosave-v1`)
}

export function saysTheSame(left: Row, right: Row): boolean {
  return (
    left.title === right.title &&
    left.content === right.content &&
    left.excerpt === right.excerpt &&
    (left.meta['footnotes'] ?? '') === (right.meta['footnotes'] ?? '')
  )
}

/** A revision or autosave row with what `row` says. */
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
