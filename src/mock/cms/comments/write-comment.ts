import { mayWriteFreely } from '../oddities/filtered-html.ts'
import { rawText } from '../posts/write/write.ts'
import { RestError } from '../rest/error.ts'
import { entryOf, isEmpty, isMap } from '../rest/php.ts'
import { type RestRequest, param, textParam } from '../rest/request.ts'
import type { Answer } from '../rest/route.ts'
import { toDatePair, toGmt } from '../store/dates.ts'
import type { Comment, CommentStatus } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { filterInline } from '../text/kses.ts'
import { replaceWindowsReferences, trimPhp } from '../text/php-text.ts'
import { can, findUser } from '../users/users.ts'
import { commentOf } from './comment-rights.ts'
import { callerAddress } from './may-comment.ts'
import { filterAuthor } from './filter-author.ts'
import { admit, tooLong } from './moderate.ts'
import { answerComment } from './show-comment.ts'

type Draft = { -readonly [K in keyof Comment]?: Comment[K] }

const invalidContent = (): RestError =>
  new RestError('rest_comment_content_invalid', 'Invalid comment content.', 400)

export function createComment(store: Store, request: RestRequest): Answer {
  const { user } = request
  const sent = param(request, 'type')
  const type = isEmpty(sent) ? 'comment' : sent
  if (!isEmpty(param(request, 'id')))
    return new RestError('rest_comment_exists', 'Cannot create existing comment.', 400)
  if (type !== 'comment' && type !== 'note')
    return new RestError('rest_invalid_comment_type', 'Cannot create a comment with that type.', 400)
  const draft = draftOf(request)
  const meta = param(request, 'meta')
  const resolves = type === 'note' && isMap(meta) && !isEmpty(meta['_note_status'])
  if (isEmpty(draft.content) && !resolves) return invalidContent()
  const { authorName = '', authorEmail = '', authorUrl = '' } = draft
  const unnamed = draft.author === undefined && [authorName, authorEmail, authorUrl].every(isEmpty)
  const own =
    unnamed && user !== null ? { author: user.id, authorName: user.name, authorEmail: user.email } : {}
  const today = store.today()
  const comment: Comment = {
    id: 0,
    post: 0,
    parent: 0,
    author: 0,
    authorName,
    authorEmail,
    authorUrl,
    authorIp: '',
    authorAgent: '',
    date: today.local,
    dateGmt: today.gmt,
    content: '',
    meta: {},
    ...draft,
    ...own,
    status: 'approved',
    type,
  }
  if (comment.authorName === '' || comment.authorEmail === '')
    return new RestError(
      'rest_comment_author_data_required',
      'Creating a comment requires valid author name and email values.',
      400,
    )
  const long = tooLong(comment)
  if (long !== undefined) return long
  const status = type === 'note' ? 'approved' : admit(store, comment, user)
  const filtered = filterAuthor({ ...comment, id: store.comments.nextId(), status })
  const saved = store.comments.put(withStatus(filtered, param(request, 'status')))
  const answer = answerComment(
    store,
    request,
    saveMeta(store, request, saved),
    can(user, 'moderate_comments') ? 'edit' : 'view',
  )
  return { ...answer, status: 201, headers: { Location: `${request.site.root}/cms/v2/comments/${saved.id}` } }
}

export function updateComment(store: Store, request: RestRequest): Answer {
  const old = commentOf(store, request)
  if (old instanceof RestError) return old
  const type = param(request, 'type')
  if (type !== null && type !== old.type)
    return new RestError(
      'rest_comment_invalid_type',
      'Sorry, you are not allowed to change the comment type.',
      404,
    )
  const draft = draftOf(request, old)
  if (draft.post !== undefined && draft.post !== 0 && store.get(draft.post) === undefined)
    return new RestError('rest_comment_invalid_post_id', 'Invalid post ID.', 403)
  if (draft.content === '') return invalidContent()
  const changed = { ...old, ...draft }
  const long = tooLong(changed)
  if (long !== undefined) return long
  // WordPress keeps the local time of a changed date and derives the GMT time from it.
  const dated = draft.date === undefined ? changed : { ...changed, dateGmt: toGmt(changed.date) }
  const saved = store.comments.put(withStatus(filterAuthor(dated), param(request, 'status')))
  return answerComment(store, request, saveMeta(store, request, saved), 'edit')
}

function draftOf(request: RestRequest, old?: Comment): Draft {
  const draft: Draft = {}
  const content = rawText(param(request, 'content'))
  // `wp_update_comment` also filters by the rights of the comment's author.
  const writer = old === undefined ? request.user : (findUser(old.author) ?? null)
  const free = mayWriteFreely(request) && can(writer, 'unfiltered_html')
  if (content !== undefined)
    draft.content = distrustLinks(
      replaceWindowsReferences(free ? trimPhp(content) : filterInline(trimPhp(content))),
    )
  const post = param(request, 'post')
  if (typeof post === 'number') draft.post = post
  const parent = param(request, 'parent')
  if (typeof parent === 'number') draft.parent = Math.max(parent, 0)
  const author = param(request, 'author')
  if (typeof author === 'number') {
    const found = findUser(author)
    if (found === undefined)
      throw new RestError('rest_comment_author_invalid', 'Invalid comment author ID.', 400)
    Object.assign(draft, { author, authorName: found.name, authorEmail: found.email, authorUrl: '' })
  }
  for (const [name, key] of texts) {
    const value = param(request, name)
    if (typeof value === 'string') draft[key] = value
  }
  // Every write sets the IP address, even an update that does not send one.
  draft.authorIp ??= callerAddress
  const agent = request.headers['user-agent']
  if (isEmpty(draft.authorAgent)) delete draft.authorAgent
  if (draft.authorAgent === undefined && agent !== undefined) draft.authorAgent = agent
  return Object.assign(draft, dateOf(request))
}

/** Adds `rel="nofollow ugc"` to links, as `wp_rel_ugc` does. */
function distrustLinks(html: string): string {
  return html.replace(/<a ([^>]*\bhref\b[^>]*)>/gi, (_, attributes: string) => {
    const own = /\s*\brel=(["'])(.*?)\1/i.exec(attributes)
    const rel = new Set([...(own?.[2] ?? '').split(' ').filter((word) => word !== ''), 'nofollow', 'ugc'])
    const others = own === null ? attributes : attributes.replace(own[0], '')
    return `<a ${others.trim()} rel="${[...rel].join(' ')}">`
  })
}

const texts = [
  ['author_email', 'authorEmail'],
  ['author_name', 'authorName'],
  ['author_url', 'authorUrl'],
  ['author_ip', 'authorIp'],
  ['author_user_agent', 'authorAgent'],
] as const

function dateOf(request: RestRequest): Draft {
  const local = textParam(request, 'date')
  const pair = toDatePair(local === '' ? textParam(request, 'date_gmt') : local, local === '')
  return pair === undefined ? {} : { date: pair.local, dateGmt: pair.gmt }
}

const statuses: Readonly<Record<string, CommentStatus>> = {
  approved: 'approved',
  approve: 'approved',
  1: 'approved',
  hold: 'hold',
  0: 'hold',
  spam: 'spam',
  trash: 'trash',
}

/**
 * An unknown status is ignored. `spam` and `trash` store the previous status. `unspam` and `untrash` restore it,
 * whatever the current status is.
 */
export function withStatus(comment: Comment, wanted: unknown): Comment {
  if (typeof wanted !== 'string') return comment
  if (wanted === 'unspam' || wanted === 'untrash') {
    const { before, ...bare } = comment
    return { ...bare, status: before ?? 'hold' }
  }
  const status = entryOf(statuses, wanted)
  if (status === undefined || status === comment.status) return comment
  return status === 'spam' || status === 'trash'
    ? { ...comment, status, before: comment.status }
    : { ...comment, status }
}

function saveMeta(store: Store, request: RestRequest, comment: Comment): Comment {
  const sent = param(request, 'meta')
  if (!isMap(sent) || !Object.hasOwn(sent, '_note_status')) return comment
  const value = sent['_note_status']
  if (value === null) return store.comments.put({ ...comment, meta: {} })
  if (typeof value !== 'string') {
    const earlier = [{ param: 'meta._note_status' }]
    throw new RestError('rest_invalid_type', 'meta._note_status is not of type string.', 400, { earlier })
  }
  if (value !== 'resolved' && value !== 'reopen')
    throw new RestError('rest_not_in_enum', 'meta._note_status is not one of resolved and reopen.', 400)
  return store.comments.put({ ...comment, meta: { _note_status: value } })
}
