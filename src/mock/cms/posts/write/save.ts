import { toGmt } from '../../store/dates.ts'
import { type Row, type Status, blankRow } from '../../store/rows.ts'
import type { Store } from '../../store/store.ts'
import { cut, toSlug } from '../../text/slug.ts'
import { RestError } from '../../rest/error.ts'
import type { Draft } from '../kind.ts'
import { linkOf, noSite } from '../link.ts'
import { uniqueSlug } from './unique-slug.ts'

const floating = new Set<Status>(['draft', 'pending', 'auto-draft'])
const minute = 60_000

export function isDraftlike(status: Status): boolean {
  return floating.has(status)
}

/** Adds a row with slug, dates and status as `wp_insert_post` sets them. */
export function insertRow(store: Store, type: Row['type'], draft: Draft): Row {
  const id = store.nextId()
  const row = withoutLoop(store, { ...blankRow, ...draft, id, type, slug: '' })
  const today = store.today()
  const date = draft.date !== undefined && draft.date !== '' ? draft.date : today.local
  const dateGmt = draft.dateGmt ?? ''
  const dated = withFinalStatus(store, {
    ...row,
    date,
    dateGmt: dateGmt === '' && !isDraftlike(row.status) ? toGmt(date) : dateGmt,
  })
  const slug = finalSlug(store, dated, wishedSlug(dated, draft.slug ?? ''))
  const guid = dated.guid === '' ? linkOf(store, { ...dated, slug }, noSite) : dated.guid
  return store.put({ ...dated, slug, guid, modified: dated.date, modifiedGmt: dated.dateGmt })
}

/** Changes a row. Every write updates the modification date, even one without changes. */
export function updateRow(store: Store, old: Row, draft: Draft): Row {
  const today = store.today()
  const terms = draft.terms ?? savedTerms(old)
  const guid = savedGuid(old.guid)
  const merged: Row = { ...old, ...draft, terms, guid, modified: today.local, modifiedGmt: today.gmt }
  const given = draft.date !== undefined
  const floats = !given && isDraftlike(old.status) && old.dateGmt === ''
  const date = floats || merged.date === '' ? today.local : merged.date
  const known = floats || merged.date === '' ? '' : merged.dateGmt
  const dateGmt = known === '' && !isDraftlike(merged.status) ? toGmt(date) : known
  const dated = withFinalStatus(store, withoutLoop(store, { ...merged, date, dateGmt }))
  const { row, slug } = trashSlug(old, dated, wishedSlug(dated, draft.slug ?? old.slug))
  return store.put({ ...row, slug: finalSlug(store, row, slug) })
}

/** WordPress escapes the `&` of a stored URL at the next save: `?post_type=product&#038;p=5`. */
function savedGuid(guid: string): string {
  return guid.replaceAll(/&(?!#038;)/g, '&#038;')
}

/** Every save adds the default category to a post without one, unless that save removes it. */
export function savedTerms({ type, terms }: Pick<Row, 'type' | 'terms'>): Row['terms'] {
  const uncategorized = (terms['category'] ?? []).length === 0
  return type === 'post' && uncategorized ? { ...terms, category: [1] } : terms
}

/**
 * A published row with a future date becomes scheduled, a scheduled one with a past date published. Private rows lose
 * their password.
 */
function withFinalStatus(store: Store, row: Row): Row {
  if (row.date.startsWith('0000')) throw new RestError('invalid_date', 'Invalid date.', 400)
  if (row.status === 'private') return { ...row, password: '' }
  if (row.type === 'attachment' || (row.status !== 'publish' && row.status !== 'future')) return row
  const ahead = Date.parse(`${row.dateGmt}Z`) - store.now().getTime()
  const status = ahead >= minute ? 'future' : 'publish'
  return status === row.status ? row : { ...row, status }
}

function wishedSlug(row: Row, slug: string): string {
  if (slug !== '' && slug !== '0') return slug === row.slug ? slug : toSlug(slug)
  return isDraftlike(row.status) ? '' : toSlug(row.title)
}

function finalSlug(store: Store, row: Row, slug: string): string {
  const { id, type, status, parent } = row
  if (slug === '' && isDraftlike(status)) return ''
  const wished = slug === '' ? String(id) : slug
  if (status !== 'trash') freeTrashedSlug(store, row, wished)
  return uniqueSlug(store, { id, type, status, parent, slug: wished })
}

/** Trashing a row adds a suffix to its slug. Restoring it restores the slug. */
function trashSlug(old: Row, row: Row, slug: string): { row: Row; slug: string } {
  if (row.status === 'trash' && old.status !== 'trash') {
    const marked = old.slug.endsWith('__trashed')
    const trashed = { status: old.status, slug: marked ? (old.trashed?.slug ?? '') : old.slug }
    return { row: { ...row, trashed }, slug: marked ? old.slug : `${cut(old.slug, 191)}__trashed` }
  }
  if (old.status !== 'trash' || row.status === 'trash') return { row, slug }
  const wished = old.trashed?.slug ?? ''
  return { row: { ...row, trashed: undefined }, slug: wished === '' ? slug : wished }
}

/** Frees the requested slug if a trashed row still has it. A slug that ends with `__trashed` is never freed. */
function freeTrashedSlug(store: Store, row: Row, slug: string): void {
  if (slug.endsWith('__trashed')) return
  for (const id of store.idsWithSlug(slug)) {
    const other = store.get(id)
    if (other === undefined || id === row.id || other.status !== 'trash' || other.type !== row.type) continue
    const trashed = { status: other.trashed?.status ?? 'draft', slug: other.slug }
    store.put({ ...other, slug: `${cut(slug, 191)}__trashed`, trashed })
    return
  }
}

/** A row cannot be its own ancestor. Even a new row could become one, if its parent id is the id that it gets. */
function withoutLoop(store: Store, row: Row): Row {
  let above = row.parent
  for (let level = 0; above !== 0 && level < 100; level++) {
    if (above === row.id) return { ...row, parent: 0 }
    above = store.get(above)?.parent ?? 0
  }
  return row
}
