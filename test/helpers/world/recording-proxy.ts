import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request as received, with the status of its response as soon as it is known; `ended` after its last byte. */
export type ProxiedRequest = { method: string; path: string; status?: number; ended?: true }

/**
 * Forwards requests to one origin and records them, to distinguish the requests of two processes. With `host`, the
 * origin receives that host name and uses it in its links.
 */
export async function openRecordingProxy(target: string, host?: string) {
  const { hostname, port } = new URL(target)
  const requests: ProxiedRequest[] = []
  let held: { path: string; released: Promise<void> } | undefined
  const server = createServer((asked, answer) => {
    const { method = '', url = '', headers } = asked
    const entry: ProxiedRequest = { method, path: url }
    requests.push(entry)
    const passOn = (): void => {
      const sent = host === undefined ? headers : { ...headers, host }
      const onward = request({ hostname, port, method, path: url, headers: sent }, (reply) => {
        entry.status = reply.statusCode ?? 0
        answer.writeHead(entry.status, reply.headers)
        reply.pipe(answer)
        answer.once('finish', () => (entry.ended = true))
      })
      onward.on('error', () => answer.destroy())
      answer.on('error', () => onward.destroy())
      asked.pipe(onward)
    }
    if (held !== undefined && url.includes(held.path)) void held.released.then(passOn)
    else passOn()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    /** From now on, holds requests with this in their path until the returned function is called. */
    hold(path: string): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = { path, released: promise }
      return () => {
        held = undefined
        resolve()
      }
    },
    async close(): Promise<void> {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
