import { draw } from '../../seed/random.ts'
import { type RestRequest, param } from '../rest/request.ts'
import type { Row } from '../store/rows.ts'

type Compare = (left: Row, right: Row) => number

/** The order of rows that compare equal: the usual one, or one that differs on every page. */
export function tieBreakOf(request: RestRequest, usual: Compare): Compare {
  if (!request.oddities.has('tied-paging')) return usual
  const [page, size] = [param(request, 'offset') ?? param(request, 'page'), param(request, 'per_page')]
  const place = (row: Row): number => draw(Number(size), row.id, Number(page))
  return (left, right) => place(left) - place(right) || left.id - right.id
}
