import type { FastifyPluginAsync } from 'fastify'
import { originOf } from '../sides.ts'
import { answeredFresh } from './conditional.ts'
import { securityHeaders, sendNotFoundPage } from './django.ts'
import type { Assets } from './assets.ts'
import type { PartnerSettings } from './settings.ts'
import type { Denial } from './signing.ts'

/** The partner's images and documents: public, or by signed links only. */
export function mediaRoutes(assets: Assets, settings: PartnerSettings): FastifyPluginAsync {
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
      const { pathname, searchParams } = new URL(request.url, originOf(request))
      const denial = settings.signer()?.refuse(pathname, searchParams)
      if (denial !== undefined) return reply.code(403).type('application/xml').send(errorDocument(denial))
      void reply.headers(securityHeaders).header('accept-ranges', 'none')
      if (answeredFresh(request, reply, asset.etag, asset.modified)) return reply.send()
      return reply.type(asset.type).send(await asset.bytes())
    })
  }
}

/** The XML error of a storage service. */
function errorDocument({ code, message, sent }: Denial): string {
  const signature = sent === '' ? '' : `<SignatureProvided>${encodeURIComponent(sent)}</SignatureProvided>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message>${signature}</Error>`
}
