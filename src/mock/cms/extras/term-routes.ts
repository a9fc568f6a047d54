import { integerList, orderArg, pageArgs, plainContextArg, textList } from '../rest/common-args.ts'
import { RestError, refuse } from '../rest/error.ts'
import { wantedFields, wants, wantsLinks } from '../rest/fields.ts'
import { termLink } from '../posts/link.ts'
import { withCuries } from '../posts/links.ts'
import { pagingHeaders } from '../rest/paging.ts'
import { type RestRequest, contextOf, intParam, listParam, param, textParam } from '../rest/request.ts'
import { type Answer, type Links, type Route, ok } from '../rest/route.ts'
import { type Term, terms } from '../store/seed.ts'
import type { Store } from '../store/store.ts'
import { can } from '../users/users.ts'
import { termAnswers } from './term-answers.ts'

const namespace = 'cms/v2'

/** Categories, tags and menus for reading: the targets of `cms:term` links. */
export function termRoutes(store: Store): Route[] {
  return [
    ...taxonomy(store, 'category', 'categories'),
    ...taxonomy(store, 'post_tag', 'tags'),
    ...taxonomy(store, 'nav_menu', 'menus'),
  ]
}

function taxonomy(store: Store, name: string, base: string): Route[] {
  const may = ({ user }: RestRequest): true | RestError =>
    name !== 'nav_menu' || can(user, 'edit_posts')
      ? true
      : refuse(user, 'rest_cannot_view', 'Sorry, you are not allowed to view menus.')
  const shown = (term: Term, request: RestRequest): Record<string, unknown> =>
    showTerm(store, base, term, request)
  return [
    {
      pattern: `/${namespace}/${base}`,
      namespace,
      endpoints: [
        {
          methods: ['GET'],
          args: {
            ...pageArgs,
            exclude: integerList,
            include: integerList,
            order: orderArg('asc'),
            orderby: {
              type: 'string',
              default: 'name',
              enum: ['id', 'include', 'name', 'slug', 'include_slugs', 'term_group', 'description', 'count'],
            },
            hide_empty: { type: 'boolean', default: false },
            post: { type: 'integer', default: null },
            slug: textList,
          },
          may,
          returns: termAnswers.list,
          run: (request) => listTerms(store, name, base, request),
        },
      ],
    },
    {
      pattern: `/${namespace}/${base}/(?P<id>[\\d]+)`,
      namespace,
      endpoints: [
        {
          methods: ['GET'],
          args: { id: { type: 'integer' }, context: { ...plainContextArg, default: 'view' } },
          may,
          returns: termAnswers.item,
          run(request): Answer {
            const term = terms.find((one) => one.taxonomy === name && one.id === intParam(request, 'id'))
            if (term === undefined) return new RestError('rest_term_invalid', 'Term does not exist.', 404)
            const { _links: links, ...data } = shown(term, request)
            return ok(data, links === undefined ? {} : { links: linksOf(term, base, request) })
          },
        },
      ],
    },
  ]
}

function listTerms(store: Store, name: string, base: string, request: RestRequest): Answer {
  const include = new Set(listParam(request, 'include').map(Number))
  const exclude = new Set(listParam(request, 'exclude').map(Number))
  const slugs = new Set(listParam(request, 'slug'))
  const search = textParam(request, 'search').toLowerCase()
  const post = intParam(request, 'post')
  const own = param(request, 'post') === null ? undefined : new Set(store.get(post)?.terms[name])
  const found = terms
    .filter((term) => term.taxonomy === name && own?.has(term.id) !== false && !exclude.has(term.id))
    .filter(
      (term) => (include.size === 0 || include.has(term.id)) && (slugs.size === 0 || slugs.has(term.slug)),
    )
    .filter((term) => term.name.toLowerCase().includes(search))
    .sort((left, right) => (left.name < right.name ? -1 : 1))
  if (param(request, 'order') === 'desc') found.reverse()
  const perPage = intParam(request, 'per_page')
  const page = intParam(request, 'page')
  const headers = pagingHeaders(request, `/${namespace}/${base}`, {
    total: found.length,
    page,
    pages: Math.ceil(found.length / perPage),
  })
  const items = found
    .slice((page - 1) * perPage, page * perPage)
    .map((term) => showTerm(store, base, term, request))
  return ok(items, { headers })
}

function showTerm(store: Store, base: string, term: Term, request: RestRequest): Record<string, unknown> {
  const { id, name, slug, parent } = term
  const whole = contextOf(request) !== 'embed'
  const fields = wantedFields(request)
  const members: Record<string, unknown> = {
    id,
    ...(whole ? { count: countOf(store, term), description: '' } : {}),
    ...(base === 'menus' ? {} : { link: termLink(request.site, term) }),
    name,
    slug,
    ...(base === 'menus' ? {} : { taxonomy: term.taxonomy }),
    ...(whole ? { ...(base === 'categories' ? { parent } : {}), meta: [] } : {}),
    ...(wantsLinks(fields) ? { _links: linksOf(term, base, request) } : {}),
  }
  return Object.fromEntries(Object.entries(members).filter(([key]) => key === '_links' || wants(fields, key)))
}

function countOf(store: Store, term: Term): number {
  const rows = store.ofType(term.taxonomy === 'nav_menu' ? 'nav_menu_item' : 'post').values()
  return [...rows].filter(
    (row) => row.status === 'publish' && row.terms[term.taxonomy]?.includes(term.id) === true,
  ).length
}

function linksOf({ id, taxonomy: name }: Term, base: string, { site }: RestRequest): Links {
  const root = `${site.root}/${namespace}`
  return withCuries({
    self: [{ href: `${root}/${base}/${id}` }],
    collection: [{ href: `${root}/${base}` }],
    about: [{ href: `${root}/taxonomies/${name}` }],
    'cms:post_type': [{ href: `${root}/${base === 'menus' ? 'menu-items' : 'posts'}?${base}=${id}` }],
  })
}
