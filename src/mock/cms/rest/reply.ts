import type { FastifyReply } from 'fastify'
import { embedLinks, wantedEmbeds, withLinks } from './embed.ts'
import { isScalar, toText } from './php.ts'
import type { RestRequest } from './request.ts'
import type { RestResponse, Router } from './route.ts'

const script = 'application/javascript; charset=UTF-8'

/** Turns an answer of the routes into the HTTP answer: headers, `_embed`, `_envelope`, `_jsonp`, HEAD. */
export async function sendResponse(
  router: Router,
  request: RestRequest,
  response: RestResponse,
  reply: FastifyReply,
): Promise<void> {
  const enveloped = request.query['_envelope'] !== undefined
  const callback = request.query['_jsonp']
  const refused = callback !== undefined && !(isScalar(callback) && /^[\w.]+$/.test(toText(callback)))
  putHeaders(request, enveloped || refused ? {} : response.headers, reply)
  // A wrong callback is refused before the engine looks at who asks.
  if (!refused) putCallerHeaders(request, reply)
  if (refused) {
    const refusal = { code: 'rest_callback_invalid', message: 'Invalid JSONP callback function.' }
    await reply.status(400).header('Content-Type', script).send(JSON.stringify(refusal))
    return
  }
  if (response.file !== undefined) {
    await reply.status(response.status).header('Content-Type', response.file.type).send(response.file.bytes)
    return
  }
  const wanted = wantedEmbeds(request)
  const linked = withLinks(response)
  const body = wanted === undefined ? linked : await embedLinks(router, request, linked, wanted)
  const text = JSON.stringify(enveloped ? envelope({ ...response, data: body }) : body)
  reply.status(enveloped ? 200 : response.status)
  if (request.method === 'HEAD') await reply.send()
  else if (callback === undefined) await reply.send(text)
  else await reply.header('Content-Type', script).send(`/**/${toText(callback)}(${text})`)
}

/** An answer as one JSON value, as in a batch; the engine writes an empty map of headers as a list. */
export function envelope(response: RestResponse): Record<string, unknown> {
  const { status, headers } = response
  return { body: response.data, status, headers: Object.keys(headers).length === 0 ? [] : headers }
}

function putHeaders({ site }: RestRequest, own: RestResponse['headers'], reply: FastifyReply): void {
  reply.headers({
    'Content-Type': 'application/json; charset=UTF-8',
    'X-Robots-Tag': 'noindex',
    Link: `<${site.root}/>; rel="https://api.w.org/"`,
    'X-Content-Type-Options': 'nosniff',
    'Access-Control-Expose-Headers': 'X-WP-Total, X-WP-TotalPages, Link',
    'Access-Control-Allow-Headers':
      'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type',
    ...own,
  })
}

function putCallerHeaders({ user, headers, method }: RestRequest, reply: FastifyReply): void {
  if (user !== null) {
    reply.headers({
      Expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
      'Cache-Control': 'no-cache, must-revalidate, max-age=0, no-store, private',
    })
  }
  const { origin } = headers
  if (origin !== undefined || (user === null && method === 'GET')) reply.header('Vary', 'Origin')
  if (origin !== undefined) {
    reply.headers({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
      'Access-Control-Allow-Credentials': 'true',
    })
  }
}
