import { hash } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import type { Asset } from '../../src/core/record/media.ts'
import { createPartner, type PartnerOptions } from '../../src/partner/partner.ts'
import { openGate } from '../helpers/sync/gate.ts'
import { startMock } from '../helpers/world/mock-server.ts'
import { type Asked, startScripted, type Step } from '../helpers/world/scripted-server.ts'

const signal = new AbortController().signal
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function startFiles(script: Step[] | ((asked: Asked) => Step)) {
  const server = await startScripted(script)
  closing.push(() => server.close())
  return server
}

function connect(baseUrl: string, more: Partial<PartnerOptions> = {}) {
  const partner = createPartner({
    baseUrl,
    token: 'secret-token',
    gate: openGate(),
    retry: { tries: 2, baseMs: 1, capMs: 1 },
    ...more,
  })
  closing.unshift(() => partner.close())
  return partner
}

const image = (url: string): Asset => ({ url, kind: 'image' })

test('the bundled partner has a picture and a PDF for a product, both unchanged when asked for again', async () => {
  const mock = await startMock({ gtins: 3, languages: 'de-de' })
  closing.push(() => mock.close())
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

test('a file comes with its type by its bytes, its hash and its validators', async () => {
  const validators = { etag: '"v1"', 'last-modified': 'Fri, 20 Nov 2026 10:00:00 GMT' }
  const { url, asked } = await startFiles([
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

test('an address without a host is at the partner', async () => {
  const { url, asked } = await startFiles([{ body: png }])
  await connect(url).fetchAsset(image('/media/a.png'), {}, signal)
  expect(asked[0]?.url).toBe('/media/a.png')
})

test.each<[string, Step, string]>([
  ['a web page', { body: '<html></html>' }, 'unknown type'],
  ['an SVG', { body: '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>' }, 'xml'],
  ['a PDF for an image', { body: '%PDF-1.7\n' }, 'application/pdf'],
  ['nothing', { body: '' }, 'empty'],
  ['too much', { body: Buffer.alloc(3_000, png) }, 'limit of 2000 bytes'],
  ['a 404', { status: 404 }, 'does not exist'],
  ['a 403', { status: 403 }, '403'],
])('%s is refused with a plain reason, and not asked for twice', async (_, step, reason) => {
  const { url, asked } = await startFiles([step])
  const got = await connect(url, { maxAssetBytes: 2_000 }).fetchAsset(image(`${url}/a`), {}, signal)
  expect(got).toMatchObject({ state: 'refused', reason: expect.stringContaining(reason) })
  expect(asked).toHaveLength(1)
})

test('a file that does not come is unreachable', async () => {
  const { url, asked } = await startFiles(['cut'])
  expect(await connect(url).fetchAsset(image(`${url}/a`), {}, signal)).toHaveProperty('state', 'unreachable')
  expect(asked).toHaveLength(2)
})

test('three redirects are followed, a fourth is not', async () => {
  const { url } = await startFiles(({ url: path }) => {
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

test('the token stays with the partner, also across a redirect', async () => {
  const other = await startFiles([{ body: png }])
  const { url } = await startFiles([{ status: 307, headers: { location: `${other.url}/b` } }])
  const partner = connect(url, { allowPrivate: true })
  expect(await partner.fetchAsset(image(`${url}/a`), {}, signal)).toHaveProperty('state', 'present')
  expect(other.asked[0]?.headers.authorization).toBeUndefined()
})

test('a redirect into the private network is refused', async () => {
  const { url } = await startFiles([{ status: 302, headers: { location: 'http://169.254.169.254/latest/' } }])
  const partner = connect(url, { assetHosts: ['169.254.169.254'] })
  const got = await partner.fetchAsset(image(`${url}/a`), {}, signal)
  expect(got).toMatchObject({ state: 'refused', reason: expect.stringContaining('private address') })
})

test('a host name that resolves to a private address is refused on connecting', async () => {
  const { url, asked } = await startFiles([{ body: png }])
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
