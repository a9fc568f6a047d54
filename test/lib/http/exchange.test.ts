import pLimit from 'p-limit'
import { Agent } from 'undici'
import { afterEach, expect, test } from 'vitest'
import { GivenUpError, LimitedError } from '../../../src/lib/errors.ts'
import { type Call, createExchange, type RetryOptions } from '../../../src/lib/http/exchange.ts'
import { openGate, strictGate } from '../../helpers/sync/gate.ts'
import { type ScriptedServer, startScripted, type Step } from '../../helpers/world/scripted-server.ts'

const signal = new AbortController().signal
const quick = { baseMs: 1, capMs: 2 }
const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function setup(script: Step[], options: { retry?: Partial<RetryOptions>; timeoutMs?: number } = {}) {
  const server = await startScripted(script)
  const dispatcher = new Agent({ allowH2: false })
  closing.push(
    () => server.close(),
    () => dispatcher.destroy(),
  )
  const gate = openGate()
  const { timeoutMs = 60_000, retry } = options
  const base = { dispatcher, limit: pLimit(4), timeoutMs, retry: { ...quick, ...retry } }
  return { server, gate, dispatcher, base, exchange: createExchange({ ...base, gate }) }
}

/** Accepts any 200 as a response. */
function get(server: Pick<ScriptedServer, 'url'>, more: Partial<Call<number>> = {}): Call<number> {
  return {
    method: 'GET',
    origin: server.url,
    path: '/',
    headers: {},
    read: ({ status }) =>
      status === 200 ? { ok: true, value: status } : { ok: false, reason: `returned ${status}` },
    ...more,
  }
}

test.each<[string, Step]>([
  ['a server fault', { status: 502 }],
  ['a 503 without Retry-After', { status: 503 }],
  ['a reset connection', 'reset'],
  ['a cut body', 'cut'],
])('sends the request again after %s', async (_, step) => {
  const { server, exchange, gate } = await setup([step, step, {}])
  expect(await exchange(get(server), signal)).toEqual({ ok: true, value: 200 })
  expect(server.asked).toHaveLength(3)
  expect(gate.closed).toEqual([])
})

test('gives up after the last try with the reason and the number of tries', async () => {
  const { server, exchange } = await setup([{ status: 500 }], { retry: { tries: 3 } })
  expect(await exchange(get(server), signal)).toMatchObject({
    ok: false,
    reason: 'returned 500 (after 3 tries)',
  })
  expect(server.asked).toHaveLength(3)
})

test('a request that must not run twice is not repeated once it was sent', async () => {
  const { server, exchange } = await setup(['reset', {}])
  expect(await exchange(get(server, { once: true }), signal)).toMatchObject({ ok: false, sent: true })
  expect(server.asked).toHaveLength(1)
})

test('a refused connection counts as not sent, and is tried again', async () => {
  const { exchange } = await setup([{}], { retry: { tries: 2 } })
  const gone = await startScripted([{}])
  await gone.close()
  const result = await exchange(get(gone, { once: true, method: 'POST' }), signal)
  expect(result).toMatchObject({ ok: false, sent: false, code: 'ECONNREFUSED' })
  expect(result).toHaveProperty('reason', expect.stringContaining('after 2 tries'))
})

test('a request whose connection cannot be made within its time was not sent', async () => {
  const { gate, base } = await setup([{}])
  const never = new Agent({ connect: () => {} })
  closing.push(() => never.destroy())
  const exchange = createExchange({ ...base, gate, dispatcher: never, timeoutMs: 20, retry: { tries: 1 } })
  expect(await exchange(get({ url: 'http://127.0.0.1' }), signal)).toMatchObject({
    sent: false,
    code: 'TIMEOUT',
  })
})

test('a reply that exceeds the time limit is lost', async () => {
  const { server, exchange } = await setup(['hang'], { timeoutMs: 50, retry: { tries: 1 } })
  const result = await exchange(get(server), signal)
  expect(result).toMatchObject({ ok: false, sent: true, reason: 'no complete response within 0.05 s' })
})

test('a Retry-After closes the gate and costs no try', async () => {
  const limits = Array.from({ length: 10 }, () => ({ status: 429, headers: { 'retry-after': '3' } }))
  const maintenance = { status: 503, headers: { 'retry-after': '600' } }
  const script = [...limits, maintenance, { status: 500 }, {}]
  const { server, exchange, gate } = await setup(script, { retry: { tries: 2 } })
  expect(await exchange(get(server), signal)).toEqual({ ok: true, value: 200 })
  expect(gate.closed).toEqual([...limits.map(() => 3_000), 600_000])
})

test.each([
  ['the server’s clock', {}, 20_000],
  // The first limit is doubted after half a minute.
  ['our clock if the response is cached', { age: '10' }, 30_000],
])('a date in Retry-After is read by %s', async (_, more, waitMs) => {
  const sentAt = new Date(Date.now() + 7_200_000)
  const until = new Date(sentAt.getTime() + 20_000)
  const headers = { date: sentAt.toUTCString(), 'retry-after': until.toUTCString(), ...more }
  const { server, exchange, gate } = await setup([{ status: 503, headers }, {}])
  await exchange(get(server), signal)
  expect(gate.closed).toEqual([waitMs])
})

test('a limit without Retry-After is followed by growing pauses', async () => {
  const { server, exchange, gate } = await setup([...Array.from({ length: 9 }, () => ({ status: 429 })), {}])
  await exchange(get(server), signal)
  expect(gate.closed[0]).toBeGreaterThanOrEqual(500)
  expect(gate.closed[0]).toBeLessThanOrEqual(1_000)
  expect(gate.closed.at(-1)).toBeGreaterThanOrEqual(30_000)
  expect(gate.closed.at(-1)).toBeLessThanOrEqual(60_000)
})

test('a limited request that must not run twice is sent again after a 429, not after a 503', async () => {
  const { server, exchange, gate } = await setup([
    { status: 429, headers: { 'retry-after': '1' } },
    { status: 503, headers: { 'retry-after': '2' } },
  ])
  expect(await exchange(get(server, { once: true }), signal)).toMatchObject({ ok: false, sent: true })
  expect(server.asked).toHaveLength(2)
  expect(gate.closed).toEqual([1_000, 2_000])
})

test('a gate that is closed for long ends the call with its own error', async () => {
  const { server, base } = await setup([{ status: 429, headers: { 'retry-after': '60' } }])
  const exchange = createExchange({ ...base, gate: strictGate('cms') })
  await expect(exchange(get(server), signal)).rejects.toThrow(LimitedError)
})

test('the error of a limit quotes the response that set it', async () => {
  const { server, base } = await setup([
    { status: 503, headers: { 'retry-after': '60' }, json: { message: 'Down for maintenance.' } },
  ])
  const exchange = createExchange({ ...base, gate: strictGate('cms') })
  await expect(exchange(get(server), signal)).rejects.toThrow(
    'Rate-limited by the CMS (503: Down for maintenance.); resuming in',
  )
  await expect(exchange(get(server), signal)).rejects.toThrow('Rate-limited by the CMS; resuming in')
})

test('a dead upstream is not called for every request, and probed again after a pause', async () => {
  const retry = { tries: 1, breakAfter: 3, breakMs: 2_000 }
  const { server, exchange } = await setup([{ status: 500 }, { status: 500 }, { status: 500 }, {}], { retry })
  for (let i = 0; i < 3; i++) await exchange(get(server), signal)
  expect(await exchange(get(server), signal)).toMatchObject({ ok: false, sent: false, code: 'BROKEN' })
  expect(server.asked).toHaveLength(3)
  await expect.poll(() => exchange(get(server), signal)).toEqual({ ok: true, value: 200 })
  expect(server.asked).toHaveLength(4)
})

test('an abort ends a running request with its reason', async () => {
  const { server, exchange } = await setup(['hang'])
  const controller = new AbortController()
  const call = exchange(get(server), controller.signal)
  await expect.poll(() => server.asked.length).toBe(1)
  controller.abort(new Error('going home'))
  await expect(call).rejects.toThrow('going home')
})

test('an abort ends a pause between two tries', async () => {
  const { server, exchange } = await setup([{ status: 500 }], { retry: { baseMs: 60_000, capMs: 60_000 } })
  const controller = new AbortController()
  const call = exchange(get(server), controller.signal)
  await expect.poll(() => server.asked.length).toBe(1)
  controller.abort(new Error('going home'))
  await expect(call).rejects.toThrow('going home')
})

test('the gate receives every request with its status, but no aborted one', async () => {
  const { server, gate, base } = await setup([{ status: 502 }, 'reset', {}, 'hang'])
  const heard: (number | undefined)[] = []
  const note = ({ ms, status }: { ms: number; status: number | undefined }) => {
    expect(ms).toBeGreaterThan(0)
    heard.push(status)
  }
  const exchange = createExchange({ ...base, gate: { ...gate, note } })
  await exchange(get(server), signal)
  expect(heard).toEqual([502, undefined, 200])
  await expect(exchange(get(server), AbortSignal.timeout(20))).rejects.toThrow('timeout')
  expect(heard).toHaveLength(3)
})

test.each<[string, Partial<Call<number>> | undefined, Partial<Call<number>>]>([
  ['others', { path: '/product/1' }, {}],
  ['requests to other routes', { path: '/languages' }, {}],
  ['one that an earlier process sent', undefined, { otherPath: async () => '/product/1' }],
  [
    'one that an earlier process sent, although other routes fail as well',
    { path: '/languages' },
    { otherPath: async () => '/product/1' },
  ],
])('requests that always fail do not count as an outage while %s succeed', async (_, before, more) => {
  let served = 0
  const server = await startScripted(({ url }) => {
    if (url === '/product/2') return { status: 500 }
    return url === '/languages' && served++ > 0 && more.otherPath ? { status: 500 } : {}
  })
  const dispatcher = new Agent({ allowH2: false })
  closing.push(
    () => server.close(),
    () => dispatcher.destroy(),
  )
  const answers: unknown[] = []
  const gate = { ...openGate(), ended: (answer: unknown) => void answers.push(answer) }
  const retry = { ...quick, tries: 30 }
  const exchange = createExchange({ dispatcher, gate, limit: pLimit(4), timeoutMs: 60_000, retry })
  if (before !== undefined) await exchange(get(server, before), signal)
  const failed = await exchange(get(server, { path: '/product/2', ...more }), signal)
  expect(failed).toMatchObject({ ok: false, reason: 'returned 500 (after 30 tries)' })
  const inARow = answers
    .join(' ')
    .split('answered')
    .map((part) => part.split('[object').length - 1)
  expect(Math.max(...inARow)).toBeLessThan(10)
})

test('ten different requests that fail count as an outage, although a request to another route succeeds', async () => {
  const { base, gate } = await setup([{}])
  const failing = await startScripted(({ url }) => (url === '/languages' ? {} : { status: 500 }))
  closing.push(() => failing.close())
  const answers: unknown[] = []
  const exchange = createExchange({
    ...base,
    retry: { ...quick, tries: 2 },
    gate: { ...gate, ended: (answer: unknown) => void answers.push(answer) },
  })
  expect(await exchange(get(failing, { path: '/languages' }), signal)).toMatchObject({ ok: true })
  for (let product = 0; product < 20; product++)
    await exchange(get(failing, { path: `/product/${product}`, limitScope: 'product' }), signal)
  expect(answers.slice(-10)).toEqual(
    Array.from({ length: 10 }, () => ({ failed: 'returned 500', status: 500 })),
  )
})

test.each<[string, Partial<Call<number>>]>([
  ['no other request is known', {}],
  ['the other request fails as well', { otherPath: async () => '/product/1' }],
  ['the other request cannot be found', { otherPath: () => Promise.reject(new Error('no Redis')) }],
  ['the other request is the same', { otherPath: async () => '/product/2' }],
])('requests that always fail count as an outage if %s', async (_, more) => {
  const { server, base, gate } = await setup([{ status: 500 }], { retry: { tries: 12 } })
  const answers: unknown[] = []
  const exchange = createExchange({
    ...base,
    gate: { ...gate, ended: (answer: unknown) => void answers.push(answer) },
  })
  await exchange(get(server, { path: '/product/2', ...more }), signal)
  expect(answers).toEqual(Array.from({ length: 12 }, () => ({ failed: 'returned 500', status: 500 })))
})

test.each(['0', 'Fri, 20 Nov 2015 09:00:00 GMT', 'soon'])(
  'PR-47: the pauses of a limit with Retry-After %s grow',
  async (text) => {
    const step = { status: 429, headers: { 'retry-after': text } }
    const { server, exchange, gate } = await setup([step, step, step, step, {}])
    expect(await exchange(get(server), signal)).toEqual({ ok: true, value: 200 })
    expect(gate.closed[0]).toBeGreaterThanOrEqual(500)
    expect(gate.closed[3]).toBeGreaterThanOrEqual(gate.closed[0] ?? Infinity)
  },
)

test.each([
  ['without Retry-After', {}, 1],
  ['with Retry-After 0', { 'retry-after': '0' }, 1],
  ['of a tenth of a second', { 'retry-after': '0.1' }, 6],
  ['of three seconds', { 'retry-after': '3' }, 16],
])('a limit %s counts as a failure if it does not end', async (_, headers, from) => {
  const limits = Array.from({ length: from }, () => ({ status: 429, headers }))
  const { server, base, gate } = await setup([...limits, {}])
  const answers: unknown[] = []
  const exchange = createExchange({
    ...base,
    gate: { ...gate, ended: (answer: unknown) => void answers.push(answer) },
  })
  expect(await exchange(get(server), signal)).toEqual({ ok: true, value: 200 })
  const failed = { failed: 'returned 429 without a usable Retry-After', status: 429 }
  expect(answers).toEqual([...limits.slice(1).map(() => 'answered'), failed, 'answered'])
})

test('requests whose failures prove nothing count as an outage once their service is down as well', async () => {
  const { server, base, gate } = await setup(
    Array.from({ length: 8 }, () => ({ status: 500 })),
    {
      retry: { tries: 4 },
    },
  )
  const answers: unknown[] = []
  const exchange = createExchange({
    ...base,
    retry: { ...quick, tries: 8 },
    gate: { ...gate, ended: (answer: unknown) => void answers.push(answer) },
    probe: async () => ({ failed: 'the service is away' }),
  })
  await exchange(get(server), signal)
  const alone = { failed: 'returned 500', status: 500 }
  const away = { failed: 'the service is away' }
  expect(answers).toEqual([alone, alone, alone, alone, away, away, away, away])
})

test.each(['POST', 'GET'] as const)(
  'a %s request whose limit names no usable time fails once it has lasted longer than an outage may',
  async (method) => {
    const limits = Array.from({ length: 20 }, () => ({ status: 429, headers: { 'retry-after': '0' } }))
    const { server, base, gate } = await setup(limits)
    const exchange = createExchange({ ...base, gate: { ...gate, maxOutageMs: 0 } })
    const failed = await exchange(get(server, { method }), signal)
    expect(failed).toMatchObject({
      ok: false,
      reason: expect.stringContaining('without a usable Retry-After'),
    })
    expect(failed).toMatchObject({ cause: expect.any(GivenUpError) })
    expect(server.asked.length).toBeLessThan(10)
  },
)
