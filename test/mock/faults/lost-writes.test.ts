import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Client, admin, fateOf, jsonOf, openClient } from './client.ts'

let client: Client
const pages = ['a', 'b', 'c', 'd'].map((slug) => ({ slug, title: slug, status: 'publish' }))

beforeAll(async () => {
  client = await openClient()
})
afterAll(() => client.close())
beforeEach(() => client.mock.reset())

test.each([
  [{ applied: 2 }, ['a', 'b'], 502, 'text/html; charset=utf-8'],
  [{ applied: 0, status: 500, as: 'json' }, [], 500, 'application/json; charset=UTF-8'],
  [{ applied: 9, status: 504 }, ['a', 'b', 'c', 'd'], 504, 'text/html; charset=utf-8'],
] as const)('a batch with %o leaves %o behind and returns %i', async (members, left, status, type) => {
  await client.mock.faults([{ side: 'cms', kind: 'batch-prefix', count: 1, ...members }])
  await client.cms('GET', '/cms/v2/pages')
  expect(await client.batch(pages)).toMatchObject({ status, headers: { 'content-type': type } })
  expect(await client.slugs()).toEqual(left)
  expect((await client.batch(pages)).status).toBe(207)
})

test('a late create gets its response at once and lands afterwards', async () => {
  await client.mock.faults([
    { side: 'cms', path: '/cms/v2/pages', kind: 'late', ms: 3_000, status: 504, count: 1 },
    { side: 'cms', path: '/batch', kind: 'late', ms: 3_000 },
  ])
  const started = performance.now()
  const timedOut = await client.cms('POST', '/cms/v2/pages', { slug: 'single', status: 'publish' })
  expect(timedOut).toMatchObject({ status: 504, headers: { 'content-type': 'text/html; charset=utf-8' } })
  expect(await fateOf(client.batch(pages))).toBe('broken')
  expect(await client.slugs()).toEqual([])
  await expect.poll(client.slugs, { interval: 5 }).toEqual(['single', 'a', 'b', 'c', 'd'])
  expect(performance.now() - started).toBeGreaterThanOrEqual(2_999)
  const { cmsWrites, requests, statuses } = await client.mock.stats()
  expect(cmsWrites.byKind).toEqual({ 'pages.create': 5 })
  expect(requests.cms).toMatchObject({ 'POST /batch/v1': 1, 'POST /cms/v2/pages': 1 })
  expect(statuses.cms).toMatchObject({ '5xx': 1, none: 1 })
})

test('a late upload lands completely', async () => {
  await client.mock.faults([{ side: 'cms', kind: 'late', ms: 1, status: 504 }])
  const form = new FormData()
  form.set('file', new Blob(['hello'], { type: 'text/plain' }), 'hello.txt')
  const answer = await fetch(`${client.mock.cmsRoot}/cms/v2/media`, {
    method: 'POST',
    headers: { authorization: admin },
    body: form,
  })
  expect(answer.status).toBe(504)
  await answer.text()
  const search = async () => JSON.parse((await client.cms('GET', '/cms/v2/media')).text) as unknown[]
  await expect.poll(search, { interval: 5 }).toMatchObject([{ slug: 'hello' }])
})

test('a late create that is sent again creates a duplicate', async () => {
  await client.mock.faults([{ side: 'cms', kind: 'late', ms: 3_000, status: 504, count: 1 }])
  await client.cms('POST', '/cms/v2/pages', pages[0])
  const again = jsonOf(await client.cms('POST', '/cms/v2/pages', pages[0]))
  expect(again).toHaveProperty('slug', 'a')
  await expect.poll(async () => (await client.slugs()).sort(), { interval: 5 }).toEqual(['a', 'a-2'])
})

test('a reset drops late writes, and prevents new ones', async () => {
  await client.mock.faults([
    { side: 'cms', path: '/cms/v2/pages', kind: 'late', ms: 2_000, status: 504 },
    { side: 'cms', path: '/batch', kind: 'latency', ms: 2_000 },
  ])
  await client.cms('POST', '/cms/v2/pages', pages[0])
  const waiting = fateOf(client.batch(pages))
  await expect.poll(async () => (await client.mock.stats()).faults['latency']).toBe(1)
  await client.mock.reset()
  expect(await waiting).toBe('broken')
  const landed = performance.now() + 2_050
  await expect.poll(() => performance.now(), { interval: 10 }).toBeGreaterThan(landed)
  expect(await client.slugs()).toEqual([])
  expect((await client.mock.stats()).cmsWrites.total).toBe(0)
})

test('reads are never late', async () => {
  await client.mock.faults([{ side: 'cms', kind: 'late', ms: 50, status: 504 }])
  expect((await client.cms('GET', '/cms/v2/pages')).status).toBe(200)
})
