import type { FastifyRequest } from 'fastify'

/** True for a browser, which gets pages instead of JSON; the API always answers with JSON. */
export function wantsPage({ headers, url }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') === true && !url.startsWith('/api/')
}
