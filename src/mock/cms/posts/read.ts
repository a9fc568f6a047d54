import { RestError, refuse } from '../rest/error.ts'
import { wantedFields, wants } from '../rest/fields.ts'
import { isEmpty } from '../rest/php.ts'
import { pagingHeaders } from '../rest/paging.ts'
import { type RestRequest, contextOf, intParam, param } from '../rest/request.ts'
import { type Answer, ok } from '../rest/route.ts'
import type { Row } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { can } from '../users/users.ts'
import type { Kind } from './kind.ts'
import { linkOf } from './link.ts'
import { checkOrder } from './list/check-order.ts'
import { findRows } from './list/list.ts'
import { withStickyFirst } from './list/sticky.ts'
import { mayEdit, mayRead } from './rights.ts'
import { linksFor, showRow, viewOf, type Shown } from './show.ts'
import { toTree } from './list/tree.ts'

export const invalidId = (): RestError => new RestError('rest_post_invalid_id', 'Invalid post ID.', 404)

/** The row with this id, if it is of this type. */
export function rowOf(kind: Kind, store: Store, request: RestRequest): Row | RestError {
  const row = store.get(intParam(request, 'id'))
  return row === undefined || row.type !== kind.type ? invalidId() : row
}

export function mayReadList(kind: Kind, request: RestRequest): true | RestError {
  if (contextOf(request) === 'edit' && !can(request.user, kind.rights.edit))
    return refuse(
      request.user,
      'rest_forbidden_context',
      'Sorry, you are not allowed to edit posts in this post type.',
    )
  return kind.mayList?.(request.user) ?? true
}

export function readList(kind: Kind, store: Store, request: RestRequest): Answer {
  const { user } = request
  const wrong = checkOrder(request)
  if (wrong !== undefined) return wrong
  const found = findRows(kind, store, request)
  const tree =
    param(request, 'orderby_hierarchy') === true ? toTree(found.slice(0, found.size), store) : undefined
  const perPage = intParam(request, 'per_page')
  const page = intParam(request, 'page')
  const offset = param(request, 'offset')
  const start = typeof offset === 'number' ? Math.abs(offset) : (page - 1) * perPage
  // If the requested page is empty, WordPress counts again from page 1, except when `offset` is set.
  const total = typeof offset === 'number' && start >= found.size ? 0 : found.size
  const pages = Math.ceil(total / perPage)
  if (page > pages && total > 0)
    return new RestError(
      'rest_post_invalid_page_number',
      'The page number requested is larger than the number of pages available.',
      400,
    )
  const context = contextOf(request)
  const editing = context === 'edit'
  const paged = (tree?.rows ?? found).slice(start, start + perPage)
  const shown = withStickyFirst(kind, store, request, paged).filter((row) =>
    editing ? mayEdit(user, kind.rights, row) : mayRead(user, kind.rights, row, store),
  )
  const headers = pagingHeaders(request, `/cms/v2/${kind.base}`, { total, pages, page })
  if (request.method === 'HEAD') return ok([], { headers })
  const fields = wantedFields(request)
  const items = shown.map((row) => {
    const view = viewOf(kind, store, request, { row, context })
    const links = linksFor(kind, view, fields)
    const item = showRow(kind, view, fields)
    if (tree !== undefined && wants(fields, 'level')) item['level'] = tree.levels.get(row.id)
    return links === undefined ? item : { ...item, _links: links }
  })
  return ok(items, { headers })
}

export function mayReadItem(kind: Kind, store: Store, request: RestRequest): boolean | RestError {
  const row = rowOf(kind, store, request)
  if (row instanceof RestError) return row
  if (contextOf(request) === 'edit' && !mayEdit(request.user, kind.rights, row))
    return refuse(request.user, 'rest_forbidden_context', 'Sorry, you are not allowed to edit this post.')
  const password = param(request, 'password')
  if (typeof password === 'string' && !isEmpty(password) && password !== row.password)
    return new RestError('rest_post_incorrect_password', 'Incorrect post password.', 403)
  if (!mayRead(request.user, kind.rights, row, store)) return false
  return kind.mayList?.(request.user) ?? true
}

export function readItem(kind: Kind, store: Store, request: RestRequest): Answer {
  const row = rowOf(kind, store, request)
  if (row instanceof RestError) return row
  const answer = showItem(kind, store, request, { row, context: contextOf(request) })
  if (row.type === 'nav_menu_item' || answer instanceof RestError) return answer
  const headers = {
    ...answer.headers,
    Link: `<${linkOf(store, row, request.site)}>; rel="alternate"; type=text/html`,
  }
  return { ...answer, headers }
}

/** The response with one row. */
export function showItem(kind: Kind, store: Store, request: RestRequest, shown: Shown): Answer {
  const fields = wantedFields(request)
  const view = viewOf(kind, store, request, shown)
  const links = linksFor(kind, view, fields)
  return ok(showRow(kind, view, fields), links === undefined ? {} : { links })
}
