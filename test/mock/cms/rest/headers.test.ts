import { afterAll, beforeEach, expect, test } from 'vitest'
import { basic, serveCms } from '../serve.ts'

const cms = await serveCms({ now: () => new Date('2026-11-20T12:00:00Z') })
const page = '/api/rest/cms/v2/pages/2'
const uncached = 'no-cache, must-revalidate, max-age=0, no-store, private'
const refused = {
  status: 403,
  json: { code: 'rest_cookie_invalid_nonce', message: 'Cookie check failed', data: { status: 403 } },
}

beforeEach(() => cms.reset())
afterAll(() => cms.close())

const form = (payload: string) => ({
  payload,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})

test.each([
  { url: `${page}?_wpnonce=1` },
  { url: `${page}?_wpnonce=` },
  { url: page, headers: { 'x-wp-nonce': 'abc' } },
  { url: '/api/rest/nope?_wpnonce=1' },
  { method: 'OPTIONS' as const, url: `${page}?_wpnonce=1` },
  { method: 'POST' as const, url: page, ...form('_wpnonce=1') },
  { url: `${page}?_wpnonce=1`, headers: { authorization: basic('admin', 'wrong') } },
])('an anonymous request with a nonce is rejected: %j', async (request) => {
  const answer = await cms.call(request)
  expect(answer).toMatchObject(refused)
  expect(answer.headers).toMatchObject({ 'cache-control': uncached })
  expect(answer.headers).not.toHaveProperty('allow')
})

test('a nonce in a JSON body, in a form that is not a POST, or together with a password is ignored', async () => {
  const json = { payload: '{"_wpnonce":"1"}', headers: { 'content-type': 'application/json' } }
  expect(await cms.call({ method: 'POST', url: page, ...json })).toMatchObject({ status: 401 })
  expect(await cms.call({ method: 'PUT', url: page, ...form('_wpnonce=1') })).toMatchObject({ status: 401 })
  expect(await cms.rest('admin', 'GET', '/cms/v2/pages/2?_wpnonce=1')).toMatchObject({ status: 200 })
})

test('the rejection of a request with an overridden method must not be cached', async () => {
  const headers = { 'x-http-method-override': 'POST' }
  const { status, headers: told } = await cms.call({ url: page, headers })
  expect(status).toBe(401)
  expect(told).toMatchObject({ 'cache-control': uncached, expires: 'Wed, 11 Jan 1984 05:00:00 GMT' })
  const done = await cms.call({ method: 'POST', url: page, headers: { 'x-http-method-override': 'GET' } })
  expect(done.status).toBe(200)
  expect(done.headers).not.toHaveProperty('cache-control')
  const byQuery = await cms.call({ url: `${page}?_method=POST`, headers })
  expect(byQuery.status).toBe(401)
  expect(byQuery.headers).not.toHaveProperty('cache-control')
})

test('the Vary header depends on the HTTP method, not on the overridden one', async () => {
  const meant = (method: string) => ({ 'x-http-method-override': method })
  expect((await cms.call({ url: page, headers: meant('POST') })).headers['vary']).toBe('Origin')
  const sent = await cms.call({ method: 'POST', url: page, headers: meant('GET') })
  expect(sent.headers).not.toHaveProperty('vary')
})

test('a request with an invalid body gets the Allow header of its caller', async () => {
  const bad = { method: 'POST' as const, url: page, payload: '{bad' }
  const type = { 'content-type': 'application/json' }
  const allowed = async (headers: Record<string, string>) =>
    (await cms.call({ ...bad, headers: { ...type, ...headers } })).headers['allow']
  expect(await allowed({ authorization: basic('admin') })).toBe('GET, POST, PUT, PATCH, DELETE')
  expect(await allowed({})).toBe('GET')
})

test('an invalid JSONP callback is rejected before the request runs', async () => {
  const answer = await cms.rest('admin', 'POST', '/cms/v2/pages?title=x&_jsonp=a-b')
  expect(answer.status).toBe(400)
  expect(answer.text).toBe('{"code":"rest_callback_invalid","message":"Invalid JSONP callback function."}')
  expect(answer.headers).not.toHaveProperty('vary')
  const list = await cms.rest('admin', 'GET', '/cms/v2/pages?status=any')
  expect(list.headers['x-wp-total']).toBe('2')
})
