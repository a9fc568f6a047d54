import type { Kind } from '../posts/kind.ts'
import { mayEdit } from '../posts/rights.ts'
import { RestError, refuse } from '../rest/error.ts'
import { type RestRequest, intParam } from '../rest/request.ts'
import type { Row } from '../store/rows.ts'
import type { Store } from '../store/store.ts'

/** The row that the requested revisions or autosaves belong to. */
export function parentOf(kind: Kind, store: Store, request: RestRequest, name = 'parent'): Row | RestError {
  const row = store.get(intParam(request, name))
  return row === undefined || row.type !== kind.type
    ? new RestError('rest_post_invalid_parent', 'Invalid post parent ID.', 404)
    : row
}

/** Only users who may edit a row may read its history. */
export function maySeeChildren(
  kind: Kind,
  store: Store,
  request: RestRequest,
  what: { name?: string; word: 'revisions' | 'autosaves' },
): true | RestError {
  const parent = parentOf(kind, store, request, what.name)
  if (parent instanceof RestError) return parent
  return mayEdit(request.user, kind.rights, parent)
    ? true
    : refuse(
        request.user,
        'rest_cannot_read',
        `Sorry, you are not allowed to view ${what.word} of this post.`,
      )
}
