import { absInt, toText } from '../../rest/php.ts'
import { type RestRequest, listParam, param, textParam } from '../../rest/request.ts'
import { toDatePair } from '../../store/dates.ts'
import type { PostType, Row } from '../../store/rows.ts'
import type { Store } from '../../store/store.ts'
import type { View } from '../../store/views.ts'
import { toLookupSlug } from '../../text/slug.ts'
import type { Kind } from '../kind.ts'
import { searchFilter } from './search.ts'
import { type Order, orderOf, sortRows } from './sort.ts'
import { type StatusFilter, statusFilter } from './status-filter.ts'
import { termFilter } from './term-filter.ts'

type Test = (row: Row) => boolean

/** The rows of a type that match a list request, in the requested order. */
export function findRows(kind: Kind, store: Store, request: RestRequest): View {
  const status = statusFilter(kind, request)
  const tests = testsFor(kind, store, request)
  const { omits } = request.oddities
  if (omits !== null) tests.push((row) => !omits(row))
  const order = orderOf(request)
  if (tests.length === 0 && order !== undefined) return keptView(store, kind.type, status, order)
  tests.unshift(status.test)
  const found: Row[] = []
  for (const row of candidates(kind, store, request)) if (tests.every((test) => test(row))) found.push(row)
  return viewOf(sortRows(found, request))
}

function viewOf(rows: readonly Row[]): View {
  return { size: rows.length, slice: (start, end) => rows.slice(start, end) }
}

/**
 * A kept, ordered view for lists without a filter. Most lists have new rows first, so views are kept in ascending
 * order, where new rows are appended.
 */
function keptView(store: Store, type: PostType, status: StatusFilter, order: Order): View {
  const { name, descending, compare } = order
  const kept = store.view({
    key: `${type} ${status.key} ${name}`,
    type,
    holds: status.test,
    compare: descending ? (left, right) => compare(right, left) : compare,
  })
  if (!descending) return kept
  const { size } = kept
  return {
    size,
    slice: (start, end) => kept.slice(Math.max(0, size - end), Math.max(0, size - start)).toReversed(),
  }
}

/** Uses an index for requests by id, slug, parent or time of change. All others scan the type. */
function candidates(kind: Kind, store: Store, request: RestRequest): Iterable<Row> {
  const ids = listParam(request, 'include')
  const slugs = wantedSlugs(request)
  const rows =
    ids.length > 0
      ? ids.map(absInt)
      : slugs.length > 0
        ? slugs.flatMap((slug) => [...store.idsWithSlug(slug)])
        : undefined
  const parents = takes(kind, 'parent') ? listParam(request, 'parent').map(absInt) : []
  if (rows === undefined && parents.length > 0 && !parents.includes(0))
    return parents.flatMap((parent) => store.childrenOf(parent)).filter((row) => row.type === kind.type)
  if (rows === undefined) return modifiedWithin(kind.type, store, request) ?? store.ofType(kind.type).values()
  return [...new Set(rows)].flatMap((id) => {
    const row = store.get(id)
    return row?.type === kind.type ? [row] : []
  })
}

/** The rows within `modified_after` and `modified_before`; undefined without either. */
function modifiedWithin(type: PostType, store: Store, request: RestRequest): Row[] | undefined {
  const after = dateParam(request, 'modified_after')
  const before = dateParam(request, 'modified_before')
  if (after === undefined && before === undefined) return undefined
  const changes = store.view({ key: `${type} modified`, type, holds: () => true, compare: byChange })
  return changes.slice(
    after === undefined ? 0 : changes.seek((row) => row.modified > after),
    before === undefined ? changes.size : changes.seek((row) => row.modified >= before),
  )
}

function byChange(left: Row, right: Row): number {
  if (left.modified === right.modified) return left.id - right.id
  return left.modified < right.modified ? -1 : 1
}

function wantedSlugs(request: RestRequest): string[] {
  return listParam(request, 'slug').map((slug) => toLookupSlug(toText(slug)))
}

function takes(kind: Kind, name: string): boolean {
  return Object.hasOwn(kind.listArgs, name)
}

function testsFor(kind: Kind, store: Store, request: RestRequest): Test[] {
  const tests: Test[] = []
  const among = (name: string, read: (row: Row) => number, wanted = true): void => {
    const values = new Set(takes(kind, name) ? listParam(request, name).map(absInt) : [])
    if (values.size > 0) tests.push((row) => values.has(read(row)) === wanted)
  }
  const slugs = new Set(wantedSlugs(request))
  if (slugs.size > 0) tests.push((row) => slugs.has(row.slug))
  among('author', (row) => row.author)
  among('author_exclude', (row) => row.author, false)
  among('parent', (row) => row.parent)
  among('parent_exclude', (row) => row.parent, false)
  among('include', (row) => row.id)
  if (listParam(request, 'include').length === 0) among('exclude', (row) => row.id, false)
  if (takes(kind, 'menu_order') && param(request, 'menu_order') !== null) {
    const order = absInt(param(request, 'menu_order'))
    tests.push((row) => row.menuOrder === order)
  }
  tests.push(...dateTests(request))
  if (textParam(request, 'search') !== '') tests.push(searchFilter(request))
  if (takes(kind, 'sticky')) tests.push(...stickyTests(request))
  if (takes(kind, 'format')) tests.push(...formatTests(request))
  if (takes(kind, 'media_type')) tests.push(...mediaTests(request))
  const terms = termFilter(kind, store, request)
  if (terms !== undefined) tests.push(terms)
  return tests
}

function dateTests(request: RestRequest): Test[] {
  const tests: Test[] = []
  const after = dateParam(request, 'after')
  const before = dateParam(request, 'before')
  const modifiedAfter = dateParam(request, 'modified_after')
  const modifiedBefore = dateParam(request, 'modified_before')
  if (after !== undefined) tests.push((row) => row.date > after)
  if (before !== undefined) tests.push((row) => row.date < before)
  if (modifiedAfter !== undefined) tests.push((row) => row.modified > modifiedAfter)
  if (modifiedBefore !== undefined) tests.push((row) => row.modified < modifiedBefore)
  return tests
}

/** A date of the query in the site's time zone. */
function dateParam(request: RestRequest, name: string): string | undefined {
  const text = textParam(request, name)
  return text === '' ? undefined : toDatePair(text)?.local
}

function stickyTests(request: RestRequest): Test[] {
  const sticky = param(request, 'sticky')
  return typeof sticky === 'boolean' ? [(row) => row.sticky === sticky] : []
}

function formatTests(request: RestRequest): Test[] {
  const formats = new Set(listParam(request, 'format'))
  return formats.size === 0 ? [] : [(row) => formats.has(row.format)]
}

function mediaTests(request: RestRequest): Test[] {
  const types = listParam(request, 'media_type').map(toText)
  const mimes = listParam(request, 'mime_type').map(toText).filter(isKnownMime)
  if (types.length === 0 && mimes.length === 0) return []
  return [
    ({ file }) => {
      const mime = file?.mime ?? ''
      const [family = ''] = mime.split('/')
      return mimes.includes(mime) || types.includes(family)
    },
  ]
}

const uploadable =
  /^(image\/(jpeg|png|gif|webp|avif|bmp|tiff|x-icon|heic)|application\/pdf|text\/(plain|csv)|audio\/.+|video\/.+)$/

/** WordPress ignores filters for types that cannot be uploaded. */
function isKnownMime(mime: string): boolean {
  return uploadable.test(mime)
}
