import { because } from '../../helpers/content/reason-of.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OpsDeps } from '../../../src/ops/deps.ts'
import { createFormToken } from '../../../src/ops/http/form-token.ts'
import { aHeldRun, authorization, gtin, login, opsApp, startOps, withLogin } from '../start-ops.ts'

let ops: Awaited<ReturnType<typeof startOps>>
let app: FastifyInstance
let guarded: FastifyInstance
let asked: unknown[] = []
const run = aHeldRun()
const ask =
  <T>(name: string, answer: T) =>
  async (...input: unknown[]): Promise<T> => {
    // The signals that stop the work are last. The parts of the request come before them.
    asked.push([name, ...input.filter((part) => part !== undefined && !(part instanceof AbortSignal))])
    return answer
  }

beforeAll(async () => {
  ops = await startOps()
  await ops.saveRun(run)
  const replaced: Partial<OpsDeps> = {
    control: {
      start: ask('start', { ok: true, run: aHeldRun({ id: 'new' }) }),
      approve: ask('approve', { ok: true }),
      cancel: ask('cancel', { ok: true }),
      undo: ask('undo', { ok: false, reason: 'Run 2026-11-20-2 wrote nothing.' }),
      nextRunAt: async () => undefined,
      lastDueAt: async () => undefined,
    },
  }
  app = opsApp(ops.deps, replaced)
  guarded = opsApp(ops.deps, { ...replaced, config: withLogin })
})
beforeEach(() => void (asked = []))
afterAll(async () => {
  await app.close()
  await guarded.close()
  await ops.close()
})

const accept = 'text/html,application/xhtml+xml'
function send(url: string, fields: Record<string, string>, headers: Record<string, string> = {}, to = app) {
  const payload = new URLSearchParams(fields).toString()
  const type = 'application/x-www-form-urlencoded'
  return to.inject({ method: 'POST', url, payload, headers: { accept, 'content-type': type, ...headers } })
}
const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

describe('a form', () => {
  test.each([
    ['approve', { run: run.id }, ['approve', run.id]],
    ['approve', { run: run.id, only: 'updates' }, ['approve', run.id, 'updates']],
    ['cancel', { run: run.id }, ['cancel', run.id]],
    ['undo', { run: run.id }, ['undo', { undoes: run.id, trigger: 'dashboard' }]],
    [
      'start',
      { kind: 'sync' },
      ['start', { kind: 'sync', approved: false, scope: {}, trigger: 'dashboard' }],
    ],
    [
      'start',
      { kind: 'verify', repair: 'yes' },
      ['start', { kind: 'verify', approved: false, repair: true, scope: {}, trigger: 'dashboard' }],
    ],
    [
      'start',
      { kind: 'sync', gtin, language: 'de-de' },
      [
        'start',
        {
          kind: 'sync',
          approved: false,
          scope: { gtins: [gtin], languages: ['de-de'] },
          trigger: 'dashboard',
        },
      ],
    ],
  ] as [string, Record<string, string>, unknown[]][])(
    '%s %o requests exactly that action',
    async (name, fields, wanted) => {
      expect((await send(`/actions/${name}`, fields)).statusCode).toBe(303)
      expect(asked).toEqual([wanted])
    },
  )

  test('decides about a record, with its reason', async () => {
    const key = { gtin, language: 'de' }
    const decide = (fields: Record<string, string>) => send('/actions/resolve', { ...key, ...fields })
    expect((await decide({ choice: 'hold', reason: 'until May' })).statusCode).toBe(303)
    expect(await ops.deps.decisions.read([key])).toMatchObject([
      { kind: 'hold', by: 'the dashboard', reason: 'until May' },
    ])
    expect((await decide({ choice: 'release', reason: '' })).statusCode).toBe(303)
    expect(await ops.deps.decisions.count()).toBe(0)
  })

  test('releases a record from quarantine', async () => {
    const key = { gtin, language: 'de' }
    const at = '2026-11-20T04:00:00Z'
    const value = { count: 5, since: at, runId: '1', reasons: because('returned 500'), nextTryAt: at }
    await ops.deps.failing.save([{ key, value }])
    expect((await send('/actions/retry', key)).statusCode).toBe(303)
    expect(await ops.deps.failing.count()).toBe(0)
  })

  test('returns to its page, which shows the result', async () => {
    const { headers } = await send('/actions/approve', { run: run.id, back: '/audit?before=9-9&flash=1-1' })
    expect(headers.location).toMatch(/^\/audit\?before=9-9&flash=\d+-\d+$/)
    const page = await app.inject({ url: String(headers.location) })
    expect(textOf(page.body)).toContain(
      `Done. Approved run ${run.id}. Its plan is checked again, then written.`,
    )
  })

  test('that is rejected returns to its page, which shows the reason', async () => {
    const { headers } = await send('/actions/undo', { run: run.id, back: '/' })
    const page = await app.inject({ url: String(headers.location) })
    expect(textOf(page.body)).toContain('Refused. Run 2026-11-20-2 wrote nothing.')
    const missing = await send('/actions/approve', { run: 'nope', back: '/' })
    const shown = await app.inject({ url: String(missing.headers.location) })
    expect(textOf(shown.body)).toContain('Refused. Run nope does not exist')
  })

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/.//a//b//evil.example',
    'javascript:1',
  ])('never redirects to another site: %s', async (back) => {
    const { headers } = await send('/actions/approve', { run: run.id, back })
    expect(headers.location).toMatch(/^\/\?flash=/)
  })

  test('no link can put its own text on a page', async () => {
    const page = await app.inject({ url: '/?flash=Pay+now' })
    expect(page.statusCode).toBe(200)
    expect(page.body).not.toContain('Pay')
    expect(page.body).not.toContain('class="flash')
  })

  test('with invalid input is rejected on a page that names the field', async () => {
    const answer = await send('/actions/retry', { gtin: '123', language: 'de' })
    expect(answer.statusCode).toBe(400)
    expect(answer.headers['content-type']).toContain('text/html')
    expect(textOf(answer.body)).toContain('gtin:')
    expect(asked).toEqual([])
  })
})

describe('with a login a form', () => {
  const fields = { run: run.id }
  const own = { authorization, host: 'ops.example' }
  const post = (more: Record<string, string>, headers: Record<string, string> = {}) =>
    send('/actions/approve', { ...fields, ...more }, { ...own, ...headers }, guarded)

  test('is rejected without its token', async () => {
    const held = await guarded.inject({ url: '/', headers: own })
    const token = /name="token" value="([^"]+)"/.exec(held.body)?.[1] ?? ''
    const refused = await post({})
    expect(refused.statusCode).toBe(403)
    expect(textOf(refused.body)).toContain('older than a day or does not come from this dashboard')
    expect(asked).toEqual([])
    expect((await post({ token })).statusCode).toBe(303)
    expect(asked).toEqual([['approve', run.id]])
  })

  test('is rejected with the token of another login', async () => {
    const token = createFormToken({ ...withLogin, password: 'other' }).issue() ?? ''
    expect((await post({ token })).statusCode).toBe(403)
    expect(asked).toEqual([])
  })

  test('from another site is rejected with an explanation, with or without the token', async () => {
    const token = createFormToken(withLogin).issue() ?? ''
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
    ]
    for (const headers of foreign) {
      const answer = await post({ token }, headers)
      expect(answer.statusCode).toBe(403)
      expect(answer.headers['content-type']).toContain('text/plain')
      expect(answer.body).toMatch(
        /^Refused a request from .*: only pages of ops\.example may change anything\.$/,
      )
    }
    expect(asked).toEqual([])
  })

  test('is accepted within a day, even by a process whose clock is behind, but not two days later', () => {
    const at = Date.parse('2026-11-20T23:59:00Z')
    const token = createFormToken(withLogin, () => at).issue()
    const accepts = (hours: number) => createFormToken(withLogin, () => at + hours * 3_600_000).accepts(token)
    expect([-48, -24, 0, 24, 48].map(accepts)).toEqual([false, true, true, true, false])
  })
})

test('without a login, a form from another site is rejected, too', async () => {
  const answer = await send('/actions/approve', { run: run.id }, { 'sec-fetch-site': 'cross-site' })
  expect(answer.statusCode).toBe(403)
  expect(asked).toEqual([])
})

test('browsers may send the origin with forms', async () => {
  expect((await app.inject({ url: '/' })).headers['referrer-policy']).toBe('same-origin')
})

test('the search box accepts spaces and dashes in a GTIN', async () => {
  const find = async (typed: string) =>
    (await app.inject({ url: `/products?gtin=${encodeURIComponent(typed)}` })).headers.location
  expect(await find(' 4006381 33393-1 ')).toBe(`/products/${gtin}`)
  expect(await find('../x')).toBe('/products/..%2Fx')
})

test('API clients need only the login', async () => {
  const url = `/api/runs/${run.id}/approve`
  const answer = await guarded.inject({
    method: 'POST',
    url,
    headers: { authorization, host: 'ops.example' },
  })
  expect(answer.statusCode).toBe(202)
  expect(asked).toEqual([['approve', run.id]])
  expect(await ops.deps.audit.list(1)).toMatchObject([
    {
      by: login.user,
      from: '127.0.0.1',
      via: 'api',
      action: 'approve',
      subject: `run ${run.id}`,
      done: true,
    },
  ])
})

test('API clients may approve one part of a plan, and must name an existing one', async () => {
  const approve = (only: string) =>
    app.inject({ method: 'POST', url: `/api/runs/${run.id}/approve`, payload: { only } })
  expect((await approve('updates')).statusCode).toBe(202)
  const refused = await approve('prices')
  expect([refused.statusCode, refused.json().error.message]).toEqual([400, expect.stringContaining('only')])
  expect(asked).toEqual([['approve', run.id, 'updates']])
})
