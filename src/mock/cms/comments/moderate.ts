import { RestError } from '../rest/error.ts'
import type { Comment, CommentStatus } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { type User, can } from '../users/users.ts'

const floodMs = 15_000
const hourMs = 3_600_000

/** Whether a new comment shows at once or waits; refuses what was said already and what comes too fast. */
export function admit(store: Store, comment: Comment, user: User | null): CommentStatus {
  const before = [...store.comments.all()]
  const said = before.some(
    (other) =>
      other.post === comment.post &&
      other.parent === comment.parent &&
      other.status !== 'trash' &&
      (other.authorName === comment.authorName || other.authorEmail === comment.authorEmail) &&
      other.content === comment.content,
  )
  if (said) {
    const message = 'Duplicate comment detected; it looks as though you&#8217;ve already said that!'
    throw new RestError('comment_duplicate', message, 409)
  }
  if (can(user, 'moderate_comments')) return 'approved'
  const own = before.filter(
    (other) => other.author === comment.author || other.authorEmail === comment.authorEmail,
  )
  const hourAgo = store.now().getTime() - hourMs
  const recent = own.map(timeOf).filter((time) => time >= hourAgo)
  if (recent.length > 0 && timeOf(comment) - Math.max(...recent) < floodMs)
    throw new RestError('comment_flood', 'You are posting comments too quickly. Slow down.', 400)
  const ownPost = store.get(comment.post)?.author === user?.id
  return ownPost || own.some(({ status }) => status === 'approved') ? 'approved' : 'hold'
}

function timeOf({ dateGmt }: Comment): number {
  return Date.parse(`${dateGmt}Z`)
}
