import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo, LookupFunction } from 'node:net'
import net from 'node:net'
import type { Dispatcher } from 'undici'
import { describe, expect, vi } from 'vitest'
import { createDelivery, nameOf } from '../../../src/ops/notices/receiver.ts'
import { createAgent, createPool } from '../../../src/lib/http/dispatcher.ts'
import { type Network } from '../../../src/lib/http/proxy.ts'
import { send } from '../../../src/lib/http/send.ts'
import { readCatalog } from '../../../src/partner/catalog/read-catalog.ts'
import { withScripts } from '../../helpers/upstream-fixtures.ts'
import { hasOpenssl, makeCertificate } from '../../helpers/world/certificate.ts'
import { startProxy } from '../../helpers/world/proxy-server.ts'

const { signal } = new AbortController()
const limits = { connections: 2, allowH2: false }

const it = withScripts()
  .extend('proxy', ({ closing }) => async (options: Parameters<typeof startProxy>[0] = {}) => {
    const proxy = await startProxy(options)
    closing.push(proxy)
    return proxy
  })
  .extend('get', ({ closing }) => async (url: string, network: Network) => {
    const dispatcher = createPool(new URL(url).origin, network, limits)
    closing.push({ close: () => dispatcher.destroy() })
    return ask(dispatcher, url)
  })

function ask(dispatcher: Dispatcher, url: string) {
  const { origin, pathname } = new URL(url)
  return send(dispatcher, { method: 'GET', origin, path: pathname, headers: {} }, 5_000, signal)
}

const toLoopback = { to: () => '127.0.0.1' }

it('PR-10: requests to partner and CMS, for files and the catalogue, and notices all go through the proxy', async ({
  start,
  proxy,
  connectPartner,
  connectCms,
  closing,
}) => {
  const server = await start(({ url }) =>
    url.endsWith('/catalog.txt') ? { body: '4006381333931' } : { json: { ok: true } },
  )
  const { port } = new URL(server.url)
  const front = await proxy(toLoopback)
  const network = { httpProxy: front.url, userAgent: 'mirror-of-acme/1' }
  const at = (host: string): string => `http://${host}.example:${port}`
  const partner = connectPartner(at('partner'), { network, assetHosts: ['files.example'] })
  const receiver = { url: `${at('hooks')}/hook`, format: 'json' } as const
  const deliver = createDelivery({ receivers: [receiver] }, undefined, network)
  closing.push(deliver)
  await Promise.allSettled([
    partner.fetchLanguages(signal),
    connectCms(`${at('cms')}/api`, { network }).fetchUser(signal),
  ])
  await partner.fetchAsset({ kind: 'image', url: `${at('files')}/a.jpg` }, {}, signal)
  await readCatalog({ place: `${at('lists')}/catalog.txt`, maxEntries: 9, network }, signal)
  await deliver({ receiver: nameOf(receiver), id: 'a', body: '{}' }, signal)
  const hosts = new Set(front.passed.map((url) => new URL(url).hostname.replace('.example', '')))
  expect([...hosts].toSorted()).toEqual(['cms', 'files', 'hooks', 'lists', 'partner'])
  expect(new Set(server.asked.map(({ headers }) => headers['user-agent']))).toEqual(
    new Set(['mirror-of-acme/1']),
  )
})

it('a host in NO_PROXY is reached directly', async ({ start, proxy, get }) => {
  const server = await start([{ body: 'direct' }])
  const front = await proxy()
  expect(await get(server.url, { httpProxy: front.url, noProxy: ['127.0.0.1'] })).toMatchObject({ ok: true })
  expect(front.passed).toEqual([])
})

it('the partner’s file host is not looked up here if a proxy reaches it', async ({
  start,
  proxy,
  connectPartner,
}) => {
  const server = await start([{ status: 404 }])
  const front = await proxy(toLoopback)
  const { port } = new URL(server.url)
  const partner = connectPartner('http://partner.example', {
    network: { httpProxy: front.url },
    assetHosts: ['files.invalid', '127.0.0.1'],
  })
  const get = (host: string) =>
    partner.fetchAsset({ kind: 'image', url: `http://${host}:${port}/a.jpg` }, {}, signal)
  expect(await get('files.invalid')).toMatchObject({ reason: expect.stringContaining('404') })
  expect(await get('127.0.0.1')).toMatchObject({
    state: 'refused',
    reason: expect.stringContaining('private address'),
  })
  expect(front.passed).toHaveLength(1)
})

it('the proxy gets the user and password of its URL, and the server does not', async ({
  start,
  proxy,
  get,
}) => {
  const server = await start([{}])
  const front = await proxy({ login: 'jo:p@ss word' })
  const url = front.url.replace('//', '//jo:p%40ss%20word@')
  expect(await get(server.url, { httpProxy: url })).toMatchObject({ ok: true })
  expect(server.asked[0]?.headers).not.toHaveProperty('proxy-authorization')
})

it('a proxy keeps the limits of connections and of the size of a response', async ({
  start,
  proxy,
  closing,
}) => {
  const server = await start([{ body: 'x'.repeat(100) }])
  const front = await proxy()
  const agent = createAgent({ httpProxy: front.url }, { ...limits, maxResponseSize: 99 })
  closing.push({ close: () => agent.destroy() })
  expect(await ask(agent, server.url)).toMatchObject({ code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' })
})

describe('a proxy that refuses a connection is named with its variable', () => {
  const target = 'https://cms.example/'

  it('if it requires another login', async ({ proxy, get }) => {
    const front = await proxy({ login: 'jo:other' })
    const httpsProxy = front.url.replace('//', '//jo:wrong-one@')
    expect(await get(target, { httpsProxy })).toMatchObject({
      sent: false,
      permanent: false,
      reason: `the proxy ${front.url} (HTTPS_PROXY) requires a valid login (status 407). Correct the user and password in HTTPS_PROXY`,
    })
  })

  it('if it requires a login for plain http', async ({ proxy, get }) => {
    const front = await proxy({ login: 'jo:other' })
    expect(await get('http://cms.example/', { httpProxy: front.url })).toMatchObject({
      permanent: false,
      reason: `the proxy ${front.url} (HTTP_PROXY) requires a valid login (status 407). Correct the user and password in HTTP_PROXY`,
    })
  })

  it('if it refuses the host', async ({ proxy, get }) => {
    const front = await proxy({ status: 403 })
    expect(await get(target, { httpsProxy: front.url })).toMatchObject({
      sent: false,
      permanent: false,
      reason: `the proxy ${front.url} (HTTPS_PROXY) refuses a connection to cms.example (status 403). Allow it there, or add the host to NO_PROXY`,
    })
  })

  it.for([
    ['https://cms.example/', 'HTTPS_PROXY'],
    ['http://cms.example/', 'HTTP_PROXY'],
  ])('if nothing listens there: %s', async ([url = '', variable = ''], { get }) => {
    const closed = 'http://127.0.0.1:9'
    expect(await get(url, { httpsProxy: closed, httpProxy: closed })).toMatchObject({
      sent: false,
      permanent: false,
      reason: `no connection through the proxy ${closed} (${variable}): connect ECONNREFUSED 127.0.0.1:9. Check ${variable}`,
    })
  })
})

describe.skipIf(!hasOpenssl)('over TLS (skipped without openssl)', () => {
  it('the connection to the server is encrypted inside the proxy’s', async ({ proxy, get, closing }) => {
    const certificate = await makeCertificate()
    const server = createServer({ key: certificate.key, cert: certificate.cert }, (_, response) =>
      response.end(),
    )
    await once(server.listen(0, '127.0.0.1'), 'listening')
    closing.push({ close: async () => server.close() }, certificate)
    const front = await proxy(toLoopback)
    const { port } = server.address() as AddressInfo
    const result = await get(`https://cms.example:${port}/`, { httpsProxy: front.url })
    expect(front.passed).toEqual([`cms.example:${port}`])
    expect(result).toMatchObject({ ok: false, code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  })
})

describe('a host with several addresses', () => {
  const lookup: LookupFunction = (_name, _options, callback) =>
    callback(null, [
      { address: '2001:db8::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ])

  it('is reached over IPv4 if its IPv6 address has no route', async ({ start, closing }) => {
    const server = await start([{}])
    const url = server.url.replace('127.0.0.1', 'cms.example')
    const pool = createPool(url, {}, limits, lookup)
    closing.push({ close: () => pool.destroy() })
    expect(await ask(pool, url)).toMatchObject({ ok: true })
  })

  it('PR-28: has two seconds for each address, even if it is a proxy', async ({ start, proxy, closing }) => {
    const server = await start([{}])
    const front = await proxy()
    const connect = vi.spyOn(net, 'connect')
    for (const network of [{}, { httpProxy: front.url }]) {
      const pool = createPool(server.url, network, limits)
      closing.push({ close: () => pool.destroy() })
      expect(await ask(pool, server.url)).toMatchObject({ ok: true })
    }
    const tries = connect.mock.calls.map(([options]) => options)
    connect.mockRestore()
    expect(tries).toMatchObject([
      { autoSelectFamilyAttemptTimeout: 2_000 },
      { autoSelectFamilyAttemptTimeout: 2_000 },
    ])
  })
})
