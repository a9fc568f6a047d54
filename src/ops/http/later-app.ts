import type { FastifyInstance, FastifyRequest } from 'fastify'
import { reasonOf } from '../../lib/errors.ts'
import { HttpError } from './http-error.ts'

/** The part of a request that was determined before its app was loaded. */
export type Received = Pick<FastifyRequest, 'id' | 'person' | 'publicPath'>

/** Reads that part; `raw` is the request as Node received it. */
export type ReadReceived = (raw: object) => Received | undefined

/** `name` is the subject of the error if the app cannot be loaded, such as `The queue pages`. */
type LaterApp = { path: string; name: string; load: (received: ReadReceived) => Promise<FastifyInstance> }

/**
 * Serves `path` and everything below it by a separate app, which the first request loads and which is closed with this
 * one. Hooks of `scope` before the handler and after the response apply to its requests, too. If loading fails, all
 * waiting requests get a 503, and the next one tries again.
 */
export function routeLater(scope: FastifyInstance, { path, name, load }: LaterApp): void {
  const received = new WeakMap<object, Received>()
  let loaded: Promise<FastifyInstance> | undefined
  const loadOnce = (): Promise<FastifyInstance> => {
    loaded ??= load((raw) => received.get(raw))
    return loaded
  }
  // The app reads the body itself.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _body, done) => done(null))
  for (const url of [path, `${path}/*`])
    scope.all(url, async (request, reply) => {
      const app = await loadOnce().catch((error: unknown) => {
        loaded = undefined
        request.log.error({ err: error, path }, 'pages not loaded')
        const message = `${name} could not be loaded: ${reasonOf(error)}. Reload this page. If this remains, restart the daemon.`
        throw new HttpError(503, 'unavailable', message)
      })
      const { id, person, publicPath } = request
      received.set(request.raw, { id, person, publicPath })
      for (const [header, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(header, value)
      reply.hijack()
      app.routing(request.raw, reply.raw)
    })
  scope.addHook('onClose', async () => {
    const app = await loaded?.catch(() => undefined)
    await app?.close()
  })
}
