import type { FastifyRequest } from 'fastify'

export const partnerRoot = '/api/partner/v1'
export const cmsRoot = '/api/rest'
export const controlRoot = '/__mock'

/** The side of a request, and its path below that side's root. Files of the partner keep their `/media`. */
export type Place = { side: 'partner' | 'cms' | 'site' | 'control'; path: string }

/** The side of a URL, with or without a query. */
export function placeOf(url: string): Place {
  const query = url.indexOf('?')
  const path = query === -1 ? url : url.slice(0, query)
  if (isBelow(path, partnerRoot)) return { side: 'partner', path: path.slice(partnerRoot.length) || '/' }
  if (path.startsWith('/media/')) return { side: 'partner', path }
  if (isBelow(path, cmsRoot)) return { side: 'cms', path: path.slice(cmsRoot.length) || '/' }
  if (isBelow(path, controlRoot)) return { side: 'control', path: path.slice(controlRoot.length) || '/' }
  return { side: 'site', path }
}

function isBelow(path: string, root: string): boolean {
  return path.startsWith(root) && (path.length === root.length || path[root.length] === '/')
}

/** The server's origin as the caller wrote it, for links in responses. */
export function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`
}
