import pLimit from 'p-limit'
import { Agent } from 'undici'
import { expect } from 'vitest'
import { LimitedError } from '../../../src/lib/errors.ts'
import { type Call, createExchange, type ExchangeOptions } from '../../../src/lib/http/exchange.ts'
import { createLimitWatch, type Limitable } from '../../../src/lib/http/limit-watch.ts'
import { openGate } from '../../helpers/sync/gate.ts'
import { type Script, withScripts } from '../../helpers/upstream-fixtures.ts'
import type { Asked, Step } from '../../helpers/world/scripted-server.ts'

const signal = new AbortController().signal
const anHour = 3_600_000

const it = withScripts().extend(
  'connect',
  ({ start, closing }) =>
    async (script: Script, more: Partial<ExchangeOptions> = {}) => {
      const server = await start(script)
      const dispatcher = new Agent({ allowH2: false })
      closing.push({ close: () => dispatcher.destroy() })
      const gate = openGate()
      const retry = { tries: 2, baseMs: 1, capMs: 2 }
      const exchange = createExchange({
        dispatcher,
        gate,
        limit: pLimit(4),
        timeoutMs: 60_000,
        retry,
        ...more,
      })
      const ask = (path: string, call: Partial<Call<number>> = {}) =>
        exchange(
          {
            method: 'GET',
            origin: server.url,
            path,
            headers: {},
            limitScope: 'record',
            read: ({ status }) =>
              status === 200 ? { ok: true, value: status } : { ok: false, reason: `returned ${status}` },
            ...call,
          },
          signal,
        )
      return { server, gate, ask, count: (path: string) => countOf(server.asked, path) }
    },
)

function limitFor(seconds: number, status = 429): Step {
  return { status, headers: { 'retry-after': String(seconds) } }
}

function countOf(asked: readonly Asked[], path: string): number {
  return asked.filter(({ url }) => url === path).length
}

it.for([429, 503])(
  'a request that always gets %d, while others succeed, fails and does not delay the others for long',
  async (status, { connect }) => {
    const { ask, gate, count } = await connect(({ url }) =>
      url === '/bad' ? limitFor(3600, status) : { headers: { etag: '"1"' } },
    )
    await ask('/good')
    expect(await ask('/bad')).toMatchObject({
      ok: false,
      code: 'LIMITED',
      reason: `returned ${status} for this request 4 times in a row, while it served other requests`,
    })
    expect(gate.closed).toEqual([30_000])
    expect(count('/bad')).toBe(4)
    // The next run detects it at once.
    expect(await ask('/bad')).toHaveProperty('code', 'LIMITED')
    expect(gate.closed).toEqual([30_000])
  },
)

it('several such requests at the start of a process are not mistaken for a limit of the upstream', async ({
  connect,
}) => {
  const { ask, gate } = await connect(({ url }) => (url.startsWith('/bad') ? limitFor(3600) : {}))
  const [good, ...bad] = await Promise.all(['/good', '/bad1', '/bad2', '/bad3'].map((path) => ask(path)))
  expect(good).toEqual({ ok: true, value: 200 })
  for (const result of bad) expect(result).toHaveProperty('code', 'LIMITED')
  expect(Math.max(...gate.closed)).toBe(30_000)
})

it('a limit of the whole upstream is waited out without costing a try, however often it comes', async ({
  connect,
}) => {
  let limits = 0
  const { ask, gate, server } = await connect(() => (limits > 0 && limits-- > 0 ? limitFor(3600) : {}))
  await ask('/good')
  // Each round except the first limits the request and the probe.
  limits = 41
  expect(await ask('/other')).toEqual({ ok: true, value: 200 })
  expect(gate.closed).toEqual([30_000, ...Array.from({ length: 20 }, () => anHour)])
  expect(server.asked).toHaveLength(43)
})

it('short limits close the gate until the waits of a request add up to 10 s', async ({ connect }) => {
  const { ask, gate } = await connect(({ url }) => (url === '/bad' ? limitFor(1) : {}))
  await ask('/good')
  expect(await ask('/bad')).toHaveProperty('code', 'LIMITED')
  expect(gate.closed).toEqual(Array.from({ length: 9 }, () => 1_000))
})

it('a request of another kind does not count as evidence: an upstream may limit only products', async ({
  connect,
}) => {
  let limits = 20
  const { ask, gate } = await connect(({ url }) => (url === '/record' && limits-- > 0 ? limitFor(3600) : {}))
  await ask('/languages', { limitScope: 'other' })
  expect(await ask('/record')).toEqual({ ok: true, value: 200 })
  expect(gate.closed).toHaveLength(20)
})

it('the count of a request continues when its job sends it again', async ({ connect }) => {
  const told: number[] = []
  const gate = {
    async pass() {
      if (told.length % 2 === 1) throw new LimitedError('partner', told.push(0))
    },
    close: async (waitMs: number) => void told.push(waitMs),
  }
  const { ask, count } = await connect(({ url }) => (url === '/bad' ? limitFor(6) : {}), { gate })
  await ask('/good')
  await expect(ask('/bad')).rejects.toThrow(LimitedError)
  expect(await ask('/bad')).toHaveProperty('code', 'LIMITED')
  expect(count('/bad')).toBe(4)
})

it('one long limit is trusted for half a minute, because nothing else was limited', async ({ connect }) => {
  const { ask, gate } = await connect([limitFor(21_600), {}])
  expect(await ask('/1')).toEqual({ ok: true, value: 200 })
  expect(gate.closed).toEqual([30_000])
})

it('a write that is limited ten times, while others are served, fails', async ({ connect }) => {
  const gate = openGate()
  const write = (body: string): Partial<Call<number>> => ({ method: 'POST', body })
  const { ask, server } = await connect(({ body }) => (String(body) === 'bad' ? limitFor(1) : {}), { gate })
  const close = gate.close.bind(gate)
  // While the limited write waits, another one succeeds.
  gate.close = async (waitMs) => {
    await close(waitMs)
    await ask('/batch', write(`good ${gate.closed.length}`))
  }
  expect(await ask('/batch', write('bad'))).toMatchObject({ code: 'LIMITED', sent: true })
  expect(server.asked.filter(({ body }) => String(body) === 'bad')).toHaveLength(11)
})

it('writes that are all limited are waited for', async ({ connect }) => {
  const script = [...Array.from({ length: 30 }, () => limitFor(1)), {}]
  const { ask, gate } = await connect(script)
  expect(await ask('/batch', { method: 'POST', body: 'x' })).toEqual({ ok: true, value: 200 })
  expect(gate.closed).toHaveLength(30)
})

it('an upstream with a short patience is abandoned if no request succeeds for longer', async ({
  connect,
}) => {
  const { ask, gate, server } = await connect([limitFor(60), {}, limitFor(3600)], { maxWaitMs: 300_000 })
  expect(await ask('/1')).toEqual({ ok: true, value: 200 })
  expect(await ask('/1')).toMatchObject({
    code: 'LIMITED',
    permanent: true,
    reason: 'returned 429: it requires a wait of 60 min, and has sent no other response',
  })
  expect(gate.closed).toEqual([30_000, 30_000, anHour])
  expect(server.asked).toHaveLength(4)
})

it('a gate that another process closed for longer is not awaited either', async ({ connect }) => {
  const gate = {
    pass: () => Promise.reject(new LimitedError('partner', anHour)),
    close: () => Promise.resolve(),
  }
  const { ask } = await connect([{}], { maxWaitMs: 300_000, gate })
  expect(await ask('/1')).toMatchObject({ code: 'LIMITED', sent: false })
})

it('failures before the last served request do not count: one that fails now is compared with another kind', async () => {
  const watch = createLimitWatch()
  const respond = (request: Limitable, status: number): void => {
    watch.sent(request)
    watch.answered(request, { status, headers: {}, bytes: new Uint8Array() })
  }
  const to = (path: string, limitScope: string): Limitable => ({
    method: 'GET',
    origin: 'https://partner.example',
    path,
    headers: {},
    limitScope,
  })
  const [record, languages] = [to('/record', 'record'), to('/languages', 'languages')]
  const failAll = (): void => {
    for (let index = 0; index < 10; index++) respond(to(`/record/${index}`, 'record'), 500)
  }
  failAll()
  respond(record, 200)
  respond(languages, 200)
  respond(record, 500)
  expect(await watch.otherThan(record)).toMatchObject({ path: '/languages' })
  failAll()
  expect(await watch.otherThan(record)).toBeUndefined()
})
