import { tieBreakOf } from '../../oddities/tied-paging.ts'
import { toText } from '../../rest/php.ts'
import { type RestRequest, listParam, param, textParam } from '../../rest/request.ts'
import type { Row } from '../../store/rows.ts'
import { toLookupSlug } from '../../text/slug.ts'
import { fold, searchText } from './search.ts'

type Compare = (left: Row, right: Row) => number

const byText =
  (read: (row: Row) => string): Compare =>
  (left, right) => {
    const [one, other] = [read(left), read(right)]
    return one < other ? -1 : one > other ? 1 : 0
  }
const byNumber =
  (read: (row: Row) => number): Compare =>
  (left, right) =>
    read(left) - read(right)

const byDate = byText((row) => row.date)
const byId = byNumber((row) => row.id)

const compares: Readonly<Record<string, Compare>> = {
  author: byNumber((row) => row.author),
  date: byDate,
  id: byId,
  modified: byText((row) => row.modified),
  parent: byNumber((row) => row.parent),
  slug: byText((row) => row.slug),
  title: byText((row) => fold(row.title)),
  menu_order: byNumber((row) => row.menuOrder),
}

const oldestFirst: Compare = (left, right) => byDate(left, right) || byId(left, right)
const status = byText((row) => row.status)
const byStatus: Compare = (left, right) => status(left, right) || byId(left, right)

function hasSeveralStatuses(request: RestRequest): boolean {
  const statuses = new Set(listParam(request, 'status'))
  return statuses.size > 1 || statuses.has('any')
}

/** The order of a list, identified by `name` and `descending`. `compare` includes the direction. */
export type Order = { readonly name: string; readonly descending: boolean; readonly compare: Compare }

/** The order of a request; undefined if it depends on more than the rows. */
export function orderOf(request: RestRequest): Order | undefined {
  return request.oddities.has('tied-paging') ? undefined : fieldOrder(request)
}

/** Sorts in place. */
export function sortRows(rows: Row[], request: RestRequest): Row[] {
  const orderby = textParam(request, 'orderby')
  if (orderby === 'include')
    return inListOrder(rows, listParam(request, 'include').map(Number), (row) => row.id)
  if (orderby === 'include_slugs') return bySlugList(rows, request)
  if (orderby === 'relevance')
    return byRelevance(rows, searchText(request), param(request, 'order') === 'desc')
  const order = fieldOrder(request)
  return order === undefined ? rows : rows.sort(order.compare)
}

/**
 * The order of rows with equal values, as observed with WordPress's database. It reads lists by id, or by date within
 * one status, along an index; there, ties follow the direction of the list. Otherwise ties are independent of the
 * direction: by status for lists by date, else oldest first.
 */
function fieldOrder(request: RestRequest): Order | undefined {
  const orderby = textParam(request, 'orderby')
  const compare = compares[orderby]
  if (compare === undefined) return undefined
  const descending = param(request, 'order') === 'desc'
  const sign = descending ? -1 : 1
  const reversible = orderby === 'id' || (orderby === 'date' && !hasSeveralStatuses(request))
  const usual = reversible ? byId : orderby === 'date' ? byStatus : oldestFirst
  const breakTie = tieBreakOf(request, usual)
  const tieSign = reversible ? sign : 1
  return {
    name: reversible ? orderby : `${orderby} ${descending ? 'desc' : 'asc'}`,
    descending,
    compare: (left, right) => sign * compare(left, right) || tieSign * breakTie(left, right),
  }
}

function bySlugList(rows: Row[], request: RestRequest): Row[] {
  const slugs = listParam(request, 'slug').map((slug) => toLookupSlug(toText(slug)))
  if (slugs.length > 0) return inListOrder(rows, slugs, (row) => row.slug)
  const breakTie = hasSeveralStatuses(request) ? byStatus : byId
  return rows.sort((left, right) => byDate(left, right) || breakTie(left, right))
}

function inListOrder<K>(rows: Row[], list: readonly K[], key: (row: Row) => K): Row[] {
  const places = new Map(list.map((item, index) => [item, index]))
  return rows.sort((left, right) => (places.get(key(left)) ?? 0) - (places.get(key(right)) ?? 0))
}

/** The whole phrase in the title, then in the excerpt, then in the content, then by date. */
function byRelevance(rows: Row[], search: string, newestFirst: boolean): Row[] {
  const sign = newestFirst ? 1 : -1
  const phrase = fold(search)
  const rank = (row: Row): number =>
    [row.title, row.excerpt, row.content].findIndex((value) => fold(value).includes(phrase)) +
    4 * Number(!fold(row.title + row.excerpt + row.content).includes(phrase))
  return rows.sort((left, right) => rank(left) - rank(right) || (left.date < right.date ? sign : -sign))
}
