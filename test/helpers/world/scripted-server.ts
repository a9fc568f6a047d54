import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type Asked = { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer }

/** The reaction to a request: a response, or a way to send none. */
export type Step =
  | { status?: number; headers?: Record<string, string>; json?: unknown; body?: string | Uint8Array }
  | 'reset'
  | 'cut'
  | 'hang'

export type ScriptedServer = { url: string; asked: Asked[]; close(): Promise<void> }

/**
 * A server on a free loopback port for unusual responses: a list of steps, the last of which repeats, or a function.
 */
export async function startScripted(
  script: readonly Step[] | ((asked: Asked) => Step),
): Promise<ScriptedServer> {
  const asked: Asked[] = []
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
    asked.push(one)
    const step =
      typeof script === 'function' ? script(one) : script[Math.min(asked.length, script.length) - 1]
    if (step !== undefined) act(step, response)
  }
  // A request whose sender has disconnected cannot get a response.
  const server = createServer((request, response) => void answer(request, response).catch(() => {}))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

/** Responds to a request according to a step. */
export function act(step: Step, response: ServerResponse): void {
  if (step === 'hang') return
  if (step === 'reset') {
    response.socket?.resetAndDestroy()
    return
  }
  if (step === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"name":"', () => response.destroy())
    return
  }
  const { status = 200, headers = {}, json } = step
  const type = json === undefined ? 'text/html' : 'application/json'
  response.writeHead(status, { 'content-type': type, ...headers })
  response.end(status === 304 ? undefined : (step.body ?? (json === undefined ? '' : JSON.stringify(json))))
}
