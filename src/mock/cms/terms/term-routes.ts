import { integerList, orderArg, pageArgs, plainContextArg, textList } from '../rest/common-args.ts'
import { mayRead as mayReadRow, postRights } from '../posts/rights.ts'
import { RestError, refuse } from '../rest/error.ts'
import { type RestRequest, contextOf, intParam } from '../rest/request.ts'
import { type Answer, type Route, ok } from '../rest/route.ts'
import { type Term, terms } from '../store/seed.ts'
import type { Store } from '../store/store.ts'
import { can } from '../users/users.ts'
import { listTerms } from './list-terms.ts'
import { linksOf, showTerm } from './show-term.ts'
import { termAnswers } from './term-answers.ts'

const namespace = 'cms/v2'

/** Read-only routes of categories, tags and menus: the targets of `cms:term` links. */
export function termRoutes(store: Store): Route[] {
  return [
    ...taxonomy(store, 'category', 'categories'),
    ...taxonomy(store, 'post_tag', 'tags'),
    ...taxonomy(store, 'nav_menu', 'menus'),
  ]
}

function taxonomy(store: Store, name: string, base: string): Route[] {
  const find = (request: RestRequest): Term | RestError =>
    terms.find((one) => one.taxonomy === name && one.id === intParam(request, 'id')) ??
    new RestError('rest_term_invalid', 'Term does not exist.', 404)
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
            ...(name === 'category' ? { parent: { type: 'integer' } } : { offset: { type: 'integer' } }),
          },
          may: (request) =>
            mayList(store, name, request) ??
            mayRead(name, request, 'Sorry, you are not allowed to edit terms in this taxonomy.'),
          returns: termAnswers.list,
          run: (request) => listTerms(store, { name, base }, request),
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
          may(request) {
            const term = find(request)
            if (term instanceof RestError) return term
            return mayRead(name, request, 'Sorry, you are not allowed to edit this term.')
          },
          returns: termAnswers.item,
          run(request): Answer {
            const term = find(request)
            if (term instanceof RestError) return term
            const { _links: links, ...data } = showTerm(store, base, term, request)
            return ok(data, links === undefined ? {} : { links: linksOf(term, base, request) })
          },
        },
      ],
    },
  ]
}

/** The post type that each taxonomy belongs to. */
const owners: Readonly<Record<string, string>> = {
  category: 'post',
  post_tag: 'post',
  nav_menu: 'nav_menu_item',
}

/** Only callers who may read a row may list its terms. Undefined if the list is not limited to a row. */
function mayList(store: Store, name: string, request: RestRequest): RestError | undefined {
  const id = intParam(request, 'post')
  if (id === 0) return undefined
  const row = store.get(id)
  if (row === undefined) return new RestError('rest_post_invalid_id', 'Invalid post ID.', 400)
  const owned = row.type === owners[name]
  if (owned && mayReadRow(request.user, postRights, row, store)) return undefined
  return refuse(
    request.user,
    'rest_forbidden_context',
    'Sorry, you are not allowed to view terms for this post.',
  )
}

/** Context `edit` requires the right to edit terms. Menus require the right to edit posts. */
function mayRead(name: string, request: RestRequest, refusal: string): true | RestError {
  const { user } = request
  const menu = name === 'nav_menu'
  if (contextOf(request) === 'edit' && !can(user, menu ? 'edit_theme_options' : 'manage_categories'))
    return refuse(user, 'rest_forbidden_context', refusal)
  if (!menu || can(user, 'edit_posts')) return true
  return refuse(user, 'rest_cannot_view', 'Sorry, you are not allowed to view menus.')
}
