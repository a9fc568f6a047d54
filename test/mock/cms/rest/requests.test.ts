import { afterAll, beforeEach, expect, test } from 'vitest'
import { basic, serveCms } from '../serve.ts'

const cms = await serveCms({ now: () => new Date('2026-11-20T12:00:00Z') })
const root = '/api/rest'

beforeEach(() => cms.reset())
afterAll(() => cms.close())

const post = (payload: string, type: string) =>
  cms.call({
    method: 'POST',
    url: `${root}/cms/v2/pages`,
    payload,
    headers: { authorization: basic('admin'), 'content-type': type },
  })

test('the Link header of an item is its public URL, that of a list its neighbours, all others link to the root', async () => {
  const item = await cms.rest(null, 'GET', '/cms/v2/pages/2')
  expect(item.headers['link']).toBe('<http://cms.test/sample-page/>; rel="alternate"; type=text/html')
  const list = await cms.rest(null, 'GET', '/cms/v2/pages')
  expect(list.headers['link']).toContain('rel="https://api.w.org/"')
})

test('only responses to anonymous reads vary by origin', async () => {
  expect((await cms.rest(null, 'GET', '/cms/v2/pages')).headers['vary']).toBe('Origin')
  expect((await cms.rest('admin', 'GET', '/cms/v2/pages')).headers).not.toHaveProperty('vary')
  expect((await cms.rest(null, 'POST', '/cms/v2/pages')).headers).not.toHaveProperty('vary')
})

test('an envelope contains the headers that the response lacks', async () => {
  const { headers, json } = await cms.rest(null, 'GET', '/cms/v2/pages?_envelope')
  expect(headers).not.toHaveProperty('x-wp-total')
  expect(json).toMatchObject({ status: 200, headers: { 'X-WP-Total': 1 } })
})

test('OPTIONS of an unknown route returns an empty list', async () => {
  const answer = await cms.call({ method: 'OPTIONS', url: `${root}/nope` })
  expect(answer).toMatchObject({ status: 200, text: '[]' })
})

test('encoded slashes do not separate path segments', async () => {
  expect(await cms.rest(null, 'GET', '/cms/v2/pages%2F2')).toMatchObject({ status: 404 })
})

test('a body of an unknown type is ignored', async () => {
  expect(await post('{"title":"x"}', 'garbage')).toMatchObject({ status: 201, json: { title: { raw: '' } } })
})

const syntax = 4
const control = 3
test.each([
  ['{"title":"a\u0001b"}', control],
  ['{"title":"x"}\u0001', control],
  ['\u0000{}', control],
  ['{"title":"x', control],
  ['{"a" "b', control],
  ['tru\u0001', syntax],
  ['{bad "\u0001"}', syntax],
  ['{"a" 1 "\u0001"}', syntax],
  ['{"title":"x\\', syntax],
  ['{"title":"\\u00', syntax],
  ['{"title":"\\u0001', control],
  ['{"title":"x"', syntax],
  ['{"title":[1,{"a":-1.5e3},[],{}],}', syntax],
  ['[1,]"\u0001', syntax],
  ['{}x"', syntax],
])('the first error in %j has the code %d', async (body, code) => {
  const words = { 3: 'Control character error, possibly incorrectly encoded', 4: 'Syntax error' }
  expect(await post(body, 'application/json')).toMatchObject({
    status: 400,
    json: {
      code: 'rest_invalid_json',
      data: { json_error_code: code, json_error_message: words[code === control ? 3 : 4] },
    },
  })
})

test('namespaces are case-sensitive, the rest of a route is not', async () => {
  expect(await cms.rest(null, 'GET', '/cms/v2/PAGES')).toMatchObject({ status: 200 })
  expect(await cms.rest(null, 'GET', '/cms/v2/Pages/2')).toMatchObject({ status: 200 })
  for (const path of ['/CMS/V2/pages', '/CMS/V2/pages/2', '/Cms/v2', '/Oembed/1.0'])
    expect(await cms.rest(null, 'GET', path)).toMatchObject({
      status: 404,
      json: { code: 'rest_no_route' },
    })
})

test.each(['/cms/v2/posts', '/cms/v2/menu-items'])(
  'a rejected write to %s with an empty object of terms still allows POST',
  async (path) => {
    const base = path.endsWith('posts') ? 'categories' : 'menus'
    const { status, headers } = await cms.rest('admin', 'POST', path, { [base]: {}, status: 'nope' })
    expect([status, headers['allow']]).toEqual([400, 'GET, POST'])
    const none = await cms.rest('admin', 'POST', path, { [base]: [0], status: 'nope' })
    expect([none.status, none.headers['allow']]).toEqual([400, 'GET'])
  },
)

test('an unpaired surrogate is invalid JSON', async () => {
  expect(await post('{"title":"\\ud800"}', 'application/json')).toMatchObject({
    status: 400,
    json: { code: 'rest_invalid_json', data: { json_error_code: 10 } },
  })
})

test('logins are compared case-insensitively', async () => {
  const headers = { authorization: basic('ADMIN', 'abcdabcdabcdabcdabcdabcd') }
  expect(await cms.call({ url: `${root}/cms/v2/pages/3`, headers })).toMatchObject({ status: 200 })
})

test('an empty or zero callback does not wrap the response', async () => {
  for (const callback of ['', '0']) {
    const { headers, json } = await cms.rest(null, 'GET', `/cms/v2/pages/2?_fields=id&_jsonp=${callback}`)
    expect(headers['content-type']).toContain('application/json')
    expect(json).toEqual({ id: 2 })
  }
})

test('`_embed=0` embeds all relations', async () => {
  const { json } = await cms.rest(null, 'GET', '/cms/v2/posts/1?_embed=0')
  expect(json).toMatchObject({ _embedded: { author: [{ name: 'admin' }] } })
})

test('no name in a query or form changes the prototype of all objects', async () => {
  await cms.rest('admin', 'GET', '/cms/v2/pages?__proto__[polluted]=1&constructor[prototype][polluted]=1')
  await post('__proto__[polluted]=1&a[__proto__][polluted]=1', 'application/x-www-form-urlencoded')
  expect({}).not.toHaveProperty('polluted')
})

test('OPTIONS returns only the selected fields', async () => {
  const answer = await cms.call({ method: 'OPTIONS', url: `${root}/cms/v2/pages?_fields=namespace` })
  expect(answer.json).toEqual({ namespace: 'cms/v2' })
})

test('an invalid callback is rejected before authentication', async () => {
  const { status, headers } = await cms.rest('admin', 'GET', '/cms/v2/pages?_jsonp=not%20valid')
  expect(status).toBe(400)
  expect(headers).not.toHaveProperty('cache-control')
  expect(headers).not.toHaveProperty('vary')
})
