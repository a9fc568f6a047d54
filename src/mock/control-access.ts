import type { FastifyInstance } from 'fastify'
import { isFromOwnSite, isLoopback } from '../lib/http/request-origin.ts'
import { refuse } from './control-input.ts'
import { placeOf } from './sides.ts'

/**
 * Rejects control requests that a browser sends for another site's page, and those for an unknown host name: a site may
 * resolve its own name to this address (DNS rebinding). Links from other sites still open.
 */
export function guardControl(app: FastifyInstance, hosts: readonly string[]): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { headers, host, hostname, method, routeOptions } = request
    // Checks the route, because a path has many spellings: /%5f_mock/reset.
    if (placeOf(routeOptions.url ?? '').side !== 'control') return done()
    if (!isLoopback(hostname) && !hosts.includes(hostname.toLowerCase())) {
      const allowed = ['localhost', '127.0.0.1', '[::1]', ...hosts].join(', ')
      return void refuse(reply, 403, `Control routes do not answer at the host ${hostname}.`, [
        `allowed: ${allowed}; to add a name, set MOCK_CONTROL_HOSTS`,
      ])
    }
    const isLink =
      method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers.origin === undefined
    if (isLink || isFromOwnSite(headers, host)) return done()
    void refuse(reply, 403, 'Control routes refuse requests from pages of other sites.', [])
  })
}
