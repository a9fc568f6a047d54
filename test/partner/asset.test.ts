import { hash } from 'node:crypto'
import { expect } from 'vitest'
import type { Asset } from '../../src/core/record/media.ts'
import { LimitedError, OutageError } from '../../src/lib/errors.ts'
import { openGate, strictGate } from '../helpers/sync/gate.ts'
import { startMock } from '../helpers/world/mock-server.ts'
import { type Step } from '../helpers/world/scripted-server.ts'
import { withScripts } from '../helpers/upstream-fixtures.ts'

const it = withScripts()

const signal = new AbortController().signal
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const image = (url: string): Asset => ({ url, kind: 'image' })

it('the bundled partner has an image and a PDF for a product, and a second request finds both unchanged', async ({
  connectPartner: connect,
  closing,
}) => {
  const mock = await startMock({ gtins: 3, languages: 'de-de' })
  closing.push(mock)
  const partner = connect(mock.partnerBaseUrl, { token: mock.token })
  const [gtin = ''] = await mock.gtins()
  const fetched = await partner.fetchProduct({ gtin, language: 'de-de' }, undefined, signal)
  if (fetched.state !== 'present') throw new Error(`not present: ${fetched.state}`)
  const assets: [Asset, string][] = [
    [image(fetched.product.image), 'image/png'],
    [image(fetched.product.banner), 'image/jpeg'],
    [{ url: fetched.product.datasheet, kind: 'pdf' }, 'application/pdf'],
  ]
  for (const [asset, mime] of assets) {
    const got = await partner.fetchAsset(asset, {}, signal)
    if (got.state !== 'present') throw new Error(`${asset.url}: ${got.state}`)
    expect(got).toMatchObject({ mime, sha256: hash('sha256', got.bytes, 'hex') })
    const known = got.etag === undefined ? {} : { etag: got.etag }
    expect(await partner.fetchAsset(asset, known, signal)).toEqual({ state: 'unchanged' })
  }
})

it('a file is returned with the type of its bytes, its hash and its validators', async ({
  start,
  connectPartner: connect,
}) => {
  const validators = { etag: '"v1"', 'last-modified': 'Fri, 20 Nov 2026 10:00:00 GMT' }
  const { url, asked } = await start([
    { body: png, headers: { ...validators, 'content-type': 'text/plain' } },
  ])
  expect(await connect(url).fetchAsset(image(`${url}/a.jpg`), { etag: '"v0"' }, signal)).toMatchObject({
    state: 'present',
    mime: 'image/png',
    extension: 'png',
    sha256: hash('sha256', png, 'hex'),
    etag: '"v1"',
    lastModified: validators['last-modified'],
  })
  expect(asked[0]?.headers).toMatchObject({ authorization: 'Token secret-token', 'if-none-match': '"v0"' })
})

it('a URL without a host is requested from the partner', async ({ start, connectPartner: connect }) => {
  const { url, asked } = await start([{ body: png }])
  await connect(url).fetchAsset(image('/media/a.png'), {}, signal)
  expect(asked[0]?.url).toBe('/media/a.png')
})

it.for<[string, Step, string]>([
  ['a web page', { body: '<html></html>' }, 'unknown type'],
  ['an SVG', { body: '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>' }, 'xml'],
  ['a PDF for an image', { body: '%PDF-1.7\n' }, 'application/pdf'],
  ['nothing', { body: '' }, 'empty'],
  ['too much', { body: Buffer.alloc(3_000, png) }, 'limit of 2000 bytes'],
  ['a 404', { status: 404 }, 'does not exist'],
  ['a 403', { status: 403 }, '403'],
])(
  '%s is rejected with its reason, and requested only once',
  async ([, step, reason], { start, connectPartner: connect }) => {
    const { url, asked } = await start([step])
    const got = await connect(url, { maxAssetBytes: 2_000 }).fetchAsset(image(`${url}/a`), {}, signal)
    expect(got).toMatchObject({ state: 'refused', reason: expect.stringContaining(reason) })
    expect(asked).toHaveLength(1)
  },
)

it('a file whose download fails is unreachable', async ({ start, connectPartner: connect }) => {
  const { url, asked } = await start(['cut'])
  expect(await connect(url).fetchAsset(image(`${url}/a`), {}, signal)).toHaveProperty('state', 'unreachable')
  expect(asked).toHaveLength(2)
})

it('a file that is not requested because the partner was down for too long is not rejected', async ({
  start,
  connectPartner: connect,
}) => {
  const { url, asked } = await start([{ body: png }])
  const facts = {
    outageMs: 600_000,
    answeredAgoMs: 600_000,
    triedAgoMs: 1_000,
    maxOutageMs: 300_000,
    reason: 'returned 503',
  }
  const gate = { ...openGate(), pass: () => Promise.reject(new OutageError('partner', 1_000, facts)) }
  expect(await connect(url, { gate }).fetchAsset(image(`${url}/a`), {}, signal)).toMatchObject({
    state: 'unreachable',
    reason: expect.stringContaining('not sent'),
  })
  expect(asked).toEqual([])
})

it('three redirects are followed, a fourth is not', async ({ start, connectPartner: connect }) => {
  const { url } = await start(({ url: path }) => {
    const left = Number(path.slice(1))
    return left === 0 ? { body: png } : { status: 302, headers: { location: `/${left - 1}` } }
  })
  const partner = connect(url)
  expect(await partner.fetchAsset(image(`${url}/3`), {}, signal)).toHaveProperty('state', 'present')
  expect(await partner.fetchAsset(image(`${url}/4`), {}, signal)).toHaveProperty(
    'reason',
    'it redirects more than 3 times. Ask the partner to repair the link',
  )
})

it('the token is sent only to the partner, even after a redirect', async ({
  start,
  connectPartner: connect,
}) => {
  const other = await start([{ body: png }])
  const { url } = await start([{ status: 307, headers: { location: `${other.url}/b` } }])
  const partner = connect(url, { allowPrivate: true })
  expect(await partner.fetchAsset(image(`${url}/a`), {}, signal)).toHaveProperty('state', 'present')
  expect(other.asked[0]?.headers.authorization).toBeUndefined()
})

it('a redirect into the private network is rejected', async ({ start, connectPartner: connect }) => {
  const { url } = await start([{ status: 302, headers: { location: 'http://169.254.169.254/latest/' } }])
  const partner = connect(url, { assetHosts: ['169.254.169.254'] })
  const got = await partner.fetchAsset(image(`${url}/a`), {}, signal)
  expect(got).toMatchObject({ state: 'refused', reason: expect.stringContaining('private address') })
})

it('a host name that resolves to a private address is rejected on connecting', async ({
  start,
  connectPartner: connect,
}) => {
  const { url, asked } = await start([{ body: png }])
  const named = url.replace('127.0.0.1', 'localhost')
  const got = await connect(url, { assetHosts: ['localhost'] }).fetchAsset(image(named), {}, signal)
  expect(got).toMatchObject({
    state: 'refused',
    reason: expect.stringContaining('localhost resolves to a private'),
  })
  const allowed = connect(url, { assetHosts: ['localhost'], allowPrivate: true })
  expect(await allowed.fetchAsset(image(named), {}, signal)).toHaveProperty('state', 'present')
  expect(asked).toHaveLength(1)
})

it('a host with a long limit on all files closes only its own gate, and its files are unreachable', async ({
  start,
  connectPartner: connect,
}) => {
  const limited = { status: 429, headers: { 'retry-after': '3600' } }
  const { url } = await start([limited])
  const gate = openGate()
  const closed: [string, number][] = []
  const assetGateOf = (origin: string) => ({
    ...openGate(),
    close: async (waitMs: number) => void closed.push([origin, waitMs]),
  })
  const partner = connect(url, { gate, assetGateOf })
  expect(await partner.fetchAsset(image(`${url}/a`), {}, signal)).toEqual({
    state: 'unreachable',
    reason:
      'its server returned 429: it requires a wait of 60 min, and has sent no other response. The next run tries again',
  })
  expect(closed).toEqual([
    [url, 30_000],
    [url, 3_600_000],
  ])
  expect(gate.closed).toEqual([])
})

it('a file at the partner’s own host waits for a limit of the partner, one elsewhere does not', async ({
  start,
  connectPartner: connect,
}) => {
  const [own, other] = [await start([{ body: png }]), await start([{ body: png }])]
  const gate = strictGate('partner')
  await gate.close(60_000)
  const partner = connect(own.url, { gate, allowPrivate: true, assetHosts: ['127.0.0.1'] })
  await expect(partner.fetchAsset(image(`${own.url}/a`), {}, signal)).rejects.toThrow(LimitedError)
  expect(await partner.fetchAsset(image(`${other.url}/a`), {}, signal)).toHaveProperty('state', 'present')
})
