import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MockStats } from '../../src/mock/contracts/stats.ts'
import { gtinAt } from '../../src/mock/seed/gtins.ts'
import { startMock, type MockServer } from '../helpers/world/mock-server.ts'

let mock: MockServer

beforeAll(async () => {
  mock = await startMock({ gtins: 3, languages: 'de-de,en-gb' })
})
afterAll(() => mock.close())
beforeEach(() => mock.reset())

const page = { path: '/cms/v2/pages', body: { title: 'A' } }

function cms(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Response> {
  return fetch(mock.cmsRoot + path, {
    method,
    headers: {
      authorization: `Basic ${btoa('admin:abcdabcdabcdabcdabcdabcd')}`,
      'content-type': 'application/json',
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

test('reads of the CMS are not counted as writes; writes are, single, in a batch, and with an overridden method', async () => {
  await cms('GET', '/cms/v2/pages?per_page=1')
  const read = await mock.stats()
  expect(MockStats.parse(read)).toEqual(read)
  expect(read.cmsWrites).toEqual({ total: 0, byKind: {} })
  await cms('POST', '/batch/v1', { requests: [page, page, { method: 'DELETE', path: '/cms/v2/pages/99' }] })
  await cms('POST', '/batch/v1', { requests: [page] })
  await cms('POST', '/cms/v2/pages/2', { menu_order: 3 })
  await cms('POST', '/cms/v2/pages/98?_method=DELETE', {})
  await cms('POST', '/cms/v2/pages/97', {}, { 'x-http-method-override': 'DELETE' })
  const { cmsWrites, batches, requests } = await mock.stats()
  expect(cmsWrites).toEqual({ total: 7, byKind: { 'pages.create': 3, 'pages.update': 1, 'pages.delete': 3 } })
  expect(batches).toEqual({ calls: 2, subRequests: 4, sizes: { 1: 1, 3: 1 }, recent: [3, 1] })
  expect(requests.cms).toEqual({ 'GET /cms/v2/pages': 1, 'POST /batch/v1': 2, 'POST /cms/v2/pages/:id': 3 })
})

test('a connection broken before the work counts no write, one broken after it does', async () => {
  await mock.faults([{ side: 'cms', path: '/batch', kind: 'reset-before', count: 1 }])
  await expect(cms('POST', '/batch/v1', { requests: [page] })).rejects.toThrow('fetch failed')
  expect((await mock.stats()).cmsWrites.total).toBe(0)
  await mock.faults([{ side: 'cms', path: '/batch', kind: 'reset-after', count: 1 }])
  await expect(cms('POST', '/batch/v1', { requests: [page] })).rejects.toThrow('fetch failed')
  expect((await mock.stats()).cmsWrites).toEqual({ total: 1, byKind: { 'pages.create': 1 } })
})

test('concurrent requests are counted, and the counts can be set to zero', async () => {
  await mock.faults([{ side: 'partner', kind: 'hold' }])
  const headers = { authorization: `Token ${mock.token}` }
  const all = [0, 1, 2].map((i) => fetch(`${mock.partnerUrl}/product/${gtinAt(i)}/`, { headers }))
  await expect.poll(async () => (await mock.stats()).faults['hold'], { interval: 5 }).toBe(3)
  await mock.clearFaults()
  await Promise.all(all)
  const { requests, peakInFlight, statuses } = await mock.stats()
  expect(requests.partner).toEqual({ 'GET /product/:gtin/': 3 })
  expect(statuses.partner).toEqual({ '2xx': 3 })
  expect(peakInFlight).toEqual({ partner: 3, cms: 0, site: 0 })
  await mock.zeroStats()
  expect((await mock.stats()).totals).toEqual({ partner: 0, cms: 0, site: 0 })
})
