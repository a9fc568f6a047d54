import type { FastifyReply } from 'fastify'
import { embedLinks, wantedEmbeds, withLinks } from './embed.ts'
import { isScalar, toText } from './php.ts'
import type { RestRequest } from './request.ts'
import type { RestResponse, Router } from './route.ts'

const script = 'application/javascript; charset=UTF-8'

/** Rejects an invalid `_jsonp` callback before the request runs. True if it did. */
export async function refuseCallback(request: RestRequest, reply: FastifyReply): Promise<boolean> {
  const callback = callbackOf(request)
  if (callback === undefined || (isScalar(callback) && /^[\w.]+$/.test(toText(callback)))) return false
  reply.headers(plainHeaders(request))
  const refusal = { code: 'rest_callback_invalid', message: 'Invalid JSONP callback function.' }
  await reply.status(400).header('Content-Type', script).send(JSON.stringify(refusal))
  return true
}

function callbackOf({ query }: RestRequest): unknown {
  const named = query['_jsonp']
  return named === '' || named === '0' ? undefined : named
}

/** The reply, the HTTP method of the request, and whether caches must not store the response. */
type Http = { readonly reply: FastifyReply; readonly sentAs: string; readonly uncached: boolean }

/** Sends a REST response as HTTP: headers, `_embed`, `_envelope`, `_jsonp`, HEAD. */
export async function sendResponse(
  router: Router,
  request: RestRequest,
  response: RestResponse,
  http: Http,
): Promise<void> {
  const { reply } = http
  const enveloped = request.query['_envelope'] !== undefined
  const callback = callbackOf(request)
  const status = enveloped ? 200 : response.status
  putHeaders(request, status, enveloped ? {} : response.headers, http)
  if (response.file !== undefined) {
    await reply.status(response.status).header('Content-Type', response.file.type).send(response.file.bytes)
    return
  }
  const wanted = wantedEmbeds(request)
  const linked = withLinks(response)
  const body = wanted === undefined ? linked : await embedLinks(router, request, linked, wanted)
  const text = JSON.stringify(enveloped ? envelope({ ...response, data: body }) : body)
  reply.status(status)
  if (request.method === 'HEAD') await reply.send()
  else if (callback === undefined) await reply.send(text)
  else await reply.header('Content-Type', script).send(`/**/${toText(callback)}(${text})`)
}

/** A response as one JSON value, as in a batch. PHP encodes an empty map of headers as a list. */
export function envelope(response: RestResponse): Record<string, unknown> {
  const { status, headers } = response
  return { body: response.data, status, headers: Object.keys(headers).length === 0 ? [] : headers }
}

function plainHeaders({ site }: RestRequest): Record<string, string> {
  return {
    'Content-Type': 'application/json; charset=UTF-8',
    'X-Robots-Tag': 'noindex',
    Link: `<${site.root}/>; rel="https://api.w.org/"`,
    'X-Content-Type-Options': 'nosniff',
  }
}

function putHeaders(
  request: RestRequest,
  status: number,
  own: RestResponse['headers'],
  { reply, sentAs, uncached }: Http,
): void {
  const { user, query, headers } = request
  reply.headers({
    ...plainHeaders(request),
    'Access-Control-Expose-Headers': 'X-WP-Total, X-WP-TotalPages, Link',
    'Access-Control-Allow-Headers':
      'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type',
    ...own,
  })
  const overridden = query['_method'] === undefined && headers['x-http-method-override'] !== undefined
  if (user !== null || uncached || (overridden && status >= 400 && status < 500)) {
    reply.headers({
      Expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
      'Cache-Control': 'no-cache, must-revalidate, max-age=0, no-store, private',
    })
  }
  const { origin } = headers
  if (origin !== undefined || (user === null && sentAs === 'GET')) reply.header('Vary', 'Origin')
  if (origin !== undefined) {
    reply.headers({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
      'Access-Control-Allow-Credentials': 'true',
    })
  }
}
