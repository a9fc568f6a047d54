import type { FastifyInstance } from 'fastify'
import { safeMethods } from '../../http/access.ts'
import { actorOf } from '../../http/actor.ts'
import type { OpsDeps } from '../../deps.ts'
import { addressBelow } from '../../http/address-below.ts'
import { allowInlineStyles } from '../../http/headers.ts'
import { routeLater } from '../../http/later-app.ts'
import type { BoardDeps } from './board-app.ts'

const path = '/queues'

/** `/queues`: Bull Board, which is loaded by the first request for it, because it takes 6 MB of memory. */
export function routeBoard(app: FastifyInstance, deps: BoardDeps): void {
  void app.register(async (scope) => {
    allowInlineStyles(scope)
    auditWrites(scope, deps)
    routeLater(scope, {
      path,
      name: 'The queue pages',
      async load(received) {
        const { createBoardApp } = await import('./board-app.ts')
        return createBoardApp(deps, addressBelow(path, deps.place?.base), received)
      },
    })
  })
}

/** Bull Board changes queues and jobs itself, so its requests are audited here. */
function auditWrites(scope: FastifyInstance, { audit, log, place }: OpsDeps): void {
  scope.addHook('onResponse', async (request, reply) => {
    if (safeMethods.has(request.method)) return
    const { pathname } = new URL(request.url, 'http://ops')
    const { statusCode } = reply
    const entry = {
      at: new Date().toISOString(),
      ...actorOf(request, 'queues'),
      action: request.method,
      subject: pathname.replace(`${addressBelow(path, place?.base)}/api`, ''),
      done: statusCode < 400,
      result: `HTTP ${statusCode}`,
    }
    await audit.add(entry).catch((error: unknown) => log.error({ err: error, entry }, 'audit entry lost'))
  })
}
