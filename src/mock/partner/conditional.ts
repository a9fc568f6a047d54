import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A strong entity tag for a representation that `content` fully determines. */
export function etagOf(content: string | Buffer): string {
  return `"${hash('sha1', content, 'hex')}"`
}

/** True if the caller's copy is current. If-None-Match has precedence over If-Modified-Since (RFC 9110, 13.2.2). */
function isFresh(request: FastifyRequest, etag: string, modified: Date): boolean {
  const { 'if-none-match': none, 'if-modified-since': since } = request.headers
  if (none !== undefined) {
    return none.trim() === '*' || none.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  }
  if (since === undefined) return false
  const time = Date.parse(since)
  return !Number.isNaN(time) && Math.floor(modified.getTime() / 1000) * 1000 <= time
}

/** Sets the validators. Returns true if the response became a 304. */
export function answeredFresh(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  modified: Date,
): boolean {
  void reply.header('etag', etag).header('last-modified', modified.toUTCString())
  if (!isFresh(request, etag, modified)) return false
  void reply.code(304)
  return true
}
