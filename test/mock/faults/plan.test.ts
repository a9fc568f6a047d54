import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createFaults } from '../../../src/mock/faults/plan.ts'
import { gtinAt } from '../../../src/mock/seed/gtins.ts'
import { startMock, type MockServer } from '../../helpers/world/mock-server.ts'

let mock: MockServer
const path = `/product/${gtinAt(0)}/`

beforeAll(async () => {
  mock = await startMock({ gtins: 3, languages: 'de-de,en-gb' })
})
afterAll(() => mock.close())
beforeEach(() => mock.reset())

function get(query = ''): Promise<Response> {
  return fetch(`${mock.partnerUrl}${path}${query}`, { headers: { authorization: `Token ${mock.token}` } })
}

function hitsOf(seed: number, urls: readonly string[]): string[] {
  const faults = createFaults(seed)
  faults.arm([{ side: 'partner', kind: 'limited', share: 0.3, as: 'json' }])
  return urls.filter((url) => faults.faultFor({ side: 'partner', method: 'GET', path: url, url }) !== null)
}

test('a share of the requests is drawn from the seed, independent of their order', () => {
  const urls = Array.from({ length: 1000 }, (_, i) => `/product/${i}/`)
  const hits = hitsOf(1, urls)
  expect(hits.length).toBeGreaterThan(250)
  expect(hits.length).toBeLessThan(350)
  expect(hitsOf(1, urls.toReversed()).toReversed()).toEqual(hits)
  expect(hitsOf(2, urls)).not.toEqual(hits)
})

test('a repeated request for the same URL is drawn again', () => {
  const hits = hitsOf(
    1,
    Array.from({ length: 1000 }, () => '/batch/v1'),
  )
  expect(hits.length).toBeGreaterThan(250)
  expect(hits.length).toBeLessThan(350)
})

test('a rule with a count ends after that many hits, and hits only matching requests', async () => {
  await mock.faults([
    { side: 'partner', path: '/product', method: 'get', count: 2, kind: 'status', status: 503 },
  ])
  const language = await fetch(`${mock.partnerUrl}/language/`, {
    headers: { authorization: `Token ${mock.token}` },
  })
  expect(language.status).toBe(200)
  const statuses = [(await get()).status, (await get()).status, (await get()).status]
  expect(statuses).toEqual([503, 503, 200])
  const stats = await mock.stats()
  expect(stats.faults).toEqual({ status: 2 })
  expect(stats.statuses.partner).toEqual({ '2xx': 2, '5xx': 2 })
})

test('a rate limit contains the wait', async () => {
  await mock.faults([{ side: 'partner', kind: 'retry-after', seconds: 7 }])
  const response = await get()
  expect(response.status).toBe(429)
  expect(response.headers.get('retry-after')).toBe('7')
  expect(await response.json()).toHaveProperty('detail')
})

test('latency adds to the following rule, and the first of several rules wins', async () => {
  await mock.faults([
    { side: 'partner', kind: 'latency', ms: 30 },
    { side: 'partner', kind: 'html' },
    { side: 'partner', kind: 'status', status: 500 },
  ])
  const started = performance.now()
  const response = await get()
  expect(performance.now() - started).toBeGreaterThanOrEqual(29)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/html')
  expect((await mock.stats()).faults).toEqual({ latency: 1, html: 1 })
})

test('a held request continues when the rules change, and is not hit by the new ones', async () => {
  await mock.faults([{ side: 'partner', kind: 'hold', after: 1 }])
  expect((await get()).status).toBe(200)
  let answered = false
  const held = get().finally(() => (answered = true))
  const heldOnes = async () => (await mock.stats()).faults['hold']
  await expect.poll(heldOnes, { interval: 5 }).toBe(1)
  expect(answered).toBe(false)
  await mock.faults([{ side: 'partner', kind: 'status', status: 500 }])
  expect((await held).status).toBe(200)
  expect((await get()).status).toBe(500)
})

test('a reset drops a held request', async () => {
  await mock.faults([{ side: 'partner', kind: 'hold' }])
  const held = get().catch(() => 'dropped')
  await expect.poll(async () => (await mock.stats()).faults['hold'], { interval: 5 }).toBe(1)
  await mock.reset()
  expect(await held).toBe('dropped')
})

test('clients see a reset connection and a truncated body as such', async () => {
  for (const kind of ['reset-before', 'reset-after'] as const) {
    await mock.faults([{ side: 'partner', kind }])
    await expect(get()).rejects.toThrow('fetch failed')
  }
  await mock.faults([{ side: 'partner', kind: 'cut' }])
  const response = await get()
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow('terminated')
  expect((await mock.stats()).statuses.partner).toEqual({ none: 3 })
})

test('a product may be in another language than requested, or have blank fields', async () => {
  await mock.faults([{ side: 'partner', kind: 'wrong-language' }])
  expect(await (await get('?language=en-gb')).json()).toHaveProperty('language', 'de-de')
  expect(await (await get()).json()).toHaveProperty('language', 'en-gb')
  await mock.faults([{ side: 'partner', kind: 'blank', fields: ['name', 'attributes'] }])
  expect(await (await get()).json()).toMatchObject({ name: '', attributes: [], language: 'de-de' })
})

test('files are matched by their own path', async () => {
  await mock.faults([{ side: 'partner', path: '/media/documents', kind: 'status', status: 404 }])
  const { image, datasheet } = (await (await get()).json()) as { image: string; datasheet: string }
  expect((await fetch(datasheet)).status).toBe(404)
  expect((await fetch(image)).status).toBe(200)
})
