import type { FastifyPluginAsync } from 'fastify'
import { originOf } from '../sides.ts'
import { answeredFresh } from './conditional.ts'
import { securityHeaders, sendNotFoundPage } from './django.ts'
import type { Assets } from './assets.ts'

/** The partner's pictures and documents, for anybody. */
export function mediaRoutes(assets: Assets): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    app.route({
      url: '/*',
      method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      handler: (_request, reply) => reply.code(405).header('allow', 'GET, HEAD').send(),
    })
    app.get('/*', async (request, reply) => {
      const asset = assets.find(`/media/${(request.params as { '*': string })['*']}`, originOf(request))
      if (asset === null) return sendNotFoundPage(reply)
      void reply.headers(securityHeaders).header('accept-ranges', 'none')
      if (answeredFresh(request, reply, asset.etag, asset.modified)) return reply.send()
      return reply.type(asset.type).send(await asset.bytes())
    })
  }
}
