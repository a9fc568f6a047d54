import { fastify, type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { routeLater, type ReadReceived } from '../../../src/ops/http/later-app.ts'

let app: FastifyInstance
let loads: PromiseWithResolvers<void>[]
let closed: number

beforeEach(() => {
  app = fastify()
  loads = []
  closed = 0
  app.decorateRequest('person', null)
  app.decorateRequest('publicPath', '')
  app.addHook('onRequest', async (request, reply) => {
    request.publicPath = '/tools'
    reply.header('x-frame-options', 'DENY')
    if (request.headers.authorization === undefined) return reply.code(401).send('login')
    return undefined
  })
  void app.register(async (scope) =>
    routeLater(scope, { path: '/later', name: 'The pages', load: (received) => loadLater(received) }),
  )
})
afterEach(() => app.close())

async function loadLater(received: ReadReceived): Promise<FastifyInstance> {
  const gate = Promise.withResolvers<void>()
  loads.push(gate)
  await gate.promise
  const later = fastify()
  later.addHook('onClose', async () => void closed++)
  later.get('/later', async ({ raw }) => ({ page: received(raw)?.publicPath }))
  later.post('/later/form', async ({ body }) => ({ body }))
  await later.ready()
  return later
}

const headers = { authorization: 'any' }
const untilLoading = (count: number) => vi.waitFor(() => expect(loads).toHaveLength(count))

test('simultaneous first requests load the app once, with the headers and values of this one', async () => {
  const body = 'a=1'.repeat(40_000)
  const requests = [
    app.inject({ url: '/later', headers }),
    app.inject({ url: '/later', headers }),
    app.inject({
      method: 'POST',
      url: '/later/form',
      headers: { ...headers, 'content-type': 'text/plain' },
      payload: body,
    }),
  ]
  await untilLoading(1)
  loads[0]?.resolve()
  const [first, second, form] = await Promise.all(requests)
  expect(first?.json()).toEqual({ page: '/tools' })
  expect(second?.json()).toEqual({ page: '/tools' })
  expect(form?.json()).toEqual({ body })
  expect(form?.headers['x-frame-options']).toBe('DENY')
  expect((await app.inject({ url: '/later/nothing', headers })).statusCode).toBe(404)
  expect(loads).toHaveLength(1)
  await app.close()
  expect(closed).toBe(1)
})

test('a refused request loads nothing', async () => {
  expect((await app.inject('/later')).statusCode).toBe(401)
  expect(loads).toHaveLength(0)
})

test('other pages do not wait while the app is loaded', async () => {
  app.get('/healthz', async () => 'ok')
  const waiting = app.inject({ url: '/later', headers })
  await untilLoading(1)
  expect((await app.inject({ url: '/healthz', headers })).body).toBe('ok')
  loads[0]?.resolve()
  expect((await waiting).statusCode).toBe(200)
})

test('if loading fails, all waiting requests get the reason, and the next one tries again', async () => {
  const waiting = [app.inject({ url: '/later', headers }), app.inject({ url: '/later', headers })]
  await untilLoading(1)
  loads[0]?.reject(new Error('EMFILE: too many open files'))
  for (const answer of await Promise.all(waiting)) {
    expect(answer.body).toContain(
      'The pages could not be loaded: EMFILE: too many open files. Reload this page.',
    )
  }
  const next = app.inject({ url: '/later', headers })
  await untilLoading(2)
  loads[1]?.resolve()
  expect((await next).json()).toEqual({ page: '/tools' })
})

test('closes after a failed load, too', async () => {
  const waiting = app.inject({ url: '/later', headers })
  await untilLoading(1)
  loads[0]?.reject(new Error('no'))
  await waiting
  await app.close()
  expect(closed).toBe(0)
})
