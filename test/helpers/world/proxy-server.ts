import { createServer, request as ask } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { pipeline } from 'node:stream'

export type ProxyServer = {
  url: string
  /** The targets of CONNECT and the URLs of forwarded requests. */
  passed: string[]
  close(): Promise<void>
}

/**
 * A proxy on a free loopback port that forwards http and supports CONNECT. `login` is `user:password`; `status` rejects
 * every request; `to` maps host names to targets.
 */
export async function startProxy({
  login,
  status,
  to = (host) => host,
}: { login?: string; status?: number; to?: (host: string) => string } = {}): Promise<ProxyServer> {
  const passed: string[] = []
  const wanted = login === undefined ? undefined : `Basic ${Buffer.from(login).toString('base64')}`
  const refusalOf = (given: string | undefined): number | undefined =>
    status ?? (wanted !== undefined && given !== wanted ? 407 : undefined)
  const server = createServer((incoming, response) => {
    const { url = '', method, headers } = incoming
    const refusal = refusalOf(headers['proxy-authorization'])
    if (refusal !== undefined) return void response.writeHead(refusal).end()
    passed.push(url)
    const { 'proxy-authorization': _, ...own } = headers
    const target = new URL(url)
    target.hostname = to(target.hostname)
    const outgoing = ask(target, { method, headers: own }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      pipeline(answer, response, () => {})
    })
    outgoing.on('error', () => response.destroy())
    pipeline(incoming, outgoing, () => {})
  })
  server.on('connect', (incoming, socket) => {
    const refusal = refusalOf(incoming.headers['proxy-authorization'])
    if (refusal !== undefined) return void socket.end(`HTTP/1.1 ${refusal} No\r\ncontent-length: 0\r\n\r\n`)
    passed.push(incoming.url ?? '')
    const { hostname, port } = new URL(`http://${incoming.url}`)
    const onward = connect({ host: to(hostname), port: Number(port) }, () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n')
      pipeline(socket, onward, socket, () => {})
    })
    onward.on('error', () => socket.destroy())
    sockets.add(socket)
  })
  const sockets = new Set<{ destroy(): unknown }>()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
