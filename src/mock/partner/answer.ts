import type { FastifyReply, FastifyRequest } from 'fastify'
import { browsablePage } from './browsable.ts'
import { answeredFresh, etagOf } from './conditional.ts'
import type { Format } from './django.ts'

const html = 'text/html; charset=utf-8'

/** JSON as sent, with its entity tag. */
export type Encoded = { bytes: Buffer; etag: string }

/** The response of a route. `modified` makes it conditional. */
export type View = { status: number; body: Encoded; modified?: Date }

export function encode(body: unknown): Encoded {
  const bytes = Buffer.from(JSON.stringify(body))
  return { bytes, etag: etagOf(bytes) }
}

/** Sends a view in the format that the caller prefers, or a 304 if the caller's copy is current. */
export function sendView(
  request: FastifyRequest,
  reply: FastifyReply,
  view: View,
  as: { format: Format; name: string },
): FastifyReply {
  const { status, body, modified } = view
  const isPage = as.format === 'html'
  // JSON and HTML are different representations, so they must not share a strong tag.
  const etag = isPage ? etagOf(`html ${body.etag}`) : body.etag
  if (modified !== undefined && answeredFresh(request, reply, etag, modified)) return reply.send()
  void reply.code(status)
  // As bytes, because Fastify adds a charset to the media type of JSON text, and Django does not.
  if (!isPage) return reply.header('content-type', 'application/json').send(body.bytes)
  const content: unknown = JSON.parse(body.bytes.toString())
  return reply
    .header('content-type', html)
    .send(browsablePage({ name: as.name, path: request.url, status, content }))
}

/** Sends a page that has only one format, or a 304. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
  modified: Date,
): FastifyReply {
  if (answeredFresh(request, reply, etagOf(page), modified)) return reply.send()
  return reply.header('content-type', html).send(page)
}
