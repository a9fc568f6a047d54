import type { FastifyInstance } from 'fastify'
import { safeMethods } from './access.ts'

/** One log line for every write that an operator asked for, Bull Board's included: who did what is then on record. */
export function logWrites(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, url, ip } = request
    if (safeMethods.has(method)) return
    request.log.info({ method, url, ip, status: reply.statusCode }, 'ops write')
  })
}
