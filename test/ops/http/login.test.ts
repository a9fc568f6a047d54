import { pino } from 'pino'
import { describe, expect } from 'vitest'
import type { OpsConfig } from '../../../src/ops/deps.ts'
import { withOps } from '../../helpers/ops.ts'
import { authorization, opsApp, withLogin } from '../start-ops.ts'

const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
const reader = { readerUser: 'rita', readerPassword: 'pass-word-2' }
const asReader = basic('rita', 'pass-word-2')
const metricsToken = 'scrape-scrape-scrape'
const asScraper = `Bearer ${metricsToken}`

/** Opens a server with this configuration. `logged` contains its log. */
const it = withOps().extend('open', ({ ops }, { onCleanup }) => (changes: Partial<OpsConfig> = {}) => {
  const logged: Record<string, unknown>[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const app = opsApp(ops.deps, { log, config: { ...withLogin, ...changes } })
  onCleanup(() => app.close())
  const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '192.0.2.1') =>
    app.inject({ url, headers, remoteAddress })
  return { app, logged, get }
})

describe('wrong passwords', () => {
  it('are limited per address, and then the right one is not checked either', async ({ open }) => {
    const { get, logged } = open()
    const wrong = { authorization: basic('olive', 'guess') }
    for (let tries = 0; tries < 10; tries++) expect((await get('/', wrong)).statusCode).toBe(401)
    for (const headers of [wrong, { authorization }]) {
      const answer = await get('/api/runs', headers)
      expect(answer.statusCode).toBe(429)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(answer.headers['www-authenticate']).toBeUndefined()
      expect(answer.json()).toMatchObject({ error: { code: 'too_many_logins' } })
    }
    expect((await get('/', { authorization }, '192.0.2.2')).statusCode).toBe(200)
    const lines = logged.filter(({ msg }) => msg === 'wrong password')
    expect(lines).toHaveLength(10)
    expect(lines[0]).toMatchObject({ address: '192.0.2.1', limited: false })
    expect(lines.at(-1)).toMatchObject({ address: '192.0.2.1', limited: true })
    expect(JSON.stringify(lines)).not.toContain('guess')
  })

  it('are counted in the metrics', async ({ open }) => {
    const { get } = open()
    for (let tries = 0; tries < 12; tries++) await get('/', { authorization: basic('x', 'y') })
    const { body } = await get('/metrics', { authorization }, '192.0.2.2')
    expect(body).toContain('product_mirror_refused_logins_total{reason="wrong"} 10')
    expect(body).toContain('product_mirror_refused_logins_total{reason="limited"} 2')
  })

  it('do not include a browser’s first request without a password', async ({ open }) => {
    const { get, logged } = open()
    for (let tries = 0; tries < 30; tries++) expect((await get('/')).statusCode).toBe(401)
    expect((await get('/', { authorization })).statusCode).toBe(200)
    expect(logged).toEqual([])
  })

  it('cannot be spread over addresses that the sender invents', async ({ open }) => {
    const { get } = open()
    const statuses = new Set<number>()
    for (let tries = 0; tries < 12; tries++)
      statuses.add(
        (await get('/', { authorization: basic('x', 'y'), 'x-forwarded-for': `10.0.0.${tries}` })).statusCode,
      )
    expect([...statuses]).toEqual([401, 429])
  })
})

describe('a reader', () => {
  it('may read all pages', async ({ open }) => {
    const { get } = open(reader)
    for (const url of ['/', '/runs', '/api/runs', '/metrics', '/queues/api/queues'])
      expect((await get(url, { authorization: asReader })).statusCode).toBe(200)
  })

  it('may not act, and is offered no action', async ({ ops, open }) => {
    const { app, get } = open(reader)
    const job = await ops.queue.add('batch', {})
    for (const [method, url] of [
      ['POST', '/api/runs'],
      ['POST', '/actions/start'],
      ['PUT', `/queues/api/queues/${ops.queue.name}/${job.id}/clean`],
    ] as const) {
      const answer = await app.inject({ method, url, headers: { authorization: asReader } })
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toMatchObject({ error: { code: 'read_only' } })
    }
    expect(await ops.queue.getJob(job.id ?? '')).toBeDefined()
    expect((await get('/', { authorization })).body).toContain('action="/actions/')
    expect((await get('/', { authorization: asReader })).body).not.toContain('action="/actions/')
  })

  it('does not log in with the other password', async ({ open }) => {
    const { get } = open(reader)
    for (const pair of [basic('rita', 'pass-word-1'), basic('olive', 'pass-word-2'), basic('rita', '')])
      expect((await get('/', { authorization: pair })).statusCode).toBe(401)
  })
})

describe('the metrics token', () => {
  it('opens /metrics and nothing else', async ({ open }) => {
    const { get } = open({ metricsToken })
    expect((await get('/metrics', { authorization: asScraper })).statusCode).toBe(200)
    expect((await get('/metrics', { authorization })).statusCode).toBe(200)
    expect((await get('/metrics')).statusCode).toBe(401)
    for (const url of ['/', '/api/runs', '/queues/api/queues'])
      expect((await get(url, { authorization: asScraper })).statusCode).toBe(401)
  })

  it('is needed for /metrics without a login, too', async ({ open }) => {
    const { get } = open({ host: '127.0.0.1', user: undefined, password: undefined, metricsToken })
    const host = 'localhost:9400'
    expect((await get('/metrics', { host })).statusCode).toBe(401)
    expect((await get('/metrics', { host, authorization: asScraper })).statusCode).toBe(200)
    expect((await get('/api/runs', { host })).statusCode).toBe(200)
  })

  it('is limited like a password', async ({ open }) => {
    const { get } = open({ metricsToken })
    const statuses: number[] = []
    for (let tries = 0; tries < 11; tries++)
      statuses.push((await get('/metrics', { authorization: `Bearer wrong${tries}` })).statusCode)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
  })
})

describe('a proxy', () => {
  const proxy = { trustedProxies: ['10.1.0.0/16', 'fd00::7'], userHeader: 'x-forwarded-user' }
  const alice = { 'x-forwarded-user': 'alice@example.org', 'x-forwarded-for': '203.0.113.5' }

  it.for(['10.1.2.3', 'fd00::7', '::ffff:10.1.2.3'])(
    'at %s names the user of the audit log, and the address of the browser',
    async (address, { ops, open }) => {
      const { app } = open(proxy)
      const job = await ops.queue.add('batch', {})
      const url = `/queues/api/queues/${ops.queue.name}/${job.id}/clean`
      const answer = await app.inject({ method: 'PUT', url, headers: alice, remoteAddress: address })
      expect(answer.statusCode).toBe(204)
      await expect
        .poll(async () => (await ops.deps.audit.list(1))[0])
        .toMatchObject({
          by: 'alice@example.org',
          from: '203.0.113.5',
          subject: expect.stringContaining(job.id ?? '-'),
        })
    },
  )

  it.for(['10.2.0.1', '192.0.2.1', 'fd00::8', '127.0.0.1'])(
    'that is not trusted (%s) does not name a user',
    async (address, { open }) => {
      const { get } = open(proxy)
      expect((await get('/', alice, address)).statusCode).toBe(401)
    },
  )

  it('that names no user causes a login prompt', async ({ open }) => {
    const { get } = open(proxy)
    expect((await get('/', { 'x-forwarded-user': ' ' }, '10.1.2.3')).statusCode).toBe(401)
    expect((await get('/', { authorization }, '10.1.2.3')).statusCode).toBe(200)
  })

  it('gets the users of a header only if one is configured', async ({ open }) => {
    const { get } = open({ trustedProxies: ['10.1.0.0/16'] })
    expect((await get('/', alice, '10.1.2.3')).statusCode).toBe(401)
  })

  it('may have a public name, which is compared with the Origin of a form', async ({ open }) => {
    const { app } = open(proxy)
    const status = async (origin: string, address = '10.1.2.3') => {
      const headers = { authorization, origin, 'x-forwarded-host': 'mirror.example.org' }
      const request = { method: 'POST', url: '/api/runs', payload: {}, headers } as const
      return (await app.inject({ ...request, remoteAddress: address })).statusCode
    }
    expect(await status('https://mirror.example.org')).not.toBe(403)
    expect(await status('https://evil.example')).toBe(403)
    expect(await status('https://mirror.example.org', '192.0.2.1')).toBe(403)
  })
})

it('a rotated password replaces the old one', async ({ ops }) => {
  const config = { ...withLogin, password: 'pass-word-1' }
  const app = opsApp(ops.deps, { config })
  const status = async (password: string) =>
    (await app.inject({ url: '/', headers: { authorization: basic('olive', password) } })).statusCode
  expect(await status('pass-word-1')).toBe(200)
  config.password = 'pass-word-9'
  expect([await status('pass-word-1'), await status('pass-word-9')]).toEqual([401, 200])
  await app.close()
})
