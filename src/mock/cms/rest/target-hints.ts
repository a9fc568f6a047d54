import { isMap } from './php.ts'
import { prepare } from './prepare.ts'
import { parseQuery } from './input/query-string.ts'
import { type RestRequest, createRequest } from './request.ts'
import { type Link, type Links, type RestResponse, type Router, allowedMethods } from './route.ts'

/** Adds `targetHints` (the allowed methods) to the `self` links of a response and its items. */
export function withTargetHints(router: Router, request: RestRequest, response: RestResponse): RestResponse {
  const { data, links } = response
  const items = Array.isArray(data) ? data.map((item: unknown) => hintItem(router, request, item)) : data
  return {
    ...response,
    data: items,
    ...(links === undefined ? {} : { links: hintSelf(router, request, links) }),
  }
}

function hintItem(router: Router, request: RestRequest, item: unknown): unknown {
  const links = isMap(item) ? item['_links'] : undefined
  if (!isMap(item) || !isMap(links)) return item
  return { ...item, _links: hintSelf(router, request, links as Links) }
}

function hintSelf(router: Router, request: RestRequest, links: Links): Links {
  const { self } = links
  return self === undefined ? links : { ...links, self: self.map((link) => hint(router, request, link)) }
}

/** Callers who may only read get no hint. */
function hint(router: Router, request: RestRequest, link: Link): Link {
  const { site, user, oddities } = request
  if (user === null || !link.href.startsWith(site.root)) return link
  const [path = '', query = ''] = link.href.slice(site.root.length).split('?', 2)
  const match = router.match('GET', path)
  if (match === undefined) return link
  const target = createRequest({ method: 'GET', path, query: parseQuery(query), user, site, oddities })
  if (prepare(target, match) !== undefined) return link
  const allow = allowedMethods(match.route, target).split(', ')
  return allow.some((method) => method !== 'GET' && method !== '')
    ? { ...link, targetHints: { allow } }
    : link
}
