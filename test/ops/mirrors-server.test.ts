import { describe, expect, test as plain } from 'vitest'
import type { OpsDeps, OpsHealth, OpsMirror } from '../../src/ops/deps.ts'
import { createOpsServer } from '../../src/ops/server.ts'
import { unnamedCommands } from '../helpers/content/unnamed-commands.ts'
import { checkResponses } from './documented.ts'
import { aHeldRun, aRun, authorization, loopback, startOps, withLogin } from './start-ops.ts'

const test = plain
  .extend('ops', { scope: 'file' }, async ({}, { onCleanup }) => {
    const ops = await startOps()
    onCleanup(() => ops.close())
    await ops.saveRun(aRun())
    await ops.saveRun(aHeldRun())
    return ops
  })
  /** A server for the mirrors `a`, `b`, whose deps differ, and `c`, which did not open. */
  .extend('serve', ({ ops }, { onCleanup }) => (ofB: Partial<OpsDeps> = {}, config = loopback) => {
    const mirrors: OpsMirror[] = [
      { place: { id: 'a', base: '/m/a' }, deps: ops.deps },
      { place: { id: 'b', base: '/m/b' }, deps: { ...ops.deps, ...ofB } },
      { place: { id: 'c', base: '/m/c' }, fault: 'CATALOG is missing' },
    ]
    const { app } = createOpsServer({ config, log: ops.deps.log, mirrors })
    checkResponses(app)
    onCleanup(() => app.close())
    return app
  })

const withHealth = (ops: { deps: OpsDeps }, health: Partial<OpsHealth>): Partial<OpsDeps> => ({
  health: { ...ops.deps.health, ...health },
})
const asBrowser = { accept: 'text/html' }

describe('/readyz of several mirrors', () => {
  test('is ready next to a mirror that did not start, and names it', async ({ ops, serve }) => {
    const stopped = { workersRunning: () => false, startFault: () => 'CMS_TYPE is pages' }
    const answer = await serve(withHealth(ops, stopped)).inject('/readyz')
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { status: 'ready', mirrors: { a: 'ready', b: 'not started', c: 'not started' } },
    ])
  })

  test('is not ready while a mirror starts', async ({ ops, serve }) => {
    const answer = await serve(withHealth(ops, { workersRunning: () => false })).inject('/readyz')
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      { error: { code: 'not_ready', message: 'Mirror b: The workers are not running.' } },
    ])
  })

  test('is not ready if none has started', async ({ ops }) => {
    const mirrors = [{ place: { id: 'c', base: '/m/c' }, fault: 'no' }]
    const { app } = createOpsServer({ config: loopback, log: ops.deps.log, mirrors })
    expect((await app.inject('/readyz')).json()).toMatchObject({
      error: { message: 'No mirror has started. The dashboard shows the reason.' },
    })
    await app.close()
  })

  test('each mirror has its own', async ({ ops, serve }) => {
    const app = serve(withHealth(ops, { workersRunning: () => false }))
    expect((await app.inject('/m/a/readyz')).json()).toEqual({ status: 'ready' })
    expect((await app.inject('/m/b/readyz')).statusCode).toBe(503)
  })
})

test('metrics have a label with the mirror, and those of the process none', async ({ serve }) => {
  const lines = (await serve().inject('/metrics')).body.split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'product_mirror_run_held{mirror="a"} 1',
      'product_mirror_run_held{mirror="b"} 1',
      'product_mirror_last_run_records{kind="sync",mirror="b"} 12345',
      'product_mirror_scrape_failed{source="runs",mirror="a"} 0',
      'product_mirror_workers_running{mirror="a"} 1',
      'product_mirror_workers_running{mirror="c"} 0',
    ]),
  )
  expect(lines.some((line) => /^product_mirror_event_loop_late_seconds \d/.test(line))).toBe(true)
  expect(lines.filter((line) => line.startsWith('# HELP product_mirror_run_held '))).toHaveLength(1)
})

describe('below the path of a mirror', () => {
  test('a form returns to its page, whether or not it contains the path', async ({ serve }) => {
    const app = serve()
    const backTo = async (back: string): Promise<unknown> => {
      const payload = new URLSearchParams({ run: '2026-11-20-2', back }).toString()
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await app.inject({ method: 'POST', url: '/m/b/actions/cancel', headers, payload })
      expect(answer.statusCode).toBe(303)
      return answer.headers['location']
    }
    expect(await backTo('/m/b/runs?show=5')).toMatch(/^\/m\/b\/runs\?show=5&flash=/)
    expect(await backTo('/decisions?kind=open')).toMatch(/^\/m\/b\/decisions\?kind=open&flash=/)
    expect(await backTo('https://evil.example/')).toMatch(/^\/m\/b\/\?flash=/)
  })

  test('the search leads to a product of the same mirror', async ({ serve }) => {
    const app = serve()
    const found = await app.inject('/m/a/products?gtin=4006381333931')
    expect(found.headers['location']).toBe('/m/a/products/4006381333931')
    expect((await app.inject('/m/a/products?gtin=')).headers['location']).toBe('/m/a/coverage')
  })

  test('the API returns the URL of a started run', async ({ ops, serve }) => {
    const started = { ok: true, run: aRun() } as const
    const app = serve({ control: { ...ops.deps.control, start: async () => started } })
    const answer = await app.inject({ method: 'POST', url: '/m/b/api/runs' })
    expect([answer.statusCode, answer.headers['location']]).toEqual([202, '/m/b/api/runs/2026-11-20-1'])
  })

  test('pages and API include the mirror in each command', async ({ serve }) => {
    const app = serve()
    const run = await app.inject('/m/b/api/runs/2026-11-20-2')
    expect(run.body).toContain('product-mirror approve --mirror b 2026-11-20-2')
    const overview = await app.inject({ url: '/m/b/', headers: asBrowser })
    expect(overview.body).toContain('product-mirror approve --mirror b 2026-11-20-2')
    const download = await app.inject('/m/b/runs/2026-11-20-2.json')
    expect(download.body).toContain('product-mirror approve --mirror b 2026-11-20-2')
    for (const { body } of [run, overview, download]) expect(unnamedCommands(body, 'b')).toEqual([])
  })

  test('the mirror responds to unknown paths, with JSON below its API', async ({ serve }) => {
    const app = serve()
    const page = await app.inject({ url: '/m/a/nothing', headers: asBrowser })
    expect(page.statusCode).toBe(404)
    expect(page.body).toContain('href="/m/a/coverage"')
    const api = await app.inject({ url: '/m/a/api/nothing', headers: asBrowser })
    expect(api.json()).toMatchObject({ error: { code: 'not_found' } })
    expect((await app.inject({ url: '/m/x/', headers: asBrowser })).statusCode).toBe(404)
  })

  test('a mirror that did not open returns its error on every path, to API clients, too', async ({
    serve,
  }) => {
    const app = serve()
    const message = 'This mirror did not start: CATALOG is missing. Correct this, then restart the daemon.'
    for (const url of ['/m/c', '/m/c/', '/m/c/runs/2026-11-20-1', '/m/c/api/runs']) {
      const answer = await app.inject(url)
      expect([answer.statusCode, answer.json()]).toEqual([
        503,
        { error: { code: 'mirror_not_started', message } },
      ])
    }
    const page = await app.inject({ url: '/m/c/', headers: asBrowser })
    expect(page.body).toContain(`<p>${message}`)
  })

  test('all are below the public path', async ({ serve }) => {
    const app = serve({}, { ...loopback, publicUrl: 'https://ops.example/tools' })
    for (const url of ['/', '/tools/', '/m/a/', '/tools/m/a/runs', '/m/a/queues', '/m/c/', '/m/a/nowhere']) {
      const { body } = await app.inject({ url, headers: asBrowser })
      const links = [...body.matchAll(/ (?:href|src|action|data-events)="(\/[^"]*)"/g)].map(
        ([, link]) => link,
      )
      expect(links.length).toBeGreaterThan(3)
      expect(links.filter((link) => !link?.startsWith('/tools/'))).toEqual([])
    }
    const { mirrors } = (await app.inject('/tools/api/mirrors')).json<{ mirrors: { url: string }[] }>()
    expect(mirrors.map(({ url }) => url)).toEqual(['/tools/m/a/', '/tools/m/b/', '/tools/m/c/'])
  })

  test('simultaneous first requests for the queues of several mirrors get the pages of their mirrors', async ({
    serve,
  }) => {
    const app = serve({}, { ...withLogin, publicUrl: 'https://ops.example/tools' })
    const headers = { authorization, ...asBrowser }
    const urls = ['/m/a/queues', '/m/b/queues', '/tools/m/a/queues', '/m/b/queues/queue/write-pages']
    const pages = await Promise.all(urls.map((url) => app.inject({ url, headers })))
    for (const [index, { statusCode, body, headers: sent }] of pages.entries()) {
      const base = `/tools${/\/m\/./.exec(urls[index] ?? '')?.[0] ?? ''}`
      expect([statusCode, sent['content-security-policy']]).toEqual([
        200,
        expect.stringContaining('unsafe-inline'),
      ])
      expect(body).toContain(`<base href="${base}/queues/"`)
      expect(body).toContain(`href="${base}/coverage"`)
    }
  })

  test('the login protects every mirror and the list', async ({ serve }) => {
    const app = serve({}, withLogin)
    for (const url of ['/', '/api/mirrors', '/m/a/', '/m/a/api/runs', '/m/a/queues', '/m/c/', '/metrics']) {
      expect([url, (await app.inject(url)).statusCode]).toEqual([url, 401])
    }
    expect((await app.inject({ url: '/m/a/', headers: { authorization } })).statusCode).toBe(200)
    expect((await app.inject('/m/a/readyz')).statusCode).toBe(200)
    const payload = 'run=2026-11-20-2'
    const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' }
    const forged = await app.inject({ method: 'POST', url: '/m/a/actions/cancel', headers, payload })
    expect(forged.json()).toMatchObject({ error: { code: 'stale_form' } })
  })
})

describe('the list of mirrors', () => {
  test('shows each with its last run, held plans and problems', async ({ serve }) => {
    const { mirrors } = (await serve().inject('/api/mirrors')).json<{ mirrors: unknown[] }>()
    expect(mirrors).toMatchObject([
      {
        id: 'a',
        url: '/m/a/',
        summary: {
          last: { link: { text: '2026-11-20-1', url: '/m/a/runs/2026-11-20-1' }, state: 'done' },
          next: { text: 'not scheduled' },
          held: { text: '1 plan', url: '/m/a/#held' },
          upstreams: [
            { label: 'Partner', text: 'idle' },
            { label: 'CMS', text: 'idle' },
          ],
        },
      },
      { id: 'b' },
      { id: 'c', url: '/m/c/', health: { tone: 'bad', text: expect.stringContaining('CATALOG is missing') } },
    ])
  })

  test('a mirror that cannot be read does not hide the others', async ({ ops, serve }) => {
    const unread = { ...ops.deps.snapshots, countMirrored: () => Promise.reject(new Error('no answer')) }
    const page = await serve({ snapshots: unread }).inject({ url: '/', headers: asBrowser })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('Its state cannot be read: no answer')
    expect(page.body).toContain('href="/m/a/runs/2026-11-20-1"')
  })

  test('the API without a mirror returns the paths of the mirrors', async ({ serve }) => {
    const answer = await serve().inject({ method: 'POST', url: '/api/runs' })
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { error: { code: 'name_a_mirror' } }])
  })
})
