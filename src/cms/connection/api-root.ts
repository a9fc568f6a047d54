import { UnusableError } from '../../lib/errors.ts'

/**
 * The REST root. `plain`: the same root on a site with plain permalinks, if this one is a path. `pathOf`
 * turns a path below the root into the path and query of a request.
 */
export type ApiRoot = {
  origin: string
  shown: string
  plain: string | undefined
  pathOf(below: string): string
}

/**
 * Reads CMS_API_ROOT: a path, or a query (`https://site.example/?rest_route=`) for a site with plain
 * permalinks. Throws UnusableError unless it is an http(s) URL.
 */
export function readApiRoot(apiRoot: string): ApiRoot {
  const url = URL.parse(apiRoot)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UnusableError('cms', `CMS_API_ROOT is "${apiRoot}"; it must be an http or https URL.`)
  const { origin, pathname, searchParams } = url
  const route = searchParams.get('rest_route')
  const isQuery = route !== null
  const root = isQuery ? `${pathname}?rest_route=${route}` : pathname
  const path = root.replace(/\/+$/, '')
  return {
    origin,
    shown: origin + path,
    plain: isQuery ? undefined : `${path.replace(/\/wp-json$/, '')}/?rest_route=`,
    pathOf: (below) => path + (isQuery ? below.replace('?', '&') : below),
  }
}
