import { RestError } from '../rest/error.ts'
import type { Comment, CommentStatus } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { type User, can, findUser } from '../users/users.ts'

const floodMs = 15_000
const hourMs = 3_600_000
const manyLinks = 2
const limits = [
  ['authorName', 'author', 245],
  ['authorEmail', 'author_email', 100],
  ['authorUrl', 'author_url', 200],
  ['content', 'content', 65_525],
] as const

/** Whether a new comment is approved or held. Rejects duplicates and floods, as `wp_allow_comment` does. */
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
  const hourAgo = store.now().getTime() - hourMs
  const recent = before
    .filter((other) => other.author === user?.id || other.authorEmail === comment.authorEmail)
    .map(timeOf)
    .filter((time) => time >= hourAgo)
  const hurried = !can(user, 'moderate_comments') && recent.length > 0
  if (hurried && timeOf(comment) - Math.max(...recent) < floodMs)
    throw new RestError('comment_flood', 'You are posting comments too quickly. Slow down.', 400)
  return isTrusted(store, comment, before) ? 'approved' : 'hold'
}

/**
 * Approved at once: moderators, the author of the post, and authors of an approved comment whose new one has few links.
 */
function isTrusted(store: Store, comment: Comment, before: readonly Comment[]): boolean {
  const writer = findUser(comment.author) ?? null
  if (can(writer, 'moderate_comments')) return true
  if (writer !== null && store.get(comment.post)?.author === writer.id) return true
  const links = comment.content.match(/<a [^>]*href/gi)?.length ?? 0
  return (
    links < manyLinks && before.some((other) => other.status === 'approved' && isSamePerson(other, comment))
  )
}

function isSamePerson(other: Comment, comment: Comment): boolean {
  if (other.authorEmail !== comment.authorEmail) return false
  return other.authorName === comment.authorName || (comment.author !== 0 && other.author === comment.author)
}

/** The error of `wp_check_comment_data_max_lengths` for a field that exceeds its database column. */
export function tooLong(comment: Comment): RestError | undefined {
  for (const [key, code, limit] of limits) {
    if (Array.from(comment[key]).length > limit)
      return new RestError(
        `comment_${code}_column_length`,
        'Comment field exceeds maximum length allowed.',
        400,
      )
  }
  return undefined
}

function timeOf({ dateGmt }: Comment): number {
  return Date.parse(`${dateGmt}Z`)
}
