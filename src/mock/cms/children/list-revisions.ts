import type { Kind } from '../posts/kind.ts'
import { checkOrder } from '../posts/list/check-order.ts'
import { searchFilter } from '../posts/list/search.ts'
import { sortRows } from '../posts/list/sort.ts'
import { RestError } from '../rest/error.ts'
import { wantedFields } from '../rest/fields.ts'
import { pagingHeaders } from '../rest/paging.ts'
import { type RestRequest, contextOf, intParam, listParam, param, textParam } from '../rest/request.ts'
import { type Answer, ok } from '../rest/route.ts'
import type { Row } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { parentOf } from './parent.ts'
import { revisionLinks, showRevision } from './show-revision.ts'

const refused = (code: string, message: string): RestError => new RestError(code, message, 400)

/** Revisions and autosaves of one row; all of them by default. */
export function listRevisions(kind: Kind, store: Store, request: RestRequest): Answer {
  const parent = parentOf(kind, store, request)
  if (parent instanceof RestError) return parent
  const wrong = checkOrder(request)
  if (wrong !== undefined) return wrong
  const rows = sortRows(findRevisions(store, request, parent), request)
  const total = rows.length
  const perPage = param(request, 'per_page') === null ? Math.max(total, 1) : intParam(request, 'per_page')
  const page = intParam(request, 'page')
  const pages = Math.ceil(total / perPage)
  const offset = intParam(request, 'offset')
  if (total > 0 && offset >= total)
    return refused(
      'rest_revision_invalid_offset_number',
      'The offset number requested is larger than or equal to the number of available revisions.',
    )
  if (total > 0 && offset === 0 && page > pages)
    return refused(
      'rest_revision_invalid_page_number',
      'The page number requested is larger than the number of pages available.',
    )
  // Without `per_page`, WordPress lists all revisions and ignores `offset`.
  const all = param(request, 'per_page') === null
  const start = all ? 0 : offset > 0 ? offset : (page - 1) * perPage
  const fields = wantedFields(request)
  const items = rows.slice(start, start + perPage).map((row) => {
    const links = revisionLinks(kind, request, row, fields)
    const item = showRevision(kind, request, { row, context: contextOf(request) }, fields)
    return Object.keys(links).length === 0 ? item : { ...item, _links: links }
  })
  const route = `/cms/v2/${kind.base}/${parent.id}/revisions`
  return ok(items, { headers: pagingHeaders(request, route, { total, page, pages }) })
}

function findRevisions(store: Store, request: RestRequest, parent: Row): Row[] {
  const include = new Set(listParam(request, 'include').map(Number))
  const exclude = new Set(listParam(request, 'exclude').map(Number))
  const search = textParam(request, 'search') === '' ? undefined : searchFilter(request)
  return store
    .revisionsOf(parent.id)
    .filter(
      (row) =>
        (include.size > 0 ? include.has(row.id) : !exclude.has(row.id)) &&
        (search === undefined || search(row)),
    )
}
