import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A strong entity tag for what is fully determined by `content`. */
export function etagOf(content: string | Buffer): string {
  return `"${hash('sha1', content, 'hex')}"`
}

/** True if the caller holds this very version; If-None-Match stands above If-Modified-Since (RFC 9110, 13.2.2). */
function isFresh(request: FastifyRequest, etag: string, modified: Date): boolean {
  const { 'if-none-match': none, 'if-modified-since': since } = request.headers
  if (none !== undefined) {
    return none.trim() === '*' || none.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  }
  if (since === undefined) return false
  const time = Date.parse(since)
  return !Number.isNaN(time) && Math.floor(modified.getTime() / 1000) * 1000 <= time
}

/** Puts the validators on the answer; true when it has become a 304 without a body. */
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
