import { once } from 'node:events'
import { createServer, request as send, type IncomingHttpHeaders } from 'node:http'

/** The URL on which a proxy listens, and the requests that it refused because they were not below its path. */
export type Proxy = { url: string; outside: string[]; close(): Promise<void> }

/**
 * A reverse proxy that serves `target` below `path` only. It removes the path from URLs unless `keeps`, and adds
 * `headers`.
 */
export async function openProxy(
  target: string,
  path: string,
  { keeps = false, headers = {} }: { keeps?: boolean; headers?: IncomingHttpHeaders } = {},
): Promise<Proxy> {
  const outside: string[] = []
  const server = createServer((asked, answer) => {
    const { url = '/', method } = asked
    if (url !== path && !url.startsWith(`${path}/`)) {
      outside.push(`${method} ${url}`)
      answer.writeHead(404).end('another application')
      return
    }
    const inner = url.slice(path.length) || '/'
    const forwarded = send(
      target + (keeps ? url : inner),
      { method, headers: { ...asked.headers, ...headers } },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(answer)
      },
    )
    forwarded.once('error', () => answer.destroy())
    answer.once('close', () => forwarded.destroy())
    asked.pipe(forwarded)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}${path}`,
    outside,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
