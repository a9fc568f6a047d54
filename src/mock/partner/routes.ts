import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { originOf, partnerRoot } from '../sides.ts'
import { encode, sendPage, sendView, type View } from './answer.ts'
import { refusalOf } from './auth.ts'
import { negotiate, sendNotFoundPage, sendToSlash, viewHeaders } from './django.ts'
import { docsPage } from './docs.ts'
import type { Products } from './products.ts'
import type { PartnerSettings } from './settings.ts'
import { type PartnerThrottle, throttledDetail } from './throttle.ts'
import { languageList, productView, published, refuse, rootView } from './views.ts'

/**
 * The partner API. A missing or unknown `language` gets the default language (the first of the list). The record's
 * `language` field shows the actual one.
 */
export function partnerRoutes(deps: {
  products: Products
  settings: PartnerSettings
  throttle: PartnerThrottle
  token: string
}): FastifyPluginAsync {
  const { products, settings, throttle, token } = deps
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume()
      payload.once('end', () => done(null, undefined))
      payload.once('error', done)
    })
    // Not the not-found handler, because the site's catch-all route has precedence over it.
    app.all('/*', (_request, reply) => sendNotFoundPage(reply))

    function route(path: string, name: string, answer: (request: FastifyRequest) => View | string): void {
      app.route({
        url: `${path}/`,
        prefixTrailingSlash: 'slash',
        method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
        handler: (request, reply) => {
          void reply.headers(viewHeaders)
          const { format } = request.query as { format?: string }
          const chosen = negotiate(request.headers.accept, format)
          const refusal =
            chosen === null || chosen === 'missing' ? null : refusalOf(request.headers.authorization, token)
          if (refusal !== null) void reply.header('www-authenticate', 'Token')
          const error = earlyError(chosen, refusal) ?? throttled(reply) ?? methodError(request.method)
          const shown = { format: chosen === 'html' ? 'html' : 'json', name } as const
          if (error !== null) return sendView(request, reply, error, shown)
          if (request.method === 'OPTIONS') return sendView(request, reply, metadata(name), shown)
          const given = answer(request)
          if (typeof given === 'string') return sendPage(request, reply, given, published)
          return sendView(request, reply, given, shown)
        },
      })
      app.all(path, { prefixTrailingSlash: 'no-slash' }, sendToSlash)
    }

    function throttled(reply: FastifyReply): View | null {
      const wait = throttle.take()
      if (wait === null) return null
      void reply.header('retry-after', String(wait))
      return refuse(429, throttledDetail(wait))
    }

    route('', 'Product Data Service', (request) => rootView(originOf(request) + partnerRoot))
    route('/product/:gtin(^\\d{13}$)', 'Product', (request) =>
      productView({ products, signer: settings.signer() }, request),
    )
    route('/language', 'Language List', () => languageList(products))
    route('/docs', 'Dokumentation', (request) =>
      docsPage({ base: originOf(request) + partnerRoot, token, languages: products.languages() }),
    )
  }
}

/** The errors that are independent of the route, in the order of the service's checks. The throttle comes next. */
function earlyError(chosen: ReturnType<typeof negotiate>, refusal: string | null): View | null {
  if (chosen === 'missing') return refuse(404, 'Not found.')
  if (chosen === null) return refuse(406, 'Could not satisfy the request Accept header.')
  return refusal === null ? null : refuse(401, refusal)
}

function methodError(method: string): View | null {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return null
  return refuse(405, `Method "${method}" not allowed.`)
}

function metadata(name: string): View {
  const body = {
    name,
    description: '',
    renders: ['application/json', 'text/html'],
    parses: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
  }
  return { status: 200, body: encode(body) }
}
