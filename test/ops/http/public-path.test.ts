import { describe, expect, test } from 'vitest'
import { withoutPublicPath } from '../../../src/ops/http/public-path.ts'
import type { OpsConfig } from '../../../src/ops/deps.ts'
import { withOps } from '../../helpers/ops.ts'
import { aRun, loopback, opsApp } from '../start-ops.ts'

const it = withOps(async (ops) => {
  await ops.saveRun(aRun())
  return {}
}).extend('open', ({ ops }, { onCleanup }) => {
  const opened: { close(): Promise<unknown> }[] = []
  onCleanup(async () => {
    for (const app of opened) await app.close()
  })
  return (config: Partial<OpsConfig>) => {
    const app = opsApp(ops.deps, { config: { ...loopback, ...config } })
    opened.push(app)
    return app
  }
})

const trusted = { trustedProxies: ['127.0.0.1'] }
const linksIn = (html: string): string[] =>
  [...html.matchAll(/ (?:href|src|action|data-events)="(\/[^"]*)"/g)].map(([, url = '']) => url)

describe('the public path', () => {
  it('is that of OPS_PUBLIC_URL: every link, form, file and stream of every page is below it', async ({
    open,
  }) => {
    const app = open({ publicUrl: 'https://ops.example/tools/mirror' })
    for (const url of ['/', '/runs', '/runs/2026-11-20-1', '/coverage', '/decisions', '/audit', '/nowhere']) {
      const { body } = await app.inject({ url, headers: { accept: 'text/html' } })
      const links = linksIn(body)
      expect(links.length).toBeGreaterThan(5)
      expect(links.filter((link) => !link.startsWith('/tools/mirror/'))).toEqual([])
    }
  })

  it('does not matter to a client that connects directly', async ({ open }) => {
    const app = open({ publicUrl: 'https://ops.example/mirror' })
    for (const url of [
      '/healthz',
      '/mirror/healthz',
      '/api/runs',
      '/mirror/api/runs',
      '/mirror',
      '/mirror?x=1',
    ])
      expect([url, (await app.inject({ url })).statusCode]).toEqual([url, 200])
  })

  it('of a trusted proxy is X-Forwarded-Prefix, which is more specific', async ({ open }) => {
    const app = open({ ...trusted, publicUrl: 'https://ops.example/other' })
    const linksFor = async (prefix: string) =>
      linksIn((await app.inject({ url: '/runs', headers: { 'x-forwarded-prefix': prefix } })).body)
    expect((await linksFor('/mirror')).every((link) => link.startsWith('/mirror/'))).toBe(true)
    expect((await linksFor('/a, /b/')).every((link) => link.startsWith('/a/b/'))).toBe(true)
    expect(await linksFor('/')).toContain('/coverage')
  })

  it.for([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/a"onmouseover="alert(1)',
    '/a/../..',
    '/./a',
    '/a/$&',
    '/a b',
    '/a, //evil.example',
    `/${'a'.repeat(300)}`,
    'mirror',
    '/%2f%2fevil.example',
  ])('of a trusted proxy is ignored if it is not a plain path: %s', async (prefix, { open }) => {
    const app = open(trusted)
    const headers = { 'x-forwarded-prefix': prefix }
    const page = await app.inject({ url: '/runs', headers })
    expect(linksIn(page.body)).toContain('/coverage')
    expect(page.body).not.toContain('evil')
    const moved = await app.inject({ url: '/products?gtin=', headers })
    expect(moved.headers.location).toBe('/coverage')
  })

  it('of any other client is ignored', async ({ open }) => {
    for (const config of [{}, { trustedProxies: ['10.0.0.7'] }]) {
      const app = open(config)
      const { body } = await app.inject({ url: '/runs', headers: { 'x-forwarded-prefix': '/mine' } })
      expect(body).not.toContain('/mine')
      expect(
        (await app.inject({ url: '/mine/runs', headers: { 'x-forwarded-prefix': '/mine' } })).statusCode,
      ).toBe(404)
    }
  })

  it('is part of redirects after actions and searches, and of Location', async ({ open, ops }) => {
    const run = aRun({ id: '2026-11-21-1', kind: 'plan' })
    const started = { ...ops.deps.control, start: async () => ({ ok: true as const, run }) }
    const app = opsApp({ ...ops.deps, control: started }, { config: { ...loopback, ...trusted } })
    const headers = { 'x-forwarded-prefix': '/mirror' }
    const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
    const act = (payload: string) =>
      app.inject({ method: 'POST', url: '/actions/start', headers: form, payload })
    expect((await act('kind=plan&back=/runs')).headers.location).toMatch(/^\/mirror\/runs\?flash=/)
    expect((await act('kind=plan&back=//evil.example')).headers.location).toMatch(/^\/mirror\/\?flash=/)
    expect((await act('kind=plan&back=https://evil.example/')).headers.location).toMatch(
      /^\/mirror\/\?flash=/,
    )
    const created = await app.inject({ method: 'POST', url: '/api/runs', headers, payload: { kind: 'plan' } })
    expect(created.headers.location).toBe('/mirror/api/runs/2026-11-21-1')
    await app.close()
    const search = await open(trusted).inject({ url: '/products?gtin=40063', headers })
    expect(search.headers.location).toBe('/mirror/products/40063')
  })

  it('is in the OpenAPI document and in the queues page with its files', async ({ open, ops }) => {
    const app = open(trusted)
    const headers = { 'x-forwarded-prefix': '/mirror' }
    const { servers } = (await app.inject({ url: '/api/openapi.json', headers })).json()
    expect(servers).toEqual([{ url: '/mirror' }])
    expect((await app.inject({ url: '/api/openapi.json' })).json().servers).toEqual([{ url: '/' }])
    const { body } = await app.inject({ url: '/queues', headers })
    expect(body).toContain('<base href="/mirror/queues/"')
    expect(body.match(/(?<!keyshortcuts=)"\/(?!mirror\/)[^/"]*/g)).toBeNull()
    await ops.queue.add('batch', { runId: 'our-run' }, { delay: 3_600_000 })
    const jobs = await app.inject({
      url: `/queues/api/queues?activeQueue=${ops.queue.name}&status=delayed&page=1`,
      headers,
    })
    expect(jobs.body).toContain('"href":"../runs/our-run"')
  })
})

const own = new Set(['runs', 'm'])
test.each([
  ['/mirror/runs', '/mirror', '/runs'],
  ['/mirror', '/mirror', '/'],
  ['/mirror?x=1', '/mirror', '/?x=1'],
  ['/mirrors', '/mirror', '/mirrors'],
  ['/runs/2026-11-20-1', '/runs', '/runs/2026-11-20-1'],
  ['/runs/2026-11-20-1', '', '/runs/2026-11-20-1'],
])('%s below %s is %s', (url, publicPath, expected) => {
  expect(withoutPublicPath(url, publicPath, own)).toBe(expected)
})
