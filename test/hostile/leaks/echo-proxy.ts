import { once } from 'node:events'
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { act, type Asked, type Step } from '../../helpers/world/scripted-server.ts'

export type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** The proxy's reaction to a request: its own response, a change of the upstream's response, or none. */
export type Echo = Step | ((reply: Reply) => Step) | undefined

/** Forwards requests to one origin, unless `rule` responds itself or changes the response. */
export async function openEchoProxy(target: string, rule: (asked: Asked) => Echo) {
  const { hostname, port } = new URL(target)
  async function ask({ method, url, headers, body }: Asked): Promise<Reply> {
    const sent = request({ hostname, port, method, path: url, headers })
    sent.end(body)
    const [reply] = (await once(sent, 'response')) as [IncomingMessage]
    return { status: reply.statusCode ?? 0, headers: reply.headers, body: await buffer(reply) }
  }
  const server = createServer((incoming, answer) => {
    const handle = async (): Promise<void> => {
      const { method = '', url = '', headers } = incoming
      const asked = { method, url, headers, body: await buffer(incoming) }
      const echo = rule(asked)
      if (echo !== undefined && typeof echo !== 'function') return act(echo, answer)
      const reply = await ask(asked)
      if (echo !== undefined) return act(echo(reply), answer)
      answer.writeHead(reply.status, reply.headers).end(reply.body)
    }
    handle().catch(() => answer.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The ways in which a careless server may quote the received credentials. */
export function echoOf({ headers, url }: Asked): string {
  const { authorization = '' } = headers
  const [, given = ''] = authorization.split(' ')
  const clear = authorization.startsWith('Basic') ? Buffer.from(given, 'base64').toString() : given
  const password = clear.slice(clear.indexOf(':') + 1)
  const forms = [
    clear,
    authorization,
    password,
    encodeURIComponent(password),
    encodeURI(password),
    Buffer.from(password).toString('base64'),
    Buffer.from(`x${password}`).toString('base64url'),
    password.toLowerCase(),
    url,
  ]
  return `no access with ${forms.join(' or ')}`
}
