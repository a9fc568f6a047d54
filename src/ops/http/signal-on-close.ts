import type { FastifyReply } from 'fastify'

/** Aborts when the client leaves. `request.signal` aborts as soon as the body of a POST has been read. */
export function signalOnClose(reply: FastifyReply): AbortSignal {
  const closed = new AbortController()
  reply.raw.once('close', () => closed.abort())
  return closed.signal
}
