import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError } from '../../../src/lib/errors.ts'
import { createOpsServer } from '../../../src/ops/server.ts'
import { authorization, opsApp, startOps, withLogin } from '../start-ops.ts'

let ops: Awaited<ReturnType<typeof startOps>>
let app: FastifyInstance
let local: FastifyInstance

beforeAll(async () => {
  ops = await startOps()
  app = opsApp(ops.deps, { config: withLogin })
  local = opsApp(ops.deps)
})
afterAll(async () => {
  await app.close()
  await local.close()
  await ops.close()
})

const everything = [
  '/',
  '/metrics',
  '/queues',
  '/queues/api/queues',
  '/queues/static/favicon.ico',
  '/api/runs',
]

describe('with a login', () => {
  it.each([...everything, '/api/products/4006381333931', '/base.css', '/nowhere'])(
    '%s asks for it',
    async (url) => {
      const answer = await app.inject({ url, headers: { host: 'ops.example' } })
      expect(answer.statusCode).toBe(401)
      expect(answer.headers['www-authenticate']).toContain('Basic realm="product-mirror"')
      expect(answer.json()).toMatchObject({ error: { code: 'login_required' } })
    },
  )

  it.each(everything)('%s is shown to users who log in, under any host name', async (url) => {
    const answer = await app.inject({ url, headers: { host: 'ops.example', authorization } })
    expect(answer.statusCode).toBe(200)
  })

  it.each(['/healthz', '/readyz'])('%s needs none', async (url) => {
    expect((await app.inject({ url })).statusCode).toBe(200)
  })

  it.each([
    ['a wrong password', 'olive:pass-word-2'],
    ['a wrong user', 'oliver:pass-word-1'],
    ['an empty one', ':'],
    ['no colon', 'olive'],
  ])('%s is refused', async (_case, pair) => {
    const wrong = `Basic ${Buffer.from(pair).toString('base64')}`
    expect((await app.inject({ url: '/', headers: { authorization: wrong } })).statusCode).toBe(401)
  })
})

describe('without a login', () => {
  it.each(['0.0.0.0', '::', '192.0.2.7', 'ops.example', '127.evil.example'])(
    'listening on %s is refused',
    (host) => {
      const start = () => createOpsServer({ ...ops.deps, config: { host, port: 0 } })
      expect(start).toThrow(ConfigError)
      expect(start).toThrow(/OPS_USER and OPS_PASSWORD/)
    },
  )

  it('a login without user or without password is refused by name', () => {
    const config = { host: '127.0.0.1', port: 0, user: 'olive' }
    expect(() => createOpsServer({ ...ops.deps, config })).toThrow('OPS_USER is set, but OPS_PASSWORD is not')
  })

  it.each(['localhost:9400', '127.0.0.1:9400', '[::1]:9400', 'LOCALHOST'])(
    'the name %s is answered',
    async (host) => {
      expect((await local.inject({ url: '/api/runs', headers: { host } })).statusCode).toBe(200)
    },
  )

  it.each(['rebound.example', 'localhost.evil.example:9400', '127.0.0.1.evil.example'])(
    'the name %s is not answered',
    async (host) => {
      const answer = await local.inject({ url: '/api/runs', headers: { host } })
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toMatchObject({ error: { code: 'foreign_host' } })
    },
  )
})

describe('a write', () => {
  const host = 'ops.example:9400'
  const write = (url: string, headers: Record<string, string>, method: 'POST' | 'PUT' = 'POST') =>
    app.inject({ method, url, headers: { host, authorization, ...headers } })
  const foreign: [string, Record<string, string>][] = [
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from a sister site', { 'sec-fetch-site': 'same-site', origin: 'https://shop.example' }],
    ['from another origin', { origin: 'https://evil.example' }],
    ['from another port', { origin: 'http://ops.example:8000' }],
    ['from nowhere', { origin: 'null' }],
  ]

  it.each(foreign)('%s is refused', async (_case, headers) => {
    const answer = await write('/api/runs', headers)
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ error: { code: 'cross_site' } })
  })

  it.each(foreign)('of Bull Board %s is refused', async (_case, headers) => {
    expect((await write('/queues/api/queues/write-pages/pause', headers, 'PUT')).statusCode).toBe(403)
    expect(await ops.queue.isPaused()).toBe(false)
  })

  it.each([
    ['of its own page', { 'sec-fetch-site': 'same-origin', origin: 'http://ops.example:9400' }],
    ['of its own page in an old browser', { origin: 'http://ops.example:9400' }],
    [
      'behind a proxy with a name of its own',
      { 'sec-fetch-site': 'same-origin', origin: 'https://public.example' },
    ],
    ['of a client that is no browser', {}],
  ])('%s is taken', async (_case, headers) => {
    expect((await write('/queues/api/queues/write-pages/pause', headers, 'PUT')).statusCode).toBe(200)
    expect(await ops.queue.isPaused()).toBe(true)
    expect((await write('/queues/api/queues/write-pages/resume', headers, 'PUT')).statusCode).toBe(200)
  })
})

it('listens on a free port and stops answering when closed', async () => {
  const server = createOpsServer(ops.deps)
  const { url } = await server.listen()
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  await server.close()
  await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed')
})
