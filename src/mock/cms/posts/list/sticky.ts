import { type RestRequest, intParam, listParam, param } from '../../rest/request.ts'
import { absInt } from '../../rest/php.ts'
import type { Row } from '../../store/rows.ts'
import type { Store } from '../../store/store.ts'
import type { Kind } from '../kind.ts'
import { termQuery } from './term-filter.ts'

/**
 * With `ignore_sticky=false`, puts sticky posts first on page 1, in addition to `per_page`. This includes sticky posts
 * of other pages and posts that the filters exclude. Other pages, searches and lists by term do not change.
 */
export function withStickyFirst(kind: Kind, store: Store, request: RestRequest, rows: Row[]): Row[] {
  if (!wantsStickyFirst(kind, request)) return rows
  const here = rows.filter(({ sticky }) => sticky)
  const known = new Set([...here.map(({ id }) => id), ...listParam(request, 'exclude').map(absInt)])
  const others = [...store.ofType(kind.type).values()]
    .filter(({ id, sticky, status }) => sticky && status === 'publish' && !known.has(id))
    .sort((left, right) =>
      left.date < right.date || (left.date === right.date && left.id < right.id) ? 1 : -1,
    )
  return [...here, ...others, ...rows.filter(({ sticky }) => !sticky)]
}

function wantsStickyFirst(kind: Kind, request: RestRequest): boolean {
  return (
    kind.type === 'post' &&
    param(request, 'ignore_sticky') === false &&
    intParam(request, 'page') <= 1 &&
    param(request, 'search') === null &&
    param(request, 'sticky') === null &&
    ['include', 'format'].every((name) => listParam(request, name).length === 0) &&
    Object.values(kind.taxonomies).every((base) => termQuery(param(request, base)) === undefined)
  )
}
