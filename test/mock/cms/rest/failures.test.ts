import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { serveRouter } from '../../../../src/mock/cms/rest/http.ts'
import { anyone, createRouter } from '../../../../src/mock/cms/rest/route.ts'

const route = {
  pattern: '/fails',
  namespace: 'test',
  endpoints: [
    {
      methods: ['GET'] as const,
      args: {},
      may: anyone,
      run: () => Promise.reject(new Error('text of a library')),
    },
  ],
}
const app = Fastify()
await app.register(async (scope) => serveRouter(scope, createRouter([route]), { uploadLimitBytes: 1 }))
afterAll(() => app.close())

test('a failure of our own is answered as the engine answers its own, without the text of a library', async () => {
  const answer = await app.inject({ method: 'GET', url: '/fails' })
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toEqual({
    code: 'internal_server_error',
    message: 'There has been a critical error on this website.',
    data: { status: 500 },
  })
})
