import { once } from 'node:events'
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { act, type Step } from '../../helpers/world/scripted-server.ts'

type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** Responds instead of the upstream, or changes its response; undefined does neither. */
export type Attack = {
  answer?: (url: string, method: string) => Step | undefined
  change?: (url: string, reply: Reply) => Reply | undefined
}

/** A proxy in front of an upstream that attacks its clients. */
export async function openAttacker(target: string, attack: Attack) {
  const { hostname, port } = new URL(target)
  const server = createServer((asked, answer) => {
    const { method = '', url = '', headers } = asked
    const step = attack.answer?.(url, method)
    if (step !== undefined) {
      asked.resume()
      act(step, answer)
      return
    }
    const pass = async (reply: IncomingMessage): Promise<void> => {
      const body = await buffer(reply)
      const whole = { status: reply.statusCode ?? 0, headers: reply.headers, body }
      const sent = attack.change?.(url, whole) ?? whole
      answer.writeHead(sent.status, { ...sent.headers, 'content-length': sent.body.length })
      answer.end(sent.body)
    }
    const onward = request({ hostname, port, method, path: url, headers }, (reply) => void pass(reply))
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    async close(): Promise<void> {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** The path of a product’s record. */
export function isRecord(url: string, gtin: string | undefined, language: string): boolean {
  return url.includes(`/product/${gtin}/`) && url.endsWith(`language=${language}`)
}
