import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type WireProduct, numberFields } from '../../../src/contracts/partner.ts'
import { type MockServer, startMock } from '../../helpers/world/mock-server.ts'

let mock: MockServer
let gtins: string[]
beforeAll(async () => {
  mock = await startMock({ gtins: 12, languages: 'de-de,en-gb' })
  gtins = await mock.gtins()
})
afterEach(() => mock.reset())
afterAll(() => mock.close())

async function change(settings: object): Promise<void> {
  const body = JSON.stringify(settings)
  expect((await fetch(`${mock.origin}/__mock/partner`, { method: 'PUT', body })).status).toBe(200)
}

async function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(mock.partnerUrl + path, { headers: { authorization: `Token ${mock.token}`, ...headers } })
}

async function products(): Promise<WireProduct[]> {
  return Promise.all(
    gtins.map(async (gtin) => (await (await get(`/product/${gtin}/`)).json()) as WireProduct),
  )
}

const isValue = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** The forms of applicable values, and of inapplicable ones. */
async function formsNow(): Promise<{ values: string[]; inapplicable: string[] }> {
  const all = (await products()).flatMap((product) => numberFields.map((field) => product[field]))
  const names = (list: unknown[]): string[] => [
    ...new Set(list.map((value) => (value === null ? 'null' : value === '' ? 'empty' : typeof value))),
  ]
  const sorted = (list: unknown[]): string[] => names(list).toSorted()
  return {
    values: sorted(all.filter(isValue)),
    inapplicable: sorted(all.filter((value) => !isValue(value))),
  }
}

test.each([
  ['mixed', ['number', 'string'], ['empty', 'null', 'undefined']],
  ['number', ['number'], ['null']],
  ['string', ['string'], ['null']],
  ['empty', ['number'], ['empty']],
  ['null', ['number'], ['null']],
  ['absent', ['number'], ['undefined']],
])('numbers in the form %s have the expected types', async (numbers, values, inapplicable) => {
  await change({ numbers })
  expect(await formsNow()).toEqual({ values, inapplicable })
})

test('another number form has the same values and another tag, and counts as modified', async () => {
  const path = `/product/${gtins[0]}/`
  const before = await get(path)
  const old = { 'if-modified-since': before.headers.get('last-modified') ?? '' }
  const record = (await before.json()) as WireProduct
  expect((await get(path, old)).status).toBe(304)
  await change({ numbers: 'string' })
  const after = await get(path, old)
  expect(after.status).toBe(200)
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
  const changed = (await after.json()) as WireProduct
  for (const field of numberFields)
    expect(isValue(changed[field]) ? Number(changed[field]) : null).toBe(
      isValue(record[field]) ? Number(record[field]) : null,
    )
})

test('an unknown language gets the default one, or a 404 if configured', async () => {
  const path = `/product/${gtins[0]}/?language=xx-xx`
  expect(await (await get(path)).json()).toMatchObject({ language: 'de-de' })
  await change({ unknownLanguage: 'absent' })
  const answer = await get(path)
  expect(answer.status).toBe(404)
  expect(await answer.json()).toEqual({ detail: 'No Product matches the given query.' })
  expect((await get(`/product/${gtins[0]}/`)).status).toBe(200)
})

test('OPTIONS describes the resource with its input and output formats', async () => {
  const response = await fetch(`${mock.partnerUrl}/language/`, {
    method: 'OPTIONS',
    headers: { authorization: `Token ${mock.token}` },
  })
  expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  expect(await response.json()).toEqual({
    name: 'Language List',
    description: '',
    renders: ['application/json', 'text/html'],
    parses: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
  })
})
