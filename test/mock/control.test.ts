import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readMockConfig } from '../../config/mock.ts'
import { createMockApp } from '../../src/mock/app.ts'
import { mockUsers } from '../../src/mock/mock-users.ts'
import { gtinAt } from '../../src/mock/seed/gtins.ts'
import { startMock, type MockServer } from '../helpers/world/mock-server.ts'

let mock: MockServer
const gtin = gtinAt(0)

beforeAll(async () => {
  mock = await startMock({ gtins: 5, languages: 'de-de,en-gb' })
})
afterAll(() => mock.close())
beforeEach(() => mock.reset())

async function product(
  language: string,
  of = gtin,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const headers = { authorization: `Token ${mock.token}` }
  const response = await fetch(`${mock.partnerUrl}/product/${of}/?language=${language}`, { headers })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

async function refusal(
  method: string,
  path: string,
  body?: string,
): Promise<{ status: number; text: string }> {
  const response = await fetch(`${mock.origin}/__mock${path}`, {
    method,
    ...(body === undefined ? {} : { body }),
  })
  return { status: response.status, text: await response.text() }
}

test('fields are overridden in one language or all, the later one wins, and a field can be removed', async () => {
  await mock.patchProduct(gtin, 'de-de', { name: 'one', price: { odd: true } })
  expect((await product('de-de')).body).toMatchObject({ name: 'one', price: { odd: true } })
  expect((await product('en-gb')).body).not.toHaveProperty('name', 'one')
  await mock.patchProduct(gtin, '*', { name: 'all', $absent: ['intro'] })
  for (const language of ['de-de', 'en-gb']) {
    const { body } = await product(language)
    expect(body).toHaveProperty('name', 'all')
    expect(body).not.toHaveProperty('intro')
    expect(body).not.toHaveProperty('$absent')
  }
  await mock.patchProduct(gtin, '*', { intro: 'again' })
  expect((await product('en-gb')).body).toMatchObject({ name: 'all', intro: 'again' })
})

test('a deleted record is absent until it is set again; a product leaves the catalogue with its last record', async () => {
  await mock.deleteProduct(gtin, 'en-gb')
  expect(await product('en-gb')).toEqual({
    status: 404,
    body: { detail: 'No Product matches the given query.' },
  })
  expect((await product('de-de')).status).toBe(200)
  expect(await mock.gtins()).toContain(gtin)
  await mock.deleteProduct(gtin)
  expect((await product('de-de')).status).toBe(404)
  expect(await mock.gtins()).not.toContain(gtin)
  await mock.patchProduct(gtin, 'de-de', {})
  expect((await product('de-de')).status).toBe(200)
  expect((await product('en-gb')).status).toBe(404)
  expect(await mock.gtins()).toContain(gtin)
})

test('a record removed with answer=fallback is replaced by that of the default language', async () => {
  await refusal('DELETE', `/products/${gtin}/en-gb?answer=fallback`)
  expect((await product('en-gb')).body).toHaveProperty('language', 'de-de')
})

test('an unknown GTIN is added to the catalogue as a complete product', async () => {
  for (const added of [gtinAt(77), '4006381333931']) {
    expect((await product('en-gb', added)).status).toBe(404)
    await mock.patchProduct(added, '*', { name: 'New' })
    expect((await product('en-gb', added)).body).toMatchObject({
      gtin: added,
      language: 'en-gb',
      name: 'New',
    })
    expect(await mock.gtins()).toContain(added)
  }
  expect(await mock.gtins()).toHaveLength(7)
})

test('the language list can be changed, and a reset restores the initial state', async () => {
  const before = (await product('de-de')).body
  await mock.setLanguages(['en-gb', 'fi-fi'])
  await mock.patchProduct(gtin, 'fi-fi', { name: 'x' })
  await mock.faults([{ side: 'partner', kind: 'status', status: 500 }])
  expect((await product('fi-fi')).status).toBe(500)
  await mock.clearFaults()
  expect((await product('de-de')).body).toHaveProperty('language', 'en-gb')
  await mock.reset()
  expect((await product('de-de')).body).toEqual(before)
  expect(await mock.gtins()).toEqual([0, 1, 2, 3, 4].map(gtinAt))
  expect((await mock.stats()).totals.partner).toBe(1)
})

test('a backup restores the content of the CMS, and later ids are reused', async () => {
  const create = async (slug: string): Promise<number> => {
    const response = await fetch(`${mock.cmsRoot}/cms/v2/pages`, {
      method: 'POST',
      headers: { authorization: mockUsers.admin.authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ slug, status: 'publish' }),
    })
    return ((await response.json()) as { id: number }).id
  }
  const slugs = async (): Promise<string[]> => {
    const response = await fetch(`${mock.cmsRoot}/cms/v2/pages?_fields=slug&search=&per_page=100`)
    return ((await response.json()) as { slug: string }[]).map(({ slug }) => slug)
  }
  expect(await refusal('POST', '/restore')).toMatchObject({ status: 404 })
  await create('kept')
  await refusal('POST', '/backup')
  const lost = await create('lost')
  expect(await refusal('POST', '/restore')).toMatchObject({ status: 204 })
  expect(await slugs()).toContain('kept')
  expect(await slugs()).not.toContain('lost')
  expect(await create('other')).toBe(lost)
})

test.each([
  ['PUT', '/products/123/de-de', '{}', { status: 400, reason: 'GTIN-13' }],
  ['PUT', `/products/${gtin}/xx-xx`, '{}', { status: 400, reason: 'allowed: * or one of de-de, en-gb' }],
  ['PUT', `/products/${gtin}/de-de`, '[]', { status: 400, reason: 'object' }],
  ['PUT', `/products/${gtin}/de-de`, '{', { status: 400, reason: 'not JSON' }],
  ['DELETE', '/products/4006381333931', undefined, { status: 404, reason: 'no product 4006381333931' }],
  ['PUT', '/languages', '["DE"]', { status: 400, reason: 'lower-case' }],
  ['PUT', '/faults', '[{"side":"partner","kind":"explode"}]', { status: 400, reason: 'kind' }],
  [
    'PUT',
    '/faults',
    '[{"side":"cms","kind":"blank","fields":["name"]}]',
    { status: 400, reason: 'must be \\"partner\\"' },
  ],
  [
    'PUT',
    '/faults',
    '[{"side":"cms","kind":"status","status":503,"share":2}]',
    { status: 400, reason: 'share' },
  ],
  [
    'PUT',
    '/faults',
    '[{"side":"cms","kind":"status","status":503,"shares":1}]',
    { status: 400, reason: 'shares' },
  ],
  ['PUT', '/faults', '[{"side":"cms","kind":"latency"}]', { status: 400, reason: 'ms' }],
  ['GET', '/nothing', undefined, { status: 404, reason: 'No control route GET /__mock/nothing' }],
])('%s %s with %s is rejected with a reason', async (method, path, body, { status, reason }) => {
  const answer = await refusal(method, path, body)
  expect(answer.status).toBe(status)
  expect(answer.text).toContain(reason)
})

test('a control route rejects other host names, and requests from pages of other sites', async () => {
  const app = createMockApp(readMockConfig({ host: '0.0.0.0', controlHosts: 'partner', gtins: 1 }, {}))
  const status = async (headers: Record<string, string>, method: 'GET' | 'POST' = 'POST') =>
    (await app.inject({ method, url: `/__mock/${method === 'GET' ? 'stats' : 'reset'}`, headers })).statusCode
  for (const host of ['evil.example', '127.0.0.1.evil.example', '192.0.2.7:4010', 'partner.evil.example'])
    for (const method of ['GET', 'POST'] as const) expect(await status({ host }, method)).toBe(403)
  const host = 'partner:4010'
  for (const foreign of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://partner:8080' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none', origin: 'https://evil.example' },
  ])
    for (const method of ['GET', 'POST'] as const)
      expect({ foreign, status: await status({ host, ...foreign }, method) }).toEqual({
        foreign,
        status: 403,
      })
  expect(await status({ host })).toBe(204)
  expect(await status({ host: '[::1]:4010', origin: 'http://[::1]:4010' })).toBe(204)
  expect(await status({ host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, 'GET')).toBe(
    200,
  )
  const written = { method: 'POST', url: '/%5f%5fmock/reset', headers: { host: 'evil.example' } } as const
  expect((await app.inject(written)).statusCode).toBe(403)
  await app.close()
})
