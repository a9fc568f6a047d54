import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { text } from 'node:stream/consumers'
import { expect, test as base } from 'vitest'
import { runCli, spawnCli } from '../../helpers/world/cli.ts'
import { countAttacks } from '../helpers/attacks.ts'

type Sent = { method?: string; path: string; headers?: Record<string, string> }

/** A bundled server in a separate process. `send` can set headers that browsers do not let pages set. */
const test = base
  .extend('port', { scope: 'file' }, async ({}, { onCleanup }) => {
    const { child, ended } = spawnCli(['mock', '--port', '0', '--gtins', '2'], {})
    onCleanup(async () => {
      child.kill('SIGKILL')
      await ended
    })
    let said = ''
    while (!said.includes('ready at')) said += String(await once(child.stdout, 'data'))
    return Number(/:(\d+)\s/.exec(said)?.[1])
  })
  .extend('send', { scope: 'file' }, ({ port }) => async ({ method = 'GET', path, headers }: Sent) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers }).end()
    const [response] = await once(sent, 'response')
    return { status: Number(response.statusCode), body: await text(response) }
  })

test('the bundled server is not reachable from other machines, and does not listen on all addresses by mistake', async ({
  port,
  task,
}) => {
  const others = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  const addresses = others.filter(({ internal, family }) => !internal && family === 'IPv4')
  for (const { address } of addresses) {
    const socket = connect(port, address)
    const [error] = await once(socket, 'error')
    expect(error).toMatchObject({ code: 'ECONNREFUSED' })
  }
  for (const host of ['0.0.0.0', '::']) {
    const { code, stderr } = await runCli(['mock', '--host', host, '--port', '0'], {})
    expect({ code, stderr }).toEqual({ code: 7, stderr: expect.stringContaining('MOCK_CONTROL_HOSTS') })
  }
  countAttacks({ task }, 'open bundled servers', addresses.length + 2)
})

test('a page of another site cannot use control routes, even under a name that resolves to this machine', async ({
  port,
  send,
  task,
}) => {
  const host = `127.0.0.1:${port}`
  const foreign = [
    { host: 'rebound.example' },
    { host: `127.0.0.1.rebound.example:${port}` },
    { host, origin: 'https://evil.example' },
    { host, origin: 'null' },
    { host, 'sec-fetch-site': 'cross-site' },
    { host, 'sec-fetch-site': 'none', origin: 'http://localhost:3000' },
  ]
  const routes = [
    { method: 'POST', path: '/__mock/reset' },
    { method: 'DELETE', path: '/__mock/faults' },
    { method: 'DELETE', path: '/__mock/stats' },
    { method: 'GET', path: '/__mock/stats' },
    { method: 'POST', path: '/__mock/../__mock/reset' },
    { method: 'POST', path: '/%5f%5fmock/reset' },
  ]
  for (const headers of foreign)
    for (const route of routes) {
      const { status } = await send({ ...route, headers })
      expect({ route, headers, refused: status >= 400 }).toEqual({ route, headers, refused: true })
    }
  expect((await send({ method: 'POST', path: '/__mock/reset', headers: { host } })).status).toBe(204)
  countAttacks({ task }, 'cross-site control requests', foreign.length * routes.length)
})

test('the oEmbed proxy does not contact other services of this machine', async ({ send, task }) => {
  const asked: string[] = []
  const neighbour = createServer(({ url }, response) => {
    asked.push(url ?? '')
    response.end()
  }).listen(0, '127.0.0.1')
  await once(neighbour, 'listening')
  const target = (neighbour.address() as AddressInfo).port
  const hosts = [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:7f00:1]',
    '0.0.0.0',
    '127.1',
    '2130706433',
    '0x7f.1',
  ]
  const authorization = `Basic ${Buffer.from('admin:abcdabcdabcdabcdabcdabcd').toString('base64')}`
  for (const host of hosts) {
    const url = encodeURIComponent(`http://${host}:${target}/admin`)
    // The server derives its own URL from the Host header.
    const headers = { authorization, host: `${host}:${target}` }
    expect(
      (await send({ path: `/api/rest/oembed/1.0/proxy?url=${url}`, headers })).status,
    ).toBeGreaterThanOrEqual(400)
  }
  neighbour.close()
  expect(asked).toEqual([])
  countAttacks({ task }, 'addresses of neighbours', hosts.length)
})
