import { isProtected, mayEdit, mayRead, rightsOf } from '../posts/rights.ts'
import { RestError, refuse } from '../rest/error.ts'
import { isEmpty } from '../rest/php.ts'
import { type RestRequest, contextOf, intParam, listParam, param, textParam } from '../rest/request.ts'
import type { Comment, Row } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { type User, can } from '../users/users.ts'

export function commentOf(store: Store, request: RestRequest): Comment | RestError {
  return (
    store.comments.get(intParam(request, 'id')) ??
    new RestError('rest_comment_invalid_id', 'Invalid comment ID.', 404)
  )
}

/** Whether the post of a comment may be read. A password is accepted only in a request for a single post or comment. */
export function mayReadPost(store: Store, request: RestRequest, post: Row): boolean {
  const asked = listParam(request, 'post').length
  const single =
    asked === 1 || typeof param(request, 'id') === 'number' || typeof param(request, 'post') === 'number'
  const opened = single && textParam(request, 'password') === post.password
  if (isProtected(post) && !opened) return mayEdit(request.user, rightsOf(post), post)
  return mayRead(request.user, rightsOf(post), post, store)
}

export function mayEditComment(store: Store, user: User | null, comment: Comment): boolean {
  if (user === null) return false
  if (can(user, 'moderate_comments')) return true
  const post = store.get(comment.post)
  return post === undefined ? can(user, 'edit_posts') : mayEdit(user, rightsOf(post), post)
}

export function mayReadComment(store: Store, request: RestRequest, comment: Comment): boolean {
  const { user } = request
  const post = store.get(comment.post)
  if (post !== undefined && comment.status === 'approved' && mayReadPost(store, request, post)) return true
  if (user === null || (post === undefined && !can(user, 'moderate_comments'))) return false
  return comment.author === user.id || mayEditComment(store, user, comment)
}

export function mayList(store: Store, request: RestRequest): true | RestError {
  const { user } = request
  const asked = param(request, 'post')
  for (const id of (Array.isArray(asked) ? asked : isEmpty(asked) ? [] : [asked]).map(Number)) {
    const post = store.get(id)
    if (post !== undefined && !mayReadPost(store, request, post))
      return refuse(
        user,
        'rest_cannot_read_post',
        'Sorry, you are not allowed to read the post for this comment.',
      )
    if (id === 0 && !can(user, 'moderate_comments'))
      return refuse(user, 'rest_cannot_read', 'Sorry, you are not allowed to read comments without a post.')
  }
  if (contextOf(request) === 'edit' && !mayListForEditing(store, request))
    return refuse(user, 'rest_forbidden_context', 'Sorry, you are not allowed to edit comments.')
  const forbidden = can(user, 'edit_posts') ? [] : forbiddenFilters(request)
  return forbidden.length === 0
    ? true
    : refuse(user, 'rest_forbidden_param', `Query parameter not permitted: ${forbidden.join(', ')}`)
}

/** Context `edit` requires moderators. Notes of posts also allow users who may edit these posts. */
function mayListForEditing(store: Store, request: RestRequest): boolean {
  const posts = listParam(request, 'post').map((id) => store.get(Number(id)))
  if (textParam(request, 'type') !== 'note' || posts.length === 0)
    return can(request.user, 'moderate_comments')
  return posts.every((post) => post !== undefined && mayEdit(request.user, rightsOf(post), post))
}

function forbiddenFilters(request: RestRequest): string[] {
  return ['author', 'author_exclude', 'author_email', 'type', 'status'].filter((name) => {
    const value = param(request, name)
    if (name === 'status') return value !== 'approve'
    if (name === 'type') return value !== 'comment'
    return Array.isArray(value) ? value.length > 0 : value !== null && value !== ''
  })
}

export function mayReadItem(store: Store, request: RestRequest): true | RestError {
  const { user } = request
  const comment = commentOf(store, request)
  if (comment instanceof RestError) return comment
  const editor =
    comment.type === 'note' ? mayEditComment(store, user, comment) : can(user, 'moderate_comments')
  if (contextOf(request) === 'edit' && !editor)
    return refuse(user, 'rest_forbidden_context', 'Sorry, you are not allowed to edit comments.')
  if (!mayReadComment(store, request, comment))
    return refuse(user, 'rest_cannot_read', 'Sorry, you are not allowed to read this comment.')
  const post = store.get(comment.post)
  return post === undefined || mayReadPost(store, request, post)
    ? true
    : refuse(user, 'rest_cannot_read_post', 'Sorry, you are not allowed to read the post for this comment.')
}

export function mayChange(store: Store, request: RestRequest, word: 'edit' | 'delete'): true | RestError {
  const comment = commentOf(store, request)
  if (comment instanceof RestError) return comment
  return mayEditComment(store, request.user, comment)
    ? true
    : refuse(request.user, `rest_cannot_${word}`, `Sorry, you are not allowed to ${word} this comment.`)
}
