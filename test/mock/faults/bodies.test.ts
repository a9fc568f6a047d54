import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { gtinAt } from '../../../src/mock/seed/gtins.ts'
import { type Client, fateOf, jsonOf, openClient } from './client.ts'

let client: Client
const product = `/product/${gtinAt(0)}/`
let whole = ''

beforeAll(async () => {
  client = await openClient()
  whole = (await client.partner(product)).text
})
afterAll(() => client.close())
beforeEach(() => client.mock.reset())

/** The code of the error, or of its cause. */
async function codeOf(answer: Promise<unknown>): Promise<unknown> {
  const error: unknown = await answer.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  const codeIn = (one: unknown): unknown => (one instanceof Error && 'code' in one ? one.code : undefined)
  return codeIn(error) ?? (error instanceof Error ? codeIn(error.cause) : undefined)
}

test('a connection is reset before the work, after it, or in the middle of the body', async () => {
  const page = { title: 'x', slug: 'x' }
  await client.mock.faults([{ side: 'cms', kind: 'reset-before', count: 1 }])
  expect(await codeOf(client.cms('POST', '/cms/v2/pages', page))).toBe('ECONNRESET')
  expect(await client.slugs()).toEqual([])

  await client.mock.faults([{ side: 'cms', kind: 'reset-after', count: 1 }])
  expect(await codeOf(client.cms('POST', '/cms/v2/pages', page))).toBe('ECONNRESET')
  expect(await client.slugs()).toEqual(['x'])

  await client.mock.faults([{ side: 'cms', kind: 'reset-body', count: 1 }])
  const response = await fetch(`${client.mock.cmsRoot}/cms/v2/pages`)
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow('terminated')
  expect((await client.mock.stats()).statuses.cms).toEqual({ none: 3, '2xx': 2 })
})

test('a truncated body ends with the connection, or as if it were complete', async () => {
  await client.mock.faults([
    { side: 'partner', kind: 'cut', count: 1 },
    { side: 'partner', kind: 'cut', as: 'whole' },
  ])
  await expect(client.partner(product)).rejects.toThrow('other side closed')
  const half = await client.partner(product)
  expect(half.status).toBe(200)
  expect(half.headers['content-length']).toBe(String(half.bytes.length))
  expect(whole.startsWith(half.text)).toBe(true)
  expect(() => jsonOf(half)).toThrow('JSON')
})

test('a PHP warning is printed before the JSON', async () => {
  await client.mock.faults([{ side: 'cms', kind: 'php-warning' }])
  const { status, headers, text } = await client.cms('GET', '/cms/v2/pages/2')
  expect(status).toBe(200)
  expect(headers['content-type']).toContain('application/json')
  expect(text).toMatch(/^<br \/>\n<b>Warning<\/b>/)
  expect(JSON.parse(text.slice(text.indexOf('{')))).toHaveProperty('id', 2)
})

test('a PHP warning is printed after the JSON, or both before and after it', async () => {
  await client.mock.faults([
    { side: 'cms', kind: 'php-warning', at: 'after', count: 1 },
    { side: 'cms', kind: 'php-warning', at: 'both' },
  ])
  const after = (await client.cms('GET', '/cms/v2/pages/2')).text
  expect(after).toMatch(/^\{"date".*\}<br \/>\n<b>Warning<\/b>/)
  expect(JSON.parse(after.slice(0, after.lastIndexOf('}') + 1))).toHaveProperty('id', 2)
  const both = (await client.cms('GET', '/cms/v2/pages/2')).text
  expect(both).toMatch(/^<br \/>\n<b>Warning<\/b>[^{]*\{"date".*\}<br \/>\n<b>Warning<\/b>/)
})

test('a body is compressed without a matching Accept-Encoding', async () => {
  await client.mock.faults([{ side: 'partner', kind: 'gzip' }])
  const { headers, bytes } = await client.partner(product)
  expect(headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(bytes).toString()).toBe(whole)
})

test('a body is padded to the requested size, without a Content-Length', async () => {
  await client.mock.faults([{ side: 'partner', kind: 'huge', bytes: 3_000_000 }])
  const answer = await client.partner(product)
  expect(answer.headers).not.toHaveProperty('content-length')
  expect(answer.bytes.length).toBe(3_000_000)
  expect(jsonOf(answer)).toEqual(JSON.parse(whole))
})

test('a body is sent at the requested rate, and a reset ends it', async () => {
  const bytesPerSecond = Buffer.byteLength(whole) * 5
  await client.mock.faults([{ side: 'partner', kind: 'slow', bytesPerSecond }])
  const started = performance.now()
  expect((await client.partner(product)).text).toBe(whole)
  expect(performance.now() - started).toBeGreaterThan(190)

  await client.mock.faults([{ side: 'partner', kind: 'slow', bytesPerSecond: 10 }])
  const endless = fateOf(client.partner(product))
  await expect.poll(async () => (await client.mock.stats()).faults['slow']).toBe(2)
  await client.mock.reset()
  expect(await endless).toBe('broken')
})

test('headers are removed as by a proxy, and the body does not change', async () => {
  const list = '/cms/v2/pages?per_page=1'
  const before = await client.cms('GET', list)
  await client.mock.faults([{ side: 'cms', kind: 'strip-headers' }])
  const after = await client.cms('GET', list)
  expect(after.text).toBe(before.text)
  expect([before, after].map(({ headers }) => headers['x-wp-totalpages'] !== undefined)).toEqual([
    true,
    false,
  ])
})
