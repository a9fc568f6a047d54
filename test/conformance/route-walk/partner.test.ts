import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Walk, openWalk } from './open-walk.ts'

/** The rows of the product interface's route table. `<gtin>` is a placeholder. */
const rows = ['/', '/product/<gtin>/', '/product/<gtin>/?language=en-gb', '/language/', '/docs/']

let mock: Walk
let gtin: string

beforeAll(async () => {
  mock = await openWalk()
  gtin = (await mock.gtins())[0] ?? ''
})
afterAll(() => mock.close())

function ask(path: string, method = 'GET', token: string | null = mock.token): Promise<Response> {
  return fetch(mock.partnerUrl + path.replace('<gtin>', gtin), {
    method,
    redirect: 'manual',
    headers: token === null ? {} : { authorization: `Token ${token}` },
  })
}

describe.each(rows)('GET %s', (path) => {
  test('responds to callers with the token', async () => {
    expect((await ask(path)).status).toBe(200)
  })

  test('rejects all other callers', async () => {
    expect((await ask(path, 'GET', null)).status).toBe(401)
    expect((await ask(path, 'GET', 'another')).status).toBe(401)
  })

  test('does not accept writes', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect((await ask(path, method)).status).toBe(405)
  })
})

test('a GTIN without 13 digits is a 404, and a path without a slash is redirected', async () => {
  for (const path of [gtin.slice(1), `${gtin}0`, 'x'.repeat(13)])
    expect((await ask(`/product/${path}/`)).status).toBe(404)
  const bare = await ask(`/product/${gtin}`)
  expect(bare.status).toBe(301)
  expect(bare.headers.get('location')).toMatch(new RegExp(`/product/${gtin}/$`))
})
