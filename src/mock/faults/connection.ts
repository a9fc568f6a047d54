import type { FastifyReply } from 'fastify'

/** Resets the connection of a request. The client gets ECONNRESET and no further data. */
export function resetConnection(reply: FastifyReply): void {
  if (!reply.sent) reply.hijack()
  const { socket } = reply.raw
  if (socket === null) reply.raw.destroy()
  else socket.resetAndDestroy()
}

/** Announces the whole body, sends half of it, and closes or resets the connection. */
export function sendHalf(reply: FastifyReply, body: Buffer, how: 'closed' | 'reset'): void {
  const headers = reply.getHeaders()
  reply.hijack()
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) reply.raw.setHeader(name, value)
  reply.raw.setHeader('content-length', Math.max(body.length, 2))
  reply.raw.writeHead(reply.statusCode)
  reply.raw.write(body.subarray(0, Math.floor(body.length / 2)), () => {
    if (how === 'closed') reply.raw.destroy()
    else resetConnection(reply)
  })
}
