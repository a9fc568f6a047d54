import { z } from 'zod'
import type { Response } from '../../lib/http/send.ts'
import type { CmsRequest } from './request.ts'
import { codeOf } from './response.ts'

/** The namespace of the documented interface, and that of a stock WordPress. */
const [documented, stock] = ['cms/v2', 'wp/v2'] as const
/** The namespaces that are found without CMS_NAMESPACE, the preferred one first. */
export const stockNamespaces: readonly string[] = [documented, stock]

export const NamespaceIndex = z.object({ namespaces: z.array(z.string()) })

/** The namespace in which a CMS serves its pages. */
type ServedNamespace = {
  /** Path below the API root with which requests are built: `/cms/v2`. */
  readonly path: string
  /** Whether another namespace may be the right one. */
  isOpen(): boolean
  /** Whether a response is the CMS's error for a path without a route in our namespace. */
  isMisplaced(path: string, response: Response): boolean
  /** Notes that the CMS serves this path. */
  confirm(path: string): void
  /** Decides by the namespaces in the CMS's index. */
  decide(namespaces: readonly string[]): void
  /** The path and the body of a request, in the namespace that the CMS serves. */
  translate(request: Pick<CmsRequest<unknown>, 'path' | 'json'>): Pick<CmsRequest<unknown>, 'path' | 'json'>
}

/**
 * `configured`: CMS_NAMESPACE. Without it, requests are built for `cms/v2`, and sent to `wp/v2` if the CMS lists only
 * that.
 */
export function createServedNamespace(configured: string | undefined): ServedNamespace {
  const path = `/${(configured ?? documented).replace(/^\/+|\/+$/g, '')}`
  let served = configured === undefined ? undefined : path
  const isOurs = (at: string): boolean => at.startsWith(`${path}/`)
  const move = (at: string): string =>
    served === undefined || !isOurs(at) ? at : served + at.slice(path.length)
  return {
    path,
    isOpen: () => served === undefined,
    isMisplaced: (at, response) =>
      served === undefined && isOurs(at) && response.status === 404 && codeOf(response) === 'rest_no_route',
    confirm(at) {
      if (isOurs(at)) served ??= path
    },
    decide(namespaces) {
      served ??= namespaces.includes(stock) && !namespaces.includes(documented) ? `/${stock}` : path
    },
    translate({ path: at, json }) {
      if (served === undefined || served === path) return { path: at, json }
      return { path: move(at), json: isBatch(json) ? moveRequests(json, move) : json }
    },
  }
}

type Batch = { requests: readonly { path: string }[] }

function isBatch(json: unknown): json is Batch {
  return typeof json === 'object' && json !== null && 'requests' in json
}

function moveRequests(batch: Batch, move: (path: string) => string): Batch {
  return { ...batch, requests: batch.requests.map((request) => ({ ...request, path: move(request.path) })) }
}
