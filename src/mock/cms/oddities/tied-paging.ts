import { draw } from '../../seed/random.ts'
import { type RestRequest, param } from '../rest/request.ts'
import type { Row } from '../store/rows.ts'

/** Decides between rows that compare equal: by id, or in an order that is another one on every page. */
export function tieBreakOf(request: RestRequest): (left: Row, right: Row) => number {
  if (!request.oddities.has('tied-paging')) return (left, right) => left.id - right.id
  const [page, size] = [param(request, 'offset') ?? param(request, 'page'), param(request, 'per_page')]
  const place = (row: Row): number => draw(Number(size), row.id, Number(page))
  return (left, right) => place(left) - place(right) || left.id - right.id
}
