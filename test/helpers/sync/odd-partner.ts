import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPartner } from '../../../src/partner/partner.ts'
import { openGate } from './gate.ts'
import { openSignedFiles } from './signed-files.ts'
import type { MockServer } from '../world/mock-server.ts'
import { act, type Step } from '../world/scripted-server.ts'

/** A proxy between a mirror and the bundled partner, for responses that the bundled partner never sends. */
export async function openOddPartner(mock: Pick<MockServer, 'partnerBaseUrl' | 'token'>) {
  const { hostname, port } = new URL(mock.partnerBaseUrl)
  let odd: { path: string; step: Step } | undefined
  const server = createServer((asked, answer) => {
    const { method = '', url = '', headers } = asked
    if (odd && url.startsWith(`/api/partner/v1${odd.path}`)) return act(odd.step, answer)
    const onward = request({ hostname, port, method, path: url, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 0, reply.headers)
      reply.on('error', () => answer.destroy())
      reply.on('aborted', () => answer.destroy())
      reply.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const connect = (timeoutMs: number, tries: number) =>
    createPartner({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      token: mock.token,
      gate: openGate(),
      assetGateOf: openGate,
      signedFiles: openSignedFiles(),
      timeoutMs,
      retry: { tries, baseMs: 1, capMs: 2, breakAfter: 100 },
    })
  const partner = connect(60_000, 2)
  const impatient = connect(5_000, 1)
  return {
    partner,
    /** For a partner that never responds. */
    impatient,
    /** Responds like this to requests below this path from now on. */
    answer: (path: string, step: Step) => void (odd = { path, step }),
    recover: () => void (odd = undefined),
    async close() {
      await Promise.all([partner.close(), impatient.close()])
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

export type OddPartner = Awaited<ReturnType<typeof openOddPartner>>
