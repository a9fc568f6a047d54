import type { FastifyReply, FastifyRequest } from 'fastify'

/** What Django answers where no route matches, to whatever client. */
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

/** Headers that the service's middleware puts on every answer. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
}

/** Headers of every answer that a route (not the URL resolver) gave. */
export const viewHeaders = {
  ...securityHeaders,
  allow: 'GET, HEAD, OPTIONS',
  vary: 'Accept',
  'x-frame-options': 'DENY',
}

export function sendNotFoundPage(reply: FastifyReply): FastifyReply {
  return reply.code(404).headers(securityHeaders).type('text/html; charset=utf-8').send(notFoundPage)
}

/** The redirect of APPEND_SLASH: permanent, to the same host, the query kept. */
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
 * The renderer that content negotiation picks from `?format=` and Accept: JSON unless a browser asks.
 * `missing`: the format is unknown (404); null: nothing acceptable (406).
 */
export function negotiate(accept: string | undefined, format: string | undefined): Format | 'missing' | null {
  if (format !== undefined) return format === 'json' ? 'json' : format === 'api' ? 'html' : 'missing'
  if (accept === undefined || accept === '' || accept === '*/*' || accept === 'application/json')
    return 'json'
  const types = new Set(accept.split(',').map((part) => (part.split(';', 1)[0] ?? '').trim().toLowerCase()))
  // Exact types stand above ranges, and among equals the service's own order decides: JSON first.
  if (types.has('application/json')) return 'json'
  if (types.has('text/html')) return 'html'
  if (types.has('application/*') || types.has('*/*')) return 'json'
  return types.has('text/*') ? 'html' : null
}
