import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect } from 'vitest'
import { ConfigError } from '../../../src/lib/errors.ts'
import { withOps } from '../../helpers/ops.ts'
import { authorization, opsApp, opsServer, withLogin } from '../start-ops.ts'

type Headers = Record<string, string>

/** `app` has a login; `local` has none. */
const it = withOps(async () => ({ config: withLogin }))
  .extend('local', { scope: 'file' }, ({ ops }, { onCleanup }) => {
    const local = opsApp(ops.deps)
    onCleanup(() => local.close())
    return local
  })
  .extend('write', ({ app }) => (url: string, headers: Headers, method: 'POST' | 'PUT' = 'POST') => {
    const host = 'ops.example:9400'
    return app.inject({ method, url, headers: { host, authorization, ...headers } })
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
  it.for([...everything, '/api/products/4006381333931', '/base.css', '/nowhere'])(
    '%s requires it',
    async (url, { app }) => {
      const answer = await app.inject({ url, headers: { host: 'ops.example' } })
      expect(answer.statusCode).toBe(401)
      expect(answer.headers['www-authenticate']).toContain('Basic realm="product-mirror"')
      expect(answer.json()).toMatchObject({ error: { code: 'login_required' } })
    },
  )

  it.for(everything)('%s is shown to users who log in, under any host name', async (url, { app }) => {
    const answer = await app.inject({ url, headers: { host: 'ops.example', authorization } })
    expect(answer.statusCode).toBe(200)
  })

  it.for(['/healthz', '/readyz'])('%s does not require it', async (url, { app }) => {
    expect((await app.inject({ url })).statusCode).toBe(200)
  })

  it.for([
    ['a wrong password', 'olive:pass-word-2'],
    ['a wrong user', 'oliver:pass-word-1'],
    ['an empty one', ':'],
    ['no colon', 'olive'],
  ] as const)('%s is rejected', async ([_case, pair], { app }) => {
    const wrong = `Basic ${Buffer.from(pair).toString('base64')}`
    expect((await app.inject({ url: '/', headers: { authorization: wrong } })).statusCode).toBe(401)
  })
})

describe('without a login', () => {
  it.for(['0.0.0.0', '::', '192.0.2.7', 'ops.example', '127.evil.example'])(
    'listening on %s is rejected',
    (host, { ops }) => {
      const start = () => opsServer(ops.deps, { config: { host, port: 0 } })
      expect(start).toThrow(ConfigError)
      expect(start).toThrow(/OPS_USER and OPS_PASSWORD/)
    },
  )

  it('a login without user or without password is rejected with the variable’s name', ({ ops }) => {
    const config = { host: '127.0.0.1', port: 0, user: 'olive' }
    expect(() => opsServer(ops.deps, { config })).toThrow('OPS_USER is set, but OPS_PASSWORD is not')
  })

  it.for(['localhost:9400', '127.0.0.1:9400', '[::1]:9400', 'LOCALHOST'])(
    'the host name %s is accepted',
    async (host, { local }) => {
      expect((await local.inject({ url: '/api/runs', headers: { host } })).statusCode).toBe(200)
    },
  )

  it.for(['rebound.example', 'localhost.evil.example:9400', '127.0.0.1.evil.example'])(
    'the host name %s is rejected',
    async (host, { local }) => {
      const answer = await local.inject({ url: '/api/runs', headers: { host } })
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toMatchObject({ error: { code: 'foreign_host' } })
    },
  )
})

describe('a write', () => {
  const foreign: [string, Headers][] = [
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from a sister site', { 'sec-fetch-site': 'same-site', origin: 'https://shop.example' }],
    ['from another origin', { origin: 'https://evil.example' }],
    ['from another port', { origin: 'http://ops.example:8000' }],
    ['from nowhere', { origin: 'null' }],
    ['from another origin as if typed', { 'sec-fetch-site': 'none', origin: 'https://evil.example' }],
  ]

  it.for(foreign)('%s is rejected', async ([_case, headers], { write }) => {
    const answer = await write('/api/runs', headers)
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ error: { code: 'cross_site' } })
  })

  it.for(foreign)('of Bull Board %s is rejected', async ([_case, headers], { write, ops }) => {
    const job = await ops.queue.add('batch', {})
    const answer = await write(`/queues/api/queues/write-pages/${job.id}/clean`, headers, 'PUT')
    expect(answer.statusCode).toBe(403)
    expect(await ops.queue.getJob(job.id ?? '')).toBeDefined()
  })

  it.for([
    ['of its own page', { 'sec-fetch-site': 'same-origin', origin: 'http://ops.example:9400' }],
    ['of its own page in an old browser', { origin: 'http://ops.example:9400' }],
    [
      'behind a proxy with a name of its own',
      { 'sec-fetch-site': 'same-origin', origin: 'https://public.example' },
    ],
    ['of a client that is no browser', {}],
    ['that a person typed', { 'sec-fetch-site': 'none' }],
  ] as const)('%s is accepted', async ([_case, headers], { write, ops }) => {
    const job = await ops.queue.add('batch', {})
    const answer = await write(`/queues/api/queues/write-pages/${job.id}/clean`, headers, 'PUT')
    expect(answer.statusCode).toBe(204)
    expect(await ops.queue.getJob(job.id ?? '')).toBeUndefined()
  })
})

it.for(['nothing', 'half of the header', 'half of the body'])(
  'drops a client that sends %s and then stops',
  async (sent, { ops }) => {
    const server = opsServer(ops.deps, {}, { requestMs: 60, checkMs: 20 })
    const { port } = new URL((await server.listen()).url)
    const socket = connect(Number(port), '127.0.0.1')
    if (sent !== 'nothing') socket.write('POST /api/runs HTTP/1.1\r\nhost: localhost\r\n')
    if (sent === 'half of the body')
      socket.write('content-type: application/json\r\ncontent-length: 100\r\n\r\n{')
    expect(await text(socket)).toMatch(/^HTTP\/1.1 408 /)
    await server.close()
  },
)

it('listens on a free port and stops responding when closed', async ({ ops }) => {
  const server = opsServer(ops.deps)
  const { url } = await server.listen()
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  await server.close()
  await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed')
})
