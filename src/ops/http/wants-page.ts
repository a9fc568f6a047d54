import type { FastifyRequest } from 'fastify'

/** True when a person in a browser asked, who reads pages rather than JSON; the API answers them JSON all the same. */
export function wantsPage({ headers, url }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') === true && !url.startsWith('/api/')
}
