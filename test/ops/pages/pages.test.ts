import { Worker } from 'bullmq'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpsDeps } from '../../../src/ops/deps.ts'
import { linkOfJob } from '../../../src/ops/pages/queues/job-link.ts'
import { aHeldRun, aRun, opsApp, startOps } from '../start-ops.ts'
import { refusedFor } from '../../helpers/sync/guards.ts'

let ops: Awaited<ReturnType<typeof startOps>>
let app: FastifyInstance
const opened: FastifyInstance[] = []
const refused = () => Promise.reject(new Error('connect ECONNREFUSED'))

beforeAll(async () => {
  ops = await startOps()
  app = open()
})
afterAll(async () => {
  for (const server of opened) await server.close()
  await ops.close()
})

function open(replaced: Partial<OpsDeps> = {}): FastifyInstance {
  const server = opsApp(ops.deps, replaced)
  opened.push(server)
  return server
}

const withRuns = (...recent: ReturnType<typeof aRun>[]): Partial<OpsDeps> => ({
  runs: {
    ...ops.runs,
    list: async () => recent,
    waiting: async () => recent.filter(({ state }) => state === 'held'),
  },
})
const read = async (replaced: Partial<OpsDeps>) => (await open(replaced).inject({ url: '/' })).body

describe('the overview', () => {
  it('explains how to start before the first run', async () => {
    const html = await read({})
    expect(html).toContain('<code>product-mirror plan</code>')
    for (const kind of ['plan', 'sync']) expect(html).toContain(`name="kind" value="${kind}"`)
  })

  it('shows the runs with their counts and durations', async () => {
    const html = await read(withRuns(aRun()))
    expect(html).toContain('href="/runs/2026-11-20-1"')
    expect(html).toContain('<span class="badge done">done</span>')
    expect(html).toContain(
      '<time datetime="2026-11-20T05:00Z" title="2026-11-20 05:00 UTC">2026-11-20 05:00 UTC</time>',
    )
    expect(html).toContain('1 min 30 s')
    expect(html).toContain('data-label="records">12,345<')
  })

  it('shows how many records of a run were not planned, and how many files were not fetched', async () => {
    const { counts } = aRun()
    const run = aRun({ state: 'partial', counts: { ...counts, notPlanned: 7 }, unfetched: 101 })
    const html = await read(withRuns(run))
    expect(html).toContain('class="number count failed" data-label="not planned">7<')
    expect(html).toContain('101 files could not be fetched')
  })

  it("shows a held plan with its guard's numbers and the command that approves it", async () => {
    const html = await read(withRuns(aHeldRun()))
    expect(html).toContain('Would retire 412 of 1030 pages (40.0 %, limit 51 pages or 5.0 %)')
    expect(html).toContain('<dt>to retire</dt><dd>412</dd>')
    expect(html.replace(/<[^>]*>/g, '')).toContain('product-mirror approve 2026-11-20-2')
  })

  it('shows since when a plan is held, its digest, why its approval was rejected, and its samples', async () => {
    const sample = { gtin: '1', language: 'de', pageId: 41, before: 'a', after: 'b' }
    const html = await read(
      withRuns(
        aHeldRun({
          finishedAt: '2026-11-20T06:02:00.000Z',
          planDigest: 'abcdefghijklmnop',
          refusal: refusedFor('Since this plan was made, 1 page was changed in the CMS (1/de).'),
          samples: [
            { ...sample, field: 'title' },
            { ...sample, field: 'inner' },
            { ...sample, field: 'inner', pageId: 42 },
          ],
          guards: [
            {
              guard: 'template',
              count: 9,
              of: 9,
              limit: 0,
              share: 1,
              only: 9,
              rewrite: true,
            },
          ],
        }),
        aRun({ id: '2026-11-20-9', kind: 'plan', state: 'planned' }),
      ),
    )
    expect(html).toContain('2026-11-20 06:02 UTC</time>, plan <code>abcdefghijkl</code>')
    expect(html).toContain('Since this plan was made, 1 page was changed in the CMS (1/de).')
    expect(html).toContain('Would write 9 of 9 pages because every page is to be written again')
    expect(html).toContain('2 sample pages before and after')
    expect(html).not.toContain('needs approval</h2>')
    expect(html.match(/needs a new plan<\/h2>/g)).toHaveLength(1)
  })

  it('shows the next run and the rate limit of an upstream', async () => {
    const at = new Date(Date.now() + 2 * 3_600_000)
    const html = await read({
      control: { ...ops.deps.control, nextRunAt: async () => at },
      health: { ...ops.deps.health, limited: () => ({ partner: 125_000, cms: 0 }) },
    })
    expect(html).toContain('in 2 h')
    expect(html).toContain('paused for 2 min 5 s')
  })

  it('escapes all values', async () => {
    const evil = `"><img src=x onerror=alert(1)>'`
    const html = await read(
      withRuns(
        aHeldRun({
          id: evil,
          guards: [{ guard: 'update', count: 1, of: 1, limit: 1, share: 1, text: evil }],
        }),
        aRun({ state: 'failed', failure: { cause: 'partner', message: evil } }),
      ),
    )
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  })

  it('reports a failing Redis with status 503', async () => {
    const answer = await open({ runs: { ...ops.runs, list: refused } }).inject({ url: '/' })
    expect(answer.statusCode).toBe(503)
    expect(answer.body).toContain('connect ECONNREFUSED')
  })
})

describe('no page', () => {
  const pages = ['/', '/queues', '/queues/', '/queues/queue/write-pages', '/queues/job-schedulers']

  it.each(pages)('refers to another host: %s', async (url) => {
    const { statusCode, headers, body } = await app.inject({ url })
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toContain('text/html')
    expect(body).not.toMatch(/(?:https?:)?\/\/[a-z]/i)
  })

  it.each([...pages, '/base.css'])(
    'may load from another host, run inline scripts or be framed: %s',
    async (url) => {
      const policy = String((await app.inject({ url })).headers['content-security-policy'])
      expect(policy).toContain("default-src 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/script-src[^;]*unsafe|https?:|\*/)
    },
  )

  it('except Bull Board allows inline styles', async () => {
    const [ours, board] = await Promise.all([app.inject({ url: '/' }), app.inject({ url: '/queues' })])
    expect(ours.headers['content-security-policy']).not.toContain('unsafe')
    expect(board.headers['content-security-policy']).toContain("style-src 'self' 'unsafe-inline'")
  })

  it('is cached, because pages need a login', async () => {
    for (const url of ['/', '/api/runs', '/queues', '/metrics']) {
      expect((await app.inject({ url })).headers['cache-control']).toBe('no-store')
    }
  })
})

it('the linked files of the overview and Bull Board exist', async () => {
  const overview = (await app.inject({ url: '/' })).body
  const linked = [...overview.matchAll(/<link [^>]*href="(\/[^"]+)"/g)].map((match) => match[1])
  expect(linked.length).toBeGreaterThan(3)
  for (const url of linked) expect((await app.inject({ url: url ?? '' })).statusCode).toBe(200)
  const board = (await app.inject({ url: '/queues' })).body
  const files = [...board.matchAll(/(?:src|href)="(static\/[^"]+\.(?:js|css))"/g)].map((match) => match[1])
  expect(files.length).toBeGreaterThan(3)
  for (const file of files) expect((await app.inject({ url: `/queues/${file}` })).statusCode).toBe(200)
})

it('Bull Board lists the queues and retries a failed job', async () => {
  const { name } = ops.queue
  const listed = (await app.inject({ url: '/queues/api/queues' })).json()
  expect(listed.queues.map((queue: { name: string }) => queue.name)).toEqual([name])

  const job = await ops.queue.add('batch', {})
  const worker = new Worker(name, undefined, { connection: ops.connection })
  const taken = await worker.getNextJob('token')
  await taken?.moveToFailed(new Error('the CMS said no'), 'token', false)
  await worker.close()
  expect(await job.getState()).toBe('failed')

  const answer = await app.inject({ method: 'PUT', url: `/queues/api/queues/${name}/${job.id}/retry` })
  expect(answer.statusCode).toBeLessThan(300)
  expect(await job.getState()).toBe('waiting')
  await expect
    .poll(async () => (await ops.deps.audit.list(1))[0])
    .toMatchObject({ via: 'queues', action: 'PUT', subject: `/queues/${name}/${job.id}/retry`, done: true })
})

it.each([
  [{ runId: '2026-11-20-1', gtins: ['1', '2'] }, 'Run 2026-11-20-1', '/runs/2026-11-20-1'],
  [{ runId: '2026-11-20-1', gtins: ['4006381333931'] }, 'Product 4006381333931', '/products/4006381333931'],
  [{ runId: 'r', recordIds: ['1/de', '1/en'] }, 'Product 1', '/products/1'],
  [{ runId: 'r', recordIds: ['1/de', '2/de'] }, 'Run r', '/runs/r'],
  [{ receiver: 'x' }, 'Runs', '/runs'],
  [undefined, 'Runs', '/runs'],
])('a job of %o links to %s', (data, displayText, href) => {
  expect(linkOfJob(data)).toEqual({ displayText, href })
})

it('the audit log is paged and escaped', async () => {
  for (let index = 0; index < 60; index++) {
    await ops.deps.audit.add({
      at: '2026-11-20T05:00:00.000Z',
      by: '<b>olive</b>',
      from: '192.0.2.4',
      via: 'api',
      action: 'approve',
      subject: `run ${index}.`,
      done: false,
      result: 'Not now.',
    })
  }
  const { body } = await app.inject({ url: '/audit' })
  expect(body).toContain('&lt;b&gt;olive&lt;/b&gt; from 192.0.2.4 via the API')
  expect([body.includes('run 59.'), body.includes('run 10.'), body.includes('run 9.')]).toEqual([
    true,
    true,
    false,
  ])
  const older = /href="(\/audit\?before=[^"]+)"/.exec(body)?.[1] ?? ''
  expect((await app.inject({ url: older })).body).toContain('run 9.')
  const wrong = await app.inject({ url: '/audit?before=x', headers: { accept: 'text/html' } })
  expect(wrong.statusCode).toBe(400)
  expect(wrong.body).toContain('before: is not the id of an audit entry')
})
