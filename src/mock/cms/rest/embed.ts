import { dispatch } from './dispatch.ts'
import { isMap, toList, toText } from './php.ts'
import { parseQuery } from './input/query-string.ts'
import { type RestRequest, createRequest } from './request.ts'
import type { Links, RestResponse, Router } from './route.ts'

/** The relations that `_embed` selects: all, some, or none (undefined). */
export function wantedEmbeds(request: RestRequest): 'all' | ReadonlySet<string> | undefined {
  const raw = request.query['_embed']
  if (raw === undefined || raw === 'false') return undefined
  if (raw === '' || raw === '0' || raw === 'true' || raw === '1') return 'all'
  const names = toList(raw).map(toText)
  return names.length === 0 ? 'all' : new Set(names)
}

/** The body with the links of the response merged in. */
export function withLinks(response: RestResponse): unknown {
  const { data, links } = response
  if (links === undefined || Object.keys(links).length === 0) return data
  if (Array.isArray(data)) return data.length === 0 ? { _links: links } : data
  return isMap(data) ? { ...data, _links: links } : data
}

/** Adds `_embedded` to an item, or to every item of a list. */
export async function embedLinks(
  router: Router,
  request: RestRequest,
  data: unknown,
  wanted: 'all' | ReadonlySet<string>,
): Promise<unknown> {
  if (Array.isArray(data)) {
    const items: unknown[] = []
    for (const item of data) items.push(await embedOne(router, request, item, wanted))
    return items
  }
  return embedOne(router, request, data, wanted)
}

async function embedOne(
  router: Router,
  request: RestRequest,
  item: unknown,
  wanted: 'all' | ReadonlySet<string>,
): Promise<unknown> {
  if (!isMap(item) || !isMap(item['_links'])) return item
  const embedded: Record<string, unknown[]> = {}
  for (const [relation, links] of Object.entries(item['_links'] as Links)) {
    if (wanted !== 'all' && !wanted.has(relation)) continue
    const bodies: unknown[] = []
    for (const link of links)
      bodies.push(link['embeddable'] === true ? await fetchLink(router, request, link.href) : [])
    if (bodies.some((body) => (Array.isArray(body) ? body.length > 0 : true))) embedded[relation] = bodies
  }
  return Object.keys(embedded).length === 0 ? item : { ...item, _embedded: embedded }
}

async function fetchLink(router: Router, request: RestRequest, href: string): Promise<unknown> {
  const { root } = request.site
  if (!href.startsWith(root)) return []
  const [path = '/', query = ''] = href.slice(root.length).split('?', 2)
  const params = { context: 'embed', ...parseQuery(query) }
  const takesPages = router.find(path)?.endpoints.some(({ args }) => args['per_page']?.maximum !== undefined)
  if (takesPages === true)
    Object.assign(params, { per_page: params['per_page' as keyof typeof params] ?? '100' })
  const { user, site } = request
  return withLinks(await dispatch(router, createRequest({ method: 'GET', path, query: params, user, site })))
}
