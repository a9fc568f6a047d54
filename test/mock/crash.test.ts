import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { answerCrash } from '../../src/mock/crash.ts'

const app = Fastify()
app.setErrorHandler(answerCrash)
app.all('/*', () => {
  throw new Error('VipsJpeg: premature end')
})
afterAll(() => app.close())

test.each([
  ['/api/rest/cms/v2/media', 'application/json; charset=UTF-8', '"code":"internal_server_error"'],
  ['/api/partner/v1/product/1/', 'text/html; charset=utf-8', '500 Internal Server Error'],
  ['/a-page/', 'text/html; charset=utf-8', '500 Internal Server Error'],
  ['/__mock/stats', 'application/json; charset=utf-8', 'its log says why'],
])('a crash below %s gets the error of that side, without messages of a library', async (url, type, told) => {
  const { statusCode, headers, body } = await app.inject({ method: 'GET', url })
  expect([statusCode, headers['content-type']]).toEqual([500, type])
  expect(body).toContain(told)
  expect(body).not.toContain('Vips')
})

test('an error with its own status keeps it', async () => {
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/api/rest/x',
    headers: { 'content-type': 'application/json' },
    payload: '{',
  })
  expect(statusCode).toBe(400)
})
