import { beforeEach, expect } from 'vitest'
import type { WritePause } from '../../../src/core/report/pauses.ts'
import { withOps } from '../../helpers/ops.ts'
import { aHeldRun, aRun, gtin } from '../start-ops.ts'

const held = aHeldRun()
const active = '2026-11-21-1'
let asked: unknown[] = []
const until = '2026-11-21T21:00:00.000Z'
const closed = { code: 'outside-windows', until } as const
const paused = { code: 'paused', until, end: until, since: until, by: 'anna', reason: 'shop update' } as const
let writePause: WritePause | undefined

const it = withOps(async (ops) => {
  await ops.saveRun(held)
  await ops.saveRun(aRun())
  const { finishedAt: _, ...run } = aRun({ id: active, state: 'writing' })
  await ops.runs.begin(run)
  const started = { ok: true as const, run: aRun({ id: 'new' }) }
  return {
    health: { ...ops.deps.health, writePause: () => writePause },
    control: {
      ...ops.deps.control,
      async start(request) {
        asked.push(request)
        return started
      },
      async approve(...request) {
        asked.push(request)
        return { ok: true }
      },
      async undo(request) {
        asked.push(request)
        return started
      },
    },
  }
})
  .extend(
    'post',
    ({ app }) =>
      (url: string, payload: object = {}) =>
        app.inject({ method: 'POST', url, payload }),
  )
  .extend('submit', ({ app }) => async (name: string, fields: Record<string, string>) => {
    const answer = await app.inject({
      method: 'POST',
      url: `/actions/${name}`,
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    })
    const page = await app.inject({ url: String(answer.headers.location), headers: { accept: 'text/html' } })
    return /<p class="flash[^]*?<\/p>/.exec(page.body)?.[0].replace(/<[^>]*>/g, '') ?? ''
  })
  .extend('see', ({ app }) => async (url: string) => {
    const { body } = await app.inject({ url, headers: { accept: 'text/html' } })
    return [...body.matchAll(/<form class="action"[^]*?<\/form>/g)].map(([form]) => form)
  })

beforeEach(() => {
  asked = []
  writePause = closed
})

const reason = 'the price was wrong'
const allowed = { now: true, reason }

it.for([
  ['/api/runs', {}, { kind: 'sync', writeNow: reason }],
  ['/api/runs', { kind: 'verify', repair: true }, { kind: 'verify', writeNow: reason }],
  [`/api/runs/${aRun().id}/undo`, { gtins: [gtin] }, { undoes: aRun().id, writeNow: reason }],
] as const)(
  'POST %s %o with now and a reason starts a run that may write now',
  async ([url, body, wanted], { post, ops }) => {
    expect((await post(url, { ...body, ...allowed })).statusCode).toBe(202)
    expect(asked).toMatchObject([wanted])
    expect(await ops.deps.audit.list(1)).toMatchObject([
      { action: expect.stringMatching(/^start|^undo/), result: expect.stringContaining('does not wait') },
    ])
    const [, entry] = await ops.deps.audit.list(2)
    expect(entry).toMatchObject({
      action: 'write now',
      subject: 'run new',
      via: 'api',
      done: true,
      result: `Run new may write outside the write windows: ${reason}.`,
    })
  },
)

it('an approval may write now, and so may that of a part', async ({ post }) => {
  const url = `/api/runs/${held.id}/approve`
  expect((await post(url, allowed)).statusCode).toBe(202)
  expect((await post(url, { ...allowed, only: 'updates' })).statusCode).toBe(202)
  expect(asked).toEqual([
    [held.id, undefined, reason],
    [held.id, 'updates', reason],
  ])
})

it('an active run is released by an approval with now, and shows no pause then', async ({
  post,
  app,
  ops,
  see,
}) => {
  const read = async () => (await app.inject({ url: `/api/runs/${active}` })).json().run
  const offers = async () =>
    (await see(`/runs/${active}`)).some((form) => form.includes('Write now, outside'))
  expect(await read()).toMatchObject({ writePause: { code: 'outside-windows' } })
  expect(await offers()).toBe(true)
  const refused = await post(`/api/runs/${active}/approve`, { now: true })
  expect([refused.statusCode, refused.json().error.message]).toEqual([
    400,
    'reason: now requires a reason of 1 to 300 characters, which the audit log keeps',
  ])
  expect(await ops.deps.writePauses.mayWriteNow(active)).toBe(false)
  expect((await post(`/api/runs/${active}/approve`, allowed)).statusCode).toBe(202)
  expect(asked).toEqual([])
  expect(await ops.deps.writePauses.mayWriteNow(active)).toBe(true)
  expect(await read()).not.toHaveProperty('writePause')
  expect(await offers()).toBe(false)
  await ops.deps.writePauses.forgetNow(active)
})

it.for([
  [{ now: true }, /^reason: now requires a reason/],
  [{ now: true, reason: ' \n' }, /^reason: now requires a reason/],
  [{ now: true, reason: 'x'.repeat(301) }, /^reason: now requires a reason of 1 to 300/],
  [{ reason }, /^reason: allowed only with now/],
  [{ now: false, reason }, /^reason: allowed only with now/],
  [{ kind: 'plan', ...allowed }, /^now: not allowed, because a dry run writes nothing/],
  [{ kind: 'verify', ...allowed }, /^now: not allowed, because a verify without repair writes nothing/],
] as const)('%o is refused, and starts nothing', async ([body, message], { post, ops }) => {
  const answer = await post('/api/runs', body)
  expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'invalid_input'])
  expect(answer.json().error.message).toMatch(message)
  expect(asked).toEqual([])
  expect(await ops.deps.audit.list(1)).toMatchObject([
    { done: false, result: expect.stringMatching(message) },
  ])
})

it('outside the windows, forms that write offer to write now, and need a reason', async ({ see, submit }) => {
  const offering = async (url: string) =>
    (await see(url))
      .filter((form) => form.includes('type="checkbox" name="now"'))
      .map((form) => /<button[^>]*>([^<]*)/.exec(form)?.[1])
  expect(await offering('/')).toEqual(['Approve this plan', 'Sync'])
  expect(await offering(`/runs/${held.id}`)).toContain('Approve this plan')
  expect(await offering(`/runs/${aRun().id}`)).toEqual(['Undo'])
  // Nothing overrides a pause.
  for (const other of [undefined, paused]) {
    writePause = other
    expect(await offering('/')).toEqual([])
  }

  const fields = { kind: 'sync', back: '/' }
  expect(await submit('start', { ...fields, now: 'yes', reason: '' })).toBe(
    'Refused. reason: now requires a reason of 1 to 300 characters, which the audit log keeps',
  )
  expect(asked).toEqual([])
  expect(await submit('start', { ...fields, now: 'yes', reason })).toBe(
    'Done. Run new (sync) started. It does not wait for a write window.',
  )
  expect(await submit('undo', { run: aRun().id, now: 'yes', reason, back: '/' })).toContain('does not wait')
  expect(await submit('approve', { run: held.id, sample: '2', now: 'yes', reason, back: '/' })).toContain(
    'does not wait',
  )
  expect(asked).toMatchObject([
    { kind: 'sync', writeNow: reason },
    { undoes: aRun().id, writeNow: reason },
    [held.id, { sample: 2 }, reason],
  ])
})
