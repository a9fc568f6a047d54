import type { FastifyInstance } from 'fastify'
import { isFromOwnSite, isLoopback } from '../lib/http/request-origin.ts'
import { refuse } from './control-input.ts'
import { placeOf } from './sides.ts'

/**
 * Refuses control requests that another site's page makes a browser send, and those at a host name that is not ours: a
 * site may resolve its own name to this address. Links from other sites still open.
 */
export function guardControl(app: FastifyInstance, hosts: readonly string[]): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { headers, host, hostname, method, routeOptions } = request
    // The route, because a path may be written in many ways: /%5f_mock/reset.
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
