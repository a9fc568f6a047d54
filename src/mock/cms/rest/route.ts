import { RestError, refuse } from './error.ts'
import type { Params } from './input/query-string.ts'
import type { RestRequest, Site } from './request.ts'
import { type Args, type Schema, toWireArg } from './schema/schema.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** `links` are merged into `_links` only at the end, after `_fields` has been applied. */
export type RestResponse = {
  readonly status: number
  readonly data: unknown
  readonly headers: Readonly<Record<string, string | number>>
  readonly links?: Links
  /** The raw body of a response that is not JSON. */
  readonly file?: { readonly type: string; readonly bytes: Buffer | string }
}

export type Link = { readonly href: string } & Readonly<Record<string, unknown>>
export type Links = Record<string, readonly Link[]>

export type Answer = RestResponse | RestError

/** One method of a route. Routing, validation, defaults, rights, batching and the index are derived from it. */
export type Endpoint = {
  readonly methods: readonly Method[]
  readonly args: Args
  readonly may: (request: RestRequest) => boolean | RestError
  readonly run: (request: RestRequest) => Answer | Promise<Answer>
  readonly returns?: Returns
  /** The body may be a file: raw, or as the part `file` of a form. */
  readonly uploads?: boolean
}

/** The successful response of an endpoint. It appears in the OpenAPI document, not in the index. */
export type Returns = {
  readonly description: string
  /** A schema with a title becomes a shared component. */
  readonly schema: Schema
  /** Default 200. */
  readonly status?: 201 | 207
  /** The list is paged, with the totals in its headers. */
  readonly paged?: boolean
  /** Media type of a response that is not JSON. */
  readonly type?: string
}

export type Route = {
  /** Pattern in WordPress's notation: `/cms/v2/pages/(?P<id>[\d]+)`. */
  readonly pattern: string
  readonly namespace: string
  readonly batch?: boolean
  /** The JSON Schema of an item, for OPTIONS. */
  readonly schema?: (site: Site) => Readonly<Record<string, unknown>>
  readonly endpoints: readonly Endpoint[]
}

export type CompiledRoute = Route & {
  readonly regex: RegExp
  readonly fixed: boolean
  readonly defaults: readonly Params[]
}

export type Match = {
  readonly route: CompiledRoute
  readonly endpoint: Endpoint
  readonly url: Params
  readonly defaults: Params
}

export type Router = {
  readonly routes: readonly CompiledRoute[]
  match: (method: string, path: string) => Match | undefined
  find: (path: string) => CompiledRoute | undefined
}

export const updating = ['POST', 'PUT', 'PATCH'] as const

export function ok(data: unknown, more: Partial<RestResponse> = {}): RestResponse {
  return { status: 200, headers: {}, data, ...more }
}

export function anyone(): boolean {
  return true
}

export function createRouter(routes: readonly Route[]): Router {
  const compiled = routes.map(compile)
  const fixed = new Map(
    compiled.filter((route) => route.fixed).map((route) => [route.pattern.toLowerCase(), route]),
  )
  const open = compiled.filter((route) => !route.fixed)

  function candidates(path: string): [CompiledRoute, Params][] {
    const exact = fixed.get(path.toLowerCase())
    if (exact !== undefined) return isWithin(exact, path) ? [[exact, {}]] : []
    return open
      .filter((route) => isWithin(route, path))
      .flatMap((route): [CompiledRoute, Params][] => {
        const found = route.regex.exec(path)
        return found === null ? [] : [[route, { ...found.groups }]]
      })
  }

  return {
    routes: compiled,
    find: (path) => candidates(path)[0]?.[0],
    match(method, path) {
      const wanted = method === 'HEAD' ? 'GET' : method
      for (const [route, url] of candidates(path)) {
        const index = route.endpoints.findIndex(({ methods }) => methods.some((one) => one === wanted))
        const endpoint = route.endpoints[index]
        if (endpoint !== undefined) return { route, endpoint, url, defaults: route.defaults[index] ?? {} }
      }
      return undefined
    },
  }
}

/** Like WordPress, compares the namespace case-sensitively and the rest of a route case-insensitively. */
function isWithin({ namespace }: Route, path: string): boolean {
  return path.startsWith(namespace, 1)
}

function compile(route: Route): CompiledRoute {
  return {
    ...route,
    regex: new RegExp(`^${route.pattern.replaceAll('(?P<', '(?<')}$`, 'i'),
    fixed: !route.pattern.includes('('),
    defaults: route.endpoints.map(({ args }) =>
      Object.fromEntries(
        Object.entries(args).flatMap(([name, arg]) =>
          arg.default === undefined || arg.default === null ? [] : [[name, arg.default]],
        ),
      ),
    ),
  }
}

export function methodsOf(route: Route): Method[] {
  return [...new Set(route.endpoints.flatMap(({ methods }) => methods))]
}

/** A route's entry in the index. */
export function describeRoute(route: Route, site: Site): Record<string, unknown> {
  const self = route.pattern.includes('(')
    ? {}
    : { _links: { self: [{ href: `${site.root}${route.pattern}` }] } }
  return {
    namespace: route.namespace,
    methods: methodsOf(route),
    endpoints: route.endpoints.map(({ methods, args }) => ({
      methods: [...methods],
      ...(route.batch === true ? { allow_batch: { v1: true } } : {}),
      args: Object.fromEntries(Object.entries(args).map(([name, arg]) => [name, toWireArg(arg)])),
    })),
    ...self,
  }
}

/** The methods of a route that this request may use. */
export function allowedMethods(route: Route, request: RestRequest): string {
  return methodsOf(route)
    .filter((method) =>
      route.endpoints.some((endpoint) => endpoint.methods.includes(method) && endpoint.may(request) === true),
    )
    .join(', ')
}

export function isRefusal(answer: boolean | RestError): answer is RestError | false {
  return answer !== true
}

export function toRefusal(answer: RestError | false, request: RestRequest): RestError {
  if (answer instanceof RestError) return answer
  return refuse(request.user, 'rest_forbidden', 'Sorry, you are not allowed to do that.')
}
