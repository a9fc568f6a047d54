import type { Context } from '../posts/kind.ts'
import { linkOf, restPathOf } from '../posts/link.ts'
import { type FieldTree, wantedFields, wantsLinks } from '../rest/fields.ts'
import { type RestRequest, contextOf } from '../rest/request.ts'
import { type Links, ok } from '../rest/route.ts'
import { noDate, toldDate } from '../store/dates.ts'
import type { Comment } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { renderComment } from '../text/render.ts'
import { avatars } from '../users/user-routes.ts'

type Member = { readonly in: 'all' | 'whole' | 'edit'; readonly read: () => unknown }

/** One comment in one context. */
export function showComment(
  store: Store,
  request: RestRequest,
  comment: Comment,
  { fields, context = contextOf(request) }: { fields: FieldTree | undefined; context?: Context },
): Record<string, unknown> {
  const members: Readonly<Record<string, Member>> = {
    id: { in: 'all', read: () => comment.id },
    post: { in: 'whole', read: () => comment.post },
    parent: { in: 'all', read: () => comment.parent },
    author: { in: 'all', read: () => comment.author },
    author_name: { in: 'all', read: () => comment.authorName },
    author_email: { in: 'edit', read: () => comment.authorEmail },
    author_url: { in: 'all', read: () => comment.authorUrl },
    author_ip: { in: 'edit', read: () => comment.authorIp },
    author_user_agent: { in: 'edit', read: () => comment.authorAgent },
    date: { in: 'all', read: () => formatDate(comment.date) },
    date_gmt: { in: 'whole', read: () => formatDate(comment.dateGmt) },
    content: {
      in: 'all',
      read: () => ({
        rendered: renderComment(comment.content),
        ...(context === 'edit' ? { raw: comment.content } : {}),
      }),
    },
    link: { in: 'all', read: () => linkTo(store, request, comment) },
    status: { in: 'whole', read: () => comment.status },
    type: { in: 'all', read: () => comment.type },
    author_avatar_urls: { in: 'all', read: () => avatars(comment.authorEmail) },
    meta: { in: 'whole', read: () => ({ _note_status: comment.meta['_note_status'] ?? null }) },
  }
  const shown: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(members)) {
    const visible = member.in === 'all' || context === 'edit' || (member.in === 'whole' && context === 'view')
    // WordPress ignores subfields of comments: `_fields=content.rendered` returns nothing.
    if (visible && (fields === undefined || fields[name] === true)) shown[name] = member.read()
  }
  return shown
}

/** PHP formats an empty date as the last day of November before the year 0. */
function formatDate(date: string): string {
  return date === noDate ? '-0001-11-30T00:00:00' : toldDate(date)
}

function linkTo(store: Store, { site }: RestRequest, comment: Comment): string {
  const post = store.get(comment.post)
  const address = post === undefined ? '' : linkOf(store, post, site)
  return `${address.endsWith('/') ? address : `${address}/`}#comment-${comment.id}`
}

export function commentLinks(store: Store, { site }: RestRequest, comment: Comment): Links {
  const root = `${site.root}/cms/v2`
  const links: Links = {
    self: [{ href: `${root}/comments/${comment.id}` }],
    collection: [{ href: `${root}/comments` }],
  }
  if (comment.author !== 0) links['author'] = [{ embeddable: true, href: `${root}/users/${comment.author}` }]
  const post = store.get(comment.post)
  const path = post === undefined ? undefined : restPathOf(store, post)
  if (post !== undefined && path !== undefined)
    links['up'] = [{ embeddable: true, post_type: post.type, href: site.root + path }]
  if (comment.parent !== 0)
    links['in-reply-to'] = [{ embeddable: true, href: `${root}/comments/${comment.parent}` }]
  const more = comment.type === 'note' ? '&type=note&status=all' : ''
  for (const { parent, status } of store.comments.all()) {
    if (parent === comment.id && (status === 'approved' || status === 'hold'))
      links['children'] = [{ embeddable: true, href: `${root}/comments?parent=${comment.id}${more}` }]
  }
  return links
}

/** A response with one comment. */
export function answerComment(
  store: Store,
  request: RestRequest,
  comment: Comment,
  context = contextOf(request),
) {
  const fields = wantedFields(request)
  const data = showComment(store, request, comment, { fields, context })
  return ok(data, wantsLinks(fields) ? { links: commentLinks(store, request, comment) } : {})
}
