import type { FastifyInstance } from 'fastify'
import { safeMethods } from './access.ts'

/** Logs every request that may change something, Bull Board's included. */
export function logWrites(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, url, ip } = request
    if (safeMethods.has(method)) return
    request.log.info({ method, url, ip, status: reply.statusCode }, 'ops write')
  })
}
