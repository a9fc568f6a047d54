import { mayEdit, rightsOf } from '../posts/rights.ts'
import { RestError, refuse } from '../rest/error.ts'
import { type RestRequest, intParam, param, textParam } from '../rest/request.ts'
import type { Row } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { can } from '../users/users.ts'
import { mayReadPost } from './comment-rights.ts'

/** The address stored for every caller. */
export const callerAddress = '127.0.0.1'

/** Users may comment on readable posts with open comments, in their own name only. */
export function mayComment(store: Store, request: RestRequest): true | RestError {
  const { user } = request
  if (user === null)
    return new RestError('rest_comment_login_required', 'Sorry, you must be logged in to comment.', 401)
  const note = textParam(request, 'type') === 'note'
  const post = store.get(intParam(request, 'post'))
  const moderates = can(user, 'moderate_comments')
  const author = param(request, 'author')
  const reserved = (name: string): RestError =>
    refuse(user, `rest_comment_invalid_${name}`, `Sorry, you are not allowed to edit '${name}' for comments.`)
  if (author !== null && author !== user.id && !moderates) return reserved('author')
  const address = param(request, 'author_ip')
  if (address !== null && address !== callerAddress && !moderates) return reserved('author_ip')
  const mayEditPost = post !== undefined && mayEdit(user, rightsOf(post), post)
  if (param(request, 'status') !== null && !(note ? mayEditPost : moderates)) return reserved('status')
  if (post === undefined || post.type === 'revision')
    return refuse(
      user,
      'rest_comment_invalid_post_id',
      'Sorry, you are not allowed to create this comment without a post.',
    )
  if (note && !mayEditPost)
    return refuse(
      user,
      'rest_cannot_create_note',
      'Sorry, you are not allowed to create notes for this post.',
    )
  if (note && post.type !== 'post' && post.type !== 'page')
    return refuse(
      user,
      'rest_comment_not_supported_post_type',
      'Sorry, this post type does not support notes.',
    )
  return mayCommentOn(store, request, post, note)
}

function mayCommentOn(store: Store, request: RestRequest, post: Row, note: boolean): true | RestError {
  const { user } = request
  const here = 'Sorry, you are not allowed to create a comment on this post.'
  if (post.status === 'draft' && !note) return refuse(user, 'rest_comment_draft_post', here)
  if (post.status === 'trash') return refuse(user, 'rest_comment_trash_post', here)
  if (!mayReadPost(store, request, post))
    return refuse(
      user,
      'rest_cannot_read_post',
      'Sorry, you are not allowed to read the post for this comment.',
    )
  if (post.commentStatus !== 'open' && !note)
    return refuse(user, 'rest_comment_closed', 'Sorry, comments are closed for this item.')
  return true
}
