import type { Exchange } from '../../lib/http/exchange.ts'
import { isObject, jsonOf } from '../../lib/http/json.ts'
import type { ApiRoot } from './api-root.ts'
import { plainPermalinks } from './response.ts'

/** Finds out whether a site with plain permalinks serves its REST API below a query. */
export function openPlainRoot(exchange: Exchange, root: ApiRoot, headers: Record<string, string>) {
  /** The error for a root that is a path, if the REST API is served below a query instead. */
  async function findPlainRoot(doing: string, signal: AbortSignal): Promise<Error | undefined> {
    const { plain } = root
    if (plain === undefined || !(await isApi(`${plain}/&_fields=namespaces`, signal))) return undefined
    return plainPermalinks(doing, root.origin + plain)
  }

  /** Whether the response is a JSON object, as the index is. */
  async function isApi(path: string, signal: AbortSignal): Promise<boolean> {
    const found = await exchange<boolean>(
      {
        method: 'GET',
        origin: root.origin,
        path,
        headers,
        read: (response) => ({ ok: true, value: isObject(jsonOf(response)) && response.status === 200 }),
      },
      signal,
    )
    return found.ok && found.value
  }

  return { findPlainRoot, isApi }
}
