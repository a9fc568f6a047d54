import { indexAnswer, namespaceAnswer } from './answers.ts'
import { RestError } from './error.ts'
import type { RestRequest } from './request.ts'
import { type CompiledRoute, type Route, type Router, anyone, describeRoute, ok } from './route.ts'

/** The content of the index except the routes. */
export type SiteFacts = Readonly<Record<string, unknown>>

/** `GET /`: the site and all its routes. */
export function indexRoute(
  router: () => Router,
  namespaces: readonly string[],
  facts: (request: RestRequest) => SiteFacts,
): Route {
  return {
    pattern: '/',
    namespace: '',
    endpoints: [
      {
        methods: ['GET'],
        args: { context: { default: 'view' } },
        may: anyone,
        returns: indexAnswer,
        run: (request) =>
          ok({
            ...facts(request),
            namespaces,
            authentication: loginsOf(request),
            routes: describeAll(router().routes, request),
          }),
      },
    ],
  }
}

/** The value of `authentication` in the index. It was empty in the recorded responses. */
function loginsOf({ oddities, site }: RestRequest): Record<string, unknown> | [] {
  if (!oddities.has('application-passwords')) return []
  const authorization = `${site.home}/admin/authorize-application.php`
  return { 'application-passwords': { endpoints: { authorization } } }
}

/** `GET /<namespace>`: the routes of one namespace. */
export function namespaceRoute(router: () => Router, namespace: string): Route {
  return {
    pattern: `/${namespace}`,
    namespace,
    endpoints: [
      {
        methods: ['GET'],
        args: { namespace: { default: namespace }, context: { default: 'view' } },
        may: anyone,
        returns: namespaceAnswer,
        run(request) {
          const own = router().routes.filter((route) => route.namespace === namespace)
          if (own.length === 0)
            return new RestError('rest_invalid_namespace', 'The specified namespace could not be found.', 404)
          const routes = describeAll(own, request)
          return ok({ namespace, routes }, { links: { up: [{ href: `${request.site.root}/` }] } })
        },
      },
    ],
  }
}

function describeAll(routes: readonly CompiledRoute[], request: RestRequest): Record<string, unknown> {
  return Object.fromEntries(routes.map((route) => [route.pattern, describeRoute(route, request.site)]))
}
