import { UnusableError } from '../lib/errors.ts'

/** Where the REST interface is. `pathOf` makes a request's path, with its query, of one below the root. */
export type ApiRoot = { origin: string; shown: string; pathOf(below: string): string }

/**
 * Reads CMS_API_ROOT: a path, or a query (`https://site.example/?rest_route=`) where the site has plain permalinks and
 * no such path. Throws UnusableError for what is no http(s) address.
 */
export function readApiRoot(apiRoot: string): ApiRoot {
  const url = URL.parse(apiRoot)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UnusableError('cms', `CMS_API_ROOT is "${apiRoot}"; it must be an http or https address.`)
  const { origin, pathname, searchParams } = url
  const route = searchParams.get('rest_route')
  const isQuery = route !== null
  const root = isQuery ? `${pathname}?rest_route=${route}` : pathname
  const path = root.replace(/\/+$/, '')
  return {
    origin,
    shown: origin + path,
    pathOf: (below) => path + (isQuery ? below.replace('?', '&') : below),
  }
}
