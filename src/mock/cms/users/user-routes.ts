import { RestError, refuse } from '../rest/error.ts'
import { plainContextArg } from '../rest/common-args.ts'
import { wantedFields, wantsLinks } from '../rest/fields.ts'
import { type RestRequest, type Site, contextOf, intParam } from '../rest/request.ts'
import { type Answer, type Route, anyone, ok } from '../rest/route.ts'
import { pairOf } from '../store/dates.ts'
import type { Store } from '../store/store.ts'
import { capabilities } from './roles.ts'
import { userAnswer } from './user-answer.ts'
import { type User, can, findUser } from './users.ts'

const namespace = 'cms/v2'

/** `users/me` and single users, read-only: the owner of the credentials, and authors for `_embed`. */
export const userRoutes = (store: Store): Route[] => [
  {
    pattern: `/${namespace}/users/me`,
    namespace,
    endpoints: [
      {
        methods: ['GET'],
        args: { context: { ...plainContextArg, default: 'view' } },
        may: anyone,
        returns: userAnswer,
        run(request) {
          const { user } = request
          if (user === null)
            return new RestError('rest_not_logged_in', 'You are not currently logged in.', 401)
          return show(user, request)
        },
      },
    ],
  },
  {
    pattern: `/${namespace}/users/(?P<id>[\\d]+)`,
    namespace,
    endpoints: [
      {
        methods: ['GET'],
        returns: userAnswer,
        args: { id: { type: 'integer' }, context: { ...plainContextArg, default: 'view' } },
        may: (request) => mayRead(store, request),
        run(request) {
          const found = findUser(intParam(request, 'id'))
          return found === undefined ? invalidId() : show(found, request)
        },
      },
    ],
  },
]

const invalidId = (): RestError => new RestError('rest_user_invalid_id', 'Invalid user ID.', 404)

/**
 * Authors of published posts and pages are public. Other users, and context `edit`, require administrators or the user
 * concerned.
 */
function mayRead(store: Store, request: RestRequest): true | RestError {
  const { user } = request
  const wanted = findUser(intParam(request, 'id'))
  if (wanted === undefined) return invalidId()
  if (user?.id === wanted.id || can(user, 'edit_users')) return true
  if (contextOf(request) === 'edit')
    return refuse(user, 'rest_forbidden_context', 'Sorry, you are not allowed to edit this user.')
  if (can(user, 'list_users') || hasPublished(store, wanted.id)) return true
  return refuse(user, 'rest_user_cannot_view', 'Sorry, you are not allowed to list users.')
}

function hasPublished(store: Store, author: number): boolean {
  const types = ['post', 'page', ...store.registry.addedTypes.map(({ name }) => name)]
  return types.some((type) =>
    [...store.ofType(type).values()].some((row) => row.author === author && row.status === 'publish'),
  )
}

function show(user: User, request: RestRequest): Answer {
  const { site } = request
  const whole = contextOf(request) === 'edit'
  const shown = {
    id: user.id,
    ...(whole ? { username: user.name } : {}),
    name: user.name,
    ...(whole ? { first_name: '', last_name: '', email: user.email } : {}),
    url: '',
    description: '',
    link: `${site.home}/author/${user.name}/`,
    ...(whole ? { locale: 'en_US', nickname: user.name } : {}),
    slug: user.name,
    ...(whole ? privateFacts(user) : {}),
    avatar_urls: avatars(user.email),
    ...(contextOf(request) === 'embed' ? {} : { meta: [] }),
  }
  return ok(shown, wantsLinks(wantedFields(request)) ? { links: linksOf(user, site) } : {})
}

function privateFacts(user: User): Record<string, unknown> {
  const own = [...capabilities[user.role], user.role]
  return {
    roles: [user.role],
    registered_date: `${pairOf(Date.UTC(2024, 0, 15, 8)).gmt}+00:00`,
    capabilities: Object.fromEntries(own.map((capability) => [capability, true])),
    extra_capabilities: { [user.role]: true },
  }
}

function linksOf(user: User, site: Site) {
  const base = `${site.root}/${namespace}/users`
  return { self: [{ href: `${base}/${user.id}` }], collection: [{ href: base }] }
}

/** Avatar URLs in the three default sizes. No server responds to them. */
export function avatars(email: string): Record<string, string> {
  const name = Buffer.from(email).toString('hex')
  return Object.fromEntries(
    [24, 48, 96].map((size) => [String(size), `https://avatars.example.org/${name}?s=${size}`]),
  )
}
