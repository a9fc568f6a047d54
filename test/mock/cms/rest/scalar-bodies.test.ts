import { afterAll, beforeEach, expect, test } from 'vitest'
import { basic, serveCms } from '../serve.ts'

const cms = await serveCms({ now: () => new Date('2026-11-20T12:00:00Z') })
const pages = '/api/rest/cms/v2/pages'
const died = { status: 500, json: { code: 'internal_server_error', data: { status: 500 } } }

beforeEach(() => cms.reset())
afterAll(() => cms.close())

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload: string, user = 'admin') =>
  cms.call({
    method,
    url,
    payload,
    headers: { authorization: basic(user), 'content-type': 'application/json' },
  })
const read = (id: number) => cms.rest('admin', 'GET', `/cms/v2/pages/${id}?context=edit`)

test.each(['"text"', '""', '5', 'true'])(
  'a write with %s as its body takes effect and then crashes without its response',
  async (body) => {
    const answer = await send('POST', pages, body)
    expect(answer).toMatchObject(died)
    expect(answer.headers).not.toHaveProperty('allow')
    expect(await read(21)).toMatchObject({ status: 200, json: { status: 'draft', title: { raw: '' } } })
    expect(await send('PUT', `${pages}/2?title=New`, body)).toMatchObject(died)
    expect(await read(2)).toMatchObject({ json: { title: { raw: 'New' } } })
  },
)

test('a DELETE with a scalar body crashes before it deletes', async () => {
  expect(await send('DELETE', `${pages}/2`, '"x"')).toMatchObject(died)
  expect(await read(2)).toMatchObject({ json: { status: 'publish' } })
})

test('a write that would be rejected is rejected despite a scalar body', async () => {
  expect(await send('PUT', `${pages}/999`, '"x"')).toMatchObject({ status: 404 })
  expect(await send('POST', pages, '"x"', 'sub1')).toMatchObject({ status: 403 })
  expect(await send('POST', '/api/rest/batch/v1', '"x"')).toMatchObject({
    status: 400,
    json: { code: 'rest_missing_callback_param' },
  })
})

test('false, zero and null count as empty bodies', async () => {
  for (const body of ['false', '0', 'null'])
    expect(await send('PUT', `${pages}/2`, body)).toMatchObject({ status: 200 })
})
