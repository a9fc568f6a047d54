import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { originOf, partnerRoot } from '../sides.ts'
import { refusalOf } from './auth.ts'
import { browsablePage } from './browsable.ts'
import { answeredFresh, etagOf } from './conditional.ts'
import { negotiate, sendNotFoundPage, sendToSlash, viewHeaders } from './django.ts'
import { docsPage } from './docs.ts'
import type { Products } from './products.ts'
import { languageList, productView, rootView } from './views.ts'

/** What a route has to say; an `html` is sent as it is, a `body` in the format that the caller prefers. */
export type View = { status: number; body: unknown; html?: string; modified?: Date }

const published = new Date(Date.UTC(2025, 0, 7, 6, 30))

/**
 * The partner API. A missing `language` means the default language (the first of the list), and so does an unknown
 * one: the answer's own `language` field says which was given.
 */
export function partnerRoutes(deps: { products: Products; token: string }): FastifyPluginAsync {
  const { products, token } = deps
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume()
      payload.once('end', () => done(null, undefined))
      payload.once('error', done)
    })
    app.setNotFoundHandler((_request, reply) => sendNotFoundPage(reply))

    function route(path: string, name: string, view: (request: FastifyRequest) => View): void {
      const slashed = { url: `${path}/`, prefixTrailingSlash: 'slash' } as const
      const answer = (request: FastifyRequest, reply: FastifyReply) => {
        void reply.headers(viewHeaders)
        const { format } = request.query as { format?: string }
        const chosen = negotiate(request.headers.accept, format)
        if (chosen === 'missing') return send(404, { detail: 'Not found.' })
        if (chosen === null) return send(406, { detail: 'Could not satisfy the request Accept header.' })
        const refusal = refusalOf(request.headers.authorization, token)
        if (refusal !== null) {
          void reply.header('www-authenticate', 'Token')
          return send(401, { detail: refusal })
        }
        if (request.method === 'OPTIONS') return send(200, metadata(name))
        if (request.method !== 'GET' && request.method !== 'HEAD') {
          return send(405, { detail: `Method "${request.method}" not allowed.` })
        }
        const { status, body, html, modified = published } = view(request)
        if (html === undefined) return send(status, body, status === 200 ? modified : undefined)
        if (answeredFresh(request, reply, etagOf(html), modified)) return reply.send()
        return reply.code(status).type('text/html; charset=utf-8').send(html)

        function send(code: number, content: unknown, date?: Date): FastifyReply {
          const json = JSON.stringify(content)
          if (date !== undefined) {
            // The two renderings are two representations: they must not share a strong tag.
            const tag = etagOf(chosen === 'html' ? `html ${json}` : json)
            if (answeredFresh(request, reply, tag, date)) return reply.send()
          }
          void reply.code(code)
          // As bytes, since the framework would add a charset to the media type, which Django does not.
          if (chosen !== 'html')
            return reply.header('content-type', 'application/json').send(Buffer.from(json))
          return reply
            .type('text/html; charset=utf-8')
            .send(browsablePage({ name, path: request.url, status: code, content }))
        }
      }
      app.route({ ...slashed, method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], handler: answer })
      app.all(path, { prefixTrailingSlash: 'no-slash' }, sendToSlash)
    }

    route('', 'Product Data Service', (request) => rootView(originOf(request) + partnerRoot))
    route('/product/:gtin(^\\d{13}$)', 'Product', (request) => productView(products, request))
    route('/language', 'Language List', () => languageList(products))
    route('/docs', 'Dokumentation', (request) => ({
      status: 200,
      body: null,
      html: docsPage({ base: originOf(request) + partnerRoot, token, languages: products.languages() }),
    }))
  }
}

function metadata(name: string) {
  return { name, description: '', renders: ['application/json', 'text/html'], parses: ['application/json'] }
}
