import type { FastifyReply, FastifyRequest } from 'fastify'

/** Django's 404 for an unknown URL, independent of the Accept header. */
const notFoundPage = `<!doctype html>
<html lang="en">
<head>
  <title>Not Found</title>
</head>
<body>
  <h1>Not Found</h1><p>The requested resource was not found on this server.</p>
</body>
</html>
`

/** Headers of the middleware, present in every response. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
}

/** Headers of every response of a view, as opposed to the URL resolver. */
export const viewHeaders = {
  ...securityHeaders,
  allow: 'GET, HEAD, OPTIONS',
  vary: 'Accept',
  'x-frame-options': 'DENY',
}

export function sendNotFoundPage(reply: FastifyReply): FastifyReply {
  return reply.code(404).headers(securityHeaders).type('text/html; charset=utf-8').send(notFoundPage)
}

/** The redirect of APPEND_SLASH: permanent, to the same host, with the query. */
export function sendToSlash(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const query = request.url.indexOf('?')
  const location =
    query === -1 ? `${request.url}/` : `${request.url.slice(0, query)}/${request.url.slice(query)}`
  return reply
    .code(301)
    .headers(securityHeaders)
    .header('location', location)
    .type('text/html; charset=utf-8')
    .send('')
}

export type Format = 'json' | 'html'

/**
 * The renderer selected by `?format=` and Accept: HTML for browsers, else JSON. `missing`: the format is unknown (404);
 * null: no acceptable one (406).
 */
export function negotiate(accept: string | undefined, format: string | undefined): Format | 'missing' | null {
  if (format !== undefined) return format === 'json' ? 'json' : format === 'api' ? 'html' : 'missing'
  if (accept === undefined || accept === '' || accept === '*/*' || accept === 'application/json')
    return 'json'
  const types = new Set(accept.split(',').map((part) => (part.split(';', 1)[0] ?? '').trim().toLowerCase()))
  // Exact types have precedence over ranges. Among equals, the order of the service's renderers decides: JSON first.
  if (types.has('application/json')) return 'json'
  if (types.has('text/html')) return 'html'
  if (types.has('application/*') || types.has('*/*')) return 'json'
  return types.has('text/*') ? 'html' : null
}
