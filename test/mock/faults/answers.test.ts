import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { gtinAt } from '../../../src/mock/seed/gtins.ts'
import { type Client, basic, jsonOf, openClient } from './client.ts'

let client: Client
const product = `/product/${gtinAt(0)}/`

beforeAll(async () => {
  client = await openClient()
})
afterAll(() => client.close())
beforeEach(() => client.mock.reset())

test.each([500, 502, 503])(
  'a %i is sent as JSON in the format of each side, or as a page',
  async (status) => {
    for (const side of ['partner', 'cms'] as const) {
      const ask = () => (side === 'cms' ? client.cms('GET', '/cms/v2/pages') : client.partner(product))
      await client.mock.faults([
        { side, kind: 'status', status, count: 1 },
        { side, kind: 'status', status, as: 'html' },
      ])
      const json = await ask()
      const type = side === 'cms' ? 'application/json; charset=UTF-8' : 'application/json'
      expect(json).toMatchObject({ status, headers: { 'content-type': type } })
      expect(jsonOf(json)).toHaveProperty(side === 'cms' ? 'data.status' : 'detail')
      const page = await ask()
      expect(page).toMatchObject({ status, headers: { 'content-type': 'text/html; charset=utf-8' } })
      expect(page.text).toContain(`<h1>${status} `)
    }
  },
)

test('a rate limit contains the wait in seconds, as a date, or not at all', async () => {
  await client.mock.faults([
    { side: 'partner', kind: 'retry-after', seconds: 7, count: 1 },
    { side: 'partner', kind: 'retry-after', seconds: 60, as: 'date', status: 503, count: 1 },
    { side: 'partner', kind: 'limited' },
  ])
  expect(await client.partner(product)).toMatchObject({ status: 429, headers: { 'retry-after': '7' } })
  const dated = await client.partner(product)
  expect(dated.status).toBe(503)
  const ahead = Date.parse(String(dated.headers['retry-after'])) - Date.now()
  expect(ahead).toBeGreaterThan(55_000)
  expect(ahead).toBeLessThan(62_000)
  const silent = await client.partner(product)
  expect(silent.status).toBe(429)
  expect(silent.headers).not.toHaveProperty('retry-after')
})

test('a page with 404 resembles a missing product only to clients that ignore its content', async () => {
  await client.mock.faults([{ side: 'partner', kind: 'html', status: 404 }])
  const answer = await client.partner(product)
  expect(answer).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } })
})

describe('maintenance', () => {
  beforeEach(() => client.mock.faults([{ side: 'cms', kind: 'maintenance' }]).then(() => undefined))

  test('is a page unless the request mentions JSON', async () => {
    const answer = await client.cms('GET', '/cms/v2/pages')
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '600' } })
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.text).toContain('<!DOCTYPE html>')
  })

  test('is JSON if the request accepts or contains JSON', async () => {
    const accepting = await client.send('GET', `${client.mock.cmsRoot}/cms/v2/pages`, {
      accept: 'application/json',
    })
    for (const answer of [accepting, await client.cms('POST', '/batch/v1', { requests: [] })]) {
      expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '600' } })
      expect(jsonOf(answer)).toMatchObject({
        code: 'wp_die',
        data: { status: 503 },
        additional_errors: [],
      })
    }
  })
})

test('a revoked token stays revoked for the whole API but not for files, until the rules are cleared', async () => {
  const { image } = jsonOf(await client.partner(product)) as { image: string }
  await client.mock.faults([{ side: 'partner', path: '/product', kind: 'revoke-token', after: 2 }])
  const statuses: number[] = []
  for (const path of ['/language/', product, product, '/language/', product, '/language/'])
    statuses.push((await client.partner(path)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 401, 401])
  const refused = await client.partner('/docs/')
  expect(refused.headers['www-authenticate']).toBe('Token')
  expect(jsonOf(refused)).toEqual({ detail: 'Invalid token.' })
  expect((await client.send('GET', image, {})).status).toBe(200)
  await client.mock.clearFaults()
  expect((await client.partner(product)).status).toBe(200)
})

describe('wrong credentials', () => {
  const wrong = [
    ['admin', 'incorrect_password'],
    ['admin@example.org', 'incorrect_password'],
    ['nobody', 'invalid_username'],
    ['nobody@example.org', 'invalid_email'],
  ] as const

  test.each(wrong)('of %s count as anonymous on the default site', async (login) => {
    expect((await client.cms('GET', '/cms/v2/pages', undefined, basic(login, 'x'))).status).toBe(200)
    const me = await client.cms('GET', '/cms/v2/users/me', undefined, basic(login, 'x'))
    expect([me.status, jsonOf(me)['code']]).toEqual([401, 'rest_not_logged_in'])
  })

  test.each(wrong)('of %s get %s on a strict site, even for public content', async (login, code) => {
    await client.mock.faults([{ side: 'cms', kind: 'strict-credentials' }])
    const answer = await client.cms('GET', '/cms/v2/pages', undefined, basic(login, 'x'))
    expect(answer.status).toBe(401)
    expect(jsonOf(answer)).toMatchObject({ code, data: { status: 401 } })
    expect(answer.headers).not.toHaveProperty('www-authenticate')
    expect((await client.cms('GET', '/cms/v2/pages')).status).toBe(200)
    expect((await client.cms('GET', '/cms/v2/pages', undefined, null)).status).toBe(200)
    expect((await client.mock.stats()).faults).toEqual({ 'strict-credentials': 1 })
  })
})
