import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type ProxiedCall = { method: string; path: string; headers: IncomingHttpHeaders; body: string }
/** `headers` are added to those of the origin; undefined removes one. */
export type ProxyAnswer = {
  status: number
  body: string
  type?: string
  headers?: Record<string, string | undefined>
}

/** The changes that a proxy makes while it forwards requests. */
export type Meddling = {
  /** Responds instead of the origin, which never receives the request. */
  instead?: (call: ProxiedCall) => (Omit<ProxyAnswer, 'body'> & { body: string | Uint8Array }) | undefined
  /** Changes what the origin receives; undefined removes a header. */
  before?: (
    call: ProxiedCall,
  ) => { headers?: Record<string, string | undefined>; path?: string; body?: string } | undefined
  /** Changes the origin's response if it is JSON. */
  after?: (call: ProxiedCall, answer: ProxyAnswer) => ProxyAnswer
}

/** A proxy in front of one origin that rejects requests or changes responses, as firewalls and plug-ins do. */
export async function openChangingProxy(target: string, meddling: Meddling) {
  const calls: ProxiedCall[] = []
  const server = createServer((asked, reply) => {
    const answer = async (): Promise<void> => {
      const { method = '', url: path = '', headers } = asked
      const body = await buffer(asked)
      const call = { method, path, headers, body: String(body) }
      calls.push(call)
      const own = meddling.instead?.(call)
      if (own !== undefined) {
        reply.writeHead(own.status, { 'content-type': own.type ?? 'text/html', ...defined(own.headers) })
        reply.end(own.body)
        return
      }
      const changes = meddling.before?.(call)
      const passed = Object.entries({ ...headers, ...changes?.headers }).filter(
        ([name, value]) => value !== undefined && !/^(host|connection|content-length)$/.test(name),
      )
      const answered = await fetch(target + (changes?.path ?? path), {
        method,
        headers: Object.fromEntries(passed.map(([name, value]) => [name, String(value)])),
        redirect: 'manual',
        ...(body.length > 0 && { body: changes?.body ?? Uint8Array.from(body) }),
      })
      const kept = [...answered.headers].filter(
        ([name]) => !/^(content-length|content-encoding|transfer-encoding|connection)$/.test(name),
      )
      const type = answered.headers.get('content-type') ?? ''
      if (meddling.after === undefined || !type.includes('json')) {
        reply.writeHead(answered.status, kept).end(Buffer.from(await answered.arrayBuffer()))
        return
      }
      const changed = meddling.after(call, { status: answered.status, body: await answered.text() })
      const added = {
        ...(changed.type !== undefined && { 'content-type': changed.type }),
        ...changed.headers,
      }
      const sent = Object.fromEntries(kept.filter(([name]) => !(name in added)))
      reply.writeHead(changed.status, { ...sent, ...defined(added) }).end(changed.body)
    }
    answer().catch(() => reply.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    async close(): Promise<void> {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function defined(headers: Record<string, string | undefined> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
