import { wantedFields, wantsLinks } from '../rest/fields.ts'
import { absInt, entryOf } from '../rest/php.ts'
import { pagingHeaders } from '../rest/paging.ts'
import { type RestRequest, intParam, listParam, param, textParam } from '../rest/request.ts'
import { type Answer, ok } from '../rest/route.ts'
import { toDatePair } from '../store/dates.ts'
import type { Comment, CommentStatus } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { fold } from '../posts/list/search.ts'
import { mayReadComment } from './comment-rights.ts'
import { commentLinks, showComment } from './show-comment.ts'

/** The comments that fit a list request. */
export function listComments(store: Store, request: RestRequest): Answer {
  const found = sortComments(findComments(store, request), request)
  const perPage = intParam(request, 'per_page')
  const page = intParam(request, 'page')
  const offset = Math.abs(intParam(request, 'offset'))
  const start = offset > 0 ? offset : (page - 1) * perPage
  const fields = wantedFields(request)
  const items = (namesNone(request) ? [] : found)
    .slice(start, start + perPage)
    .filter((comment) => mayReadComment(store, request, comment))
    .map((comment) => {
      const item = showComment(store, request, comment, { fields })
      return wantsLinks(fields) ? { ...item, _links: commentLinks(store, request, comment) } : item
    })
  const totals = { total: found.length, page, pages: Math.ceil(found.length / perPage) }
  return ok(items, { headers: pagingHeaders(request, '/cms/v2/comments', totals) })
}

/** With `orderby=include` and no ids, WordPress returns an empty list but counts all comments. */
function namesNone(request: RestRequest): boolean {
  return textParam(request, 'orderby') === 'include' && listParam(request, 'include').length === 0
}

function findComments(store: Store, request: RestRequest): Comment[] {
  const tests: ((comment: Comment) => boolean)[] = [statusTest(request)]
  const among = (name: string, read: (comment: Comment) => number, wanted = true): void => {
    const values = new Set(listParam(request, name).map(absInt))
    if (values.size > 0) tests.push((comment) => values.has(read(comment)) === wanted)
  }
  among('author', (comment) => comment.author)
  among('author_exclude', (comment) => comment.author, false)
  among('include', (comment) => comment.id)
  among('exclude', (comment) => comment.id, false)
  among('parent', (comment) => comment.parent)
  among('parent_exclude', (comment) => comment.parent, false)
  among('post', (comment) => comment.post)
  const email = textParam(request, 'author_email')
  if (email !== '') tests.push((comment) => comment.authorEmail === email)
  const type = textParam(request, 'type')
  if (type !== '' && type !== 'all') tests.push((comment) => comment.type === type)
  const after = toDatePair(textParam(request, 'after'))?.local
  const before = toDatePair(textParam(request, 'before'))?.local
  if (after !== undefined) tests.push((comment) => comment.date > after)
  if (before !== undefined) tests.push((comment) => comment.date < before)
  const search = fold(textParam(request, 'search'))
  if (search !== '') tests.push((comment) => searchable(comment).includes(search))
  return [...store.comments.all()].filter((comment) => tests.every((test) => test(comment)))
}

function searchable({ authorName, authorEmail, authorUrl, authorIp, content }: Comment): string {
  return fold([authorName, authorEmail, authorUrl, authorIp, content].join('\n'))
}

/** The `status` filter accepts other names than the `status` field of a comment has. */
const filters: Readonly<Record<string, CommentStatus>> = {
  approve: 'approved',
  1: 'approved',
  hold: 'hold',
  0: 'hold',
  spam: 'spam',
  trash: 'trash',
  'post-trashed': 'post-trashed',
}

function statusTest(request: RestRequest): (comment: Comment) => boolean {
  const status = textParam(request, 'status')
  if (status === 'all' || status === '')
    return (comment) => comment.status === 'approved' || comment.status === 'hold'
  if (status === 'any') return () => true
  const wanted = entryOf(filters, status)
  return (comment) => comment.status === wanted
}

function sortComments(comments: Comment[], request: RestRequest): Comment[] {
  const orderby = textParam(request, 'orderby')
  const sign = param(request, 'order') === 'asc' ? 1 : -1
  if (orderby === 'include') {
    const places = new Map(listParam(request, 'include').map((id, index) => [Number(id), index]))
    return comments.sort((left, right) => (places.get(left.id) ?? 0) - (places.get(right.id) ?? 0))
  }
  const key = (comment: Comment): string | number => {
    if (orderby === 'date') return comment.date
    if (orderby === 'date_gmt') return comment.dateGmt
    if (orderby === 'post') return comment.post
    if (orderby === 'parent') return comment.parent
    return orderby === 'type' ? comment.type : comment.id
  }
  const compare = (left: Comment, right: Comment): number => {
    const [one, other] = [key(left), key(right)]
    return one < other ? -1 : one > other ? 1 : left.id - right.id
  }
  return comments.sort((left, right) => sign * compare(left, right))
}
