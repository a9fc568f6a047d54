import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request that went through: when it came and when its answer began, in milliseconds. */
export type Passed = { method: string; path: string; askedAt: number; answeredAt?: number; status?: number }

export type RecordingProxy = { origin: string; passed: Passed[]; close(): Promise<void> }

/**
 * Passes requests on to one origin and remembers them: tells two processes of a fleet apart, and their calls' times.
 * With `host` the origin sees that name, and starts its links with it.
 */
export async function openRecordingProxy(target: string, host?: string): Promise<RecordingProxy> {
  const { hostname, port } = new URL(target)
  const passed: Passed[] = []
  const server = createServer((asked, answer) => {
    const { method = '', url = '', headers } = asked
    const entry: Passed = { method, path: url, askedAt: Date.now() }
    passed.push(entry)
    const sent = host === undefined ? headers : { ...headers, host }
    const onward = request({ hostname, port, method, path: url, headers: sent }, (reply) => {
      entry.answeredAt = Date.now()
      entry.status = reply.statusCode ?? 0
      answer.writeHead(entry.status, reply.headers)
      reply.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    answer.on('error', () => onward.destroy())
    asked.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
