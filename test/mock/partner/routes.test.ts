import { afterAll, beforeAll, expect, test } from 'vitest'
import { WireLanguages, WireProduct } from '../../../src/contracts/partner.ts'
import { gtinAt } from '../../../src/mock/seed/gtins.ts'
import { startMock, type MockServer } from '../../helpers/world/mock-server.ts'

let mock: MockServer
const gtin = gtinAt(3)

beforeAll(async () => {
  mock = await startMock({ gtins: 8, languages: 'de-de,en-gb' })
})
afterAll(() => mock.close())

type Options = { method?: string; body?: string; headers?: Record<string, string> }

function get(path: string, init: Options = {}): Promise<Response> {
  const headers = { authorization: `Token ${mock.token}`, ...init.headers }
  return fetch(mock.partnerUrl + path, { redirect: 'manual', ...init, headers })
}

test('a product is returned in the requested language, which its language field contains', async () => {
  for (const language of ['de-de', 'en-gb']) {
    const response = await get(`/product/${gtin}/?language=${language}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('vary')).toBe('Accept')
    expect(WireProduct.parse(await response.json())).toMatchObject({ gtin, language })
  }
})

test('a missing or unknown language gets the default language', async () => {
  for (const query of ['', '?language=xx-xx', '?language=DE-DE']) {
    const response = await get(`/product/${gtin}/${query}`)
    expect(await response.json()).toMatchObject({ gtin, language: 'de-de' })
  }
})

test('the language list contains the codes in order', async () => {
  const list = WireLanguages.parse(await (await get('/language/')).json())
  expect(list).toMatchObject([{ code: 'de-de' }, { code: 'en-gb' }])
})

test.each([
  [undefined, 'Authentication credentials were not provided.'],
  ['Basic YTpi', 'Authentication credentials were not provided.'],
  ['Token', 'Invalid token header. No credentials provided.'],
  ['Token a b', 'Invalid token header. Token string should not contain spaces.'],
  ['Token wrong', 'Invalid token.'],
])('the Authorization header %s is rejected', async (authorization, detail) => {
  for (const path of ['/', `/product/${gtin}/`, '/language/', '/docs/']) {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
    const response = await fetch(mock.partnerUrl + path, { headers })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Token')
    expect(await response.json()).toEqual({ detail })
  }
})

test('an unknown GTIN is a 404 in JSON; an unknown path is the HTML page, whatever the client accepts', async () => {
  const unknown = await get('/product/4006381333931/')
  expect(unknown.status).toBe(404)
  expect(await unknown.json()).toEqual({ detail: 'No Product matches the given query.' })
  for (const path of ['/product/123/', '/products/', '/language/de/']) {
    const response = await get(path, { headers: { accept: 'application/json' } })
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await response.text()).toContain('<h1>Not Found</h1>')
  }
})

test('a missing slash gets a permanent redirect, with the query and without a token', async () => {
  const response = await fetch(`${mock.partnerUrl}/product/${gtin}?language=en-gb`, { redirect: 'manual' })
  expect(response.status).toBe(301)
  expect(response.headers.get('location')).toBe(`/api/partner/v1/product/${gtin}/?language=en-gb`)
})

test('writes are rejected, and OPTIONS is allowed', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const response = await get(`/product/${gtin}/`, { method, ...(method === 'DELETE' ? {} : { body: '{' }) })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    expect(await response.json()).toEqual({ detail: `Method "${method}" not allowed.` })
  }
  expect((await get('/language/', { method: 'OPTIONS' })).status).toBe(200)
  expect((await get('/language/', { method: 'HEAD' })).status).toBe(200)
})

test('a browser gets HTML, a client that accepts neither format a 406', async () => {
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  for (const path of ['/', '/language/', `/product/${gtin}/`]) {
    const response = await get(path, { headers: { accept } })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await response.text()).toContain('HTTP 200 OK')
  }
  expect(await (await get('/')).json()).toHaveProperty('language', `${mock.partnerUrl}/language/`)
  expect(await (await get('/?format=json', { headers: { accept } })).json()).toHaveProperty('docs')
  expect((await get('/', { headers: { accept: 'application/xml' } })).status).toBe(406)
})

test('the documentation is German and shows the token', async () => {
  const page = await (await get('/docs/')).text()
  expect(page).toContain('<html lang="de">')
  expect(page).toContain(`Authorization: Token ${mock.token}`)
})

test('a current copy gets a 304 without a body, by tag or by date', async () => {
  const path = `/product/${gtin}/?language=en-gb`
  const first = await get(path)
  const etag = first.headers.get('etag') ?? ''
  const modified = first.headers.get('last-modified') ?? ''
  expect(etag).toMatch(/^"[0-9a-f]{40}"$/)
  for (const headers of [
    { 'if-none-match': `"x", ${etag}` },
    { 'if-modified-since': modified },
  ] satisfies Record<string, string>[]) {
    const again = await get(path, { headers })
    expect(again.status).toBe(304)
    expect(again.headers.get('etag')).toBe(etag)
    expect(await again.text()).toBe('')
  }
  const stale = { 'if-none-match': '"x"', 'if-modified-since': modified }
  expect((await get(path, { headers: stale })).status).toBe(200)
})

test('a changed record has another tag', async () => {
  const path = `/product/${gtinAt(5)}/?language=en-gb`
  const before = (await get(path)).headers.get('etag')
  await mock.patchProduct(gtinAt(5), 'en-gb', { intro: 'new' })
  const after = await get(path)
  expect(after.headers.get('etag')).not.toBe(before)
  expect(await after.json()).toHaveProperty('intro', 'new')
})
