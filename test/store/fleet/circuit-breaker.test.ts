import { afterEach, describe, expect, vi } from 'vitest'
import { OutageError } from '../../../src/lib/errors.ts'
import type { Answer } from '../../../src/lib/http/answer.ts'
import { openGates } from '../../../src/store/fleet/gate.ts'
import { readOutages } from '../../../src/store/fleet/circuit-breaker.ts'
import { withStore } from '../../helpers/store-fixtures.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const go = new AbortController().signal
const threeHours = 3 * 3_600_000
const [aDay, opensAfter] = [86_400_000, 10]
const refused = { failed: 'connect ECONNREFUSED' }
const patiently = { timeout: 120_000, interval: 5 }

type Ended = (answer: Answer, times?: number) => void

const it = withStore()
  .extend('openProcess', ({ store, keys }) => async (maxOutageMs = aDay) => {
    const gates = openGates(store.connect(), store.connect(), keys)
    const gate = gates.gateOf('cms', 0, maxOutageMs)
    await gate.pass(go)
    return {
      gate,
      ended: (answer: Answer, times = 1) => {
        for (let time = 0; time < times; time++) gate.ended?.(answer)
      },
      /** The reason that stops a call; undefined if it may go out. */
      stopped: () =>
        gate.pass(AbortSignal.timeout(60_000)).then(
          () => undefined,
          (error: unknown) => error,
        ),
    }
  })
  .extend('tryNow', ({ store, keys }) => async () => {
    const gates = openGates(store.connect(), store.connect(), keys)
    gates.gateOf('cms', 0, aDay)
    await gates.tryNow()
  })
  .extend(
    'outage',
    ({ store, keys }) =>
      async () =>
        (await readOutages(store.redis, keys)).cms,
  )
  .extend('breaker', ({ store, keys }) => {
    /** Redis's time in ms. */
    const now = async (): Promise<number> => {
      const [seconds = 0, micros = 0] = await store.redis.time()
      return seconds * 1000 + Math.floor(micros / 1000)
    }
    return {
      now,
      /** Moves the next try by `ms`, from now. */
      async tryIn(ms: number) {
        await store.redis.hset(keys.breaker('cms'), 'retry', (await now()) + ms)
        await store.redis.publish(keys.breakerChanges, 'cms')
      },
      read: () => store.redis.hgetall(keys.breaker('cms')),
      /** Leaves the breaker as it is after Redis's clock was set back: each stored time is later, relative to it. */
      async setClockBack(ms: number) {
        const key = keys.breaker('cms')
        const stored = await store.redis.hgetall(key)
        const times = ['since', 'answered', 'tried', 'retry', 'probe-until'].filter(
          (field) => Number(stored[field] ?? 0) > 0,
        )
        for (const field of times) await store.redis.hincrby(key, field, ms)
        await store.redis.pexpire(key, (await store.redis.pttl(key)) + ms)
      },
    }
  })
  .extend('openAndTry', ({ openProcess, outage, breaker }) => async () => {
    const [one, two] = [await openProcess(), await openProcess()]
    await openBy(one, outage)
    await tryBy(one, breaker)
    return [one, two] as const
  })

/** The process fails until its calls are stopped. */
async function openBy({ ended }: { ended: Ended }, outage: () => Promise<unknown>): Promise<void> {
  ended(refused, opensAfter)
  await expect.poll(outage, patiently).toBeDefined()
}

/** The next try is due, and it is the process's. */
async function tryBy(
  { stopped }: { stopped: () => Promise<unknown> },
  breaker: { tryIn: (ms: number) => Promise<void> },
): Promise<void> {
  await breaker.tryIn(-1_000)
  await expect.poll(stopped, patiently).toBeUndefined()
}

describe('an upstream that does not respond', () => {
  it('is not called by any process after ten failures in a row', async ({ openProcess, outage, breaker }) => {
    const [one, two] = [await openProcess(), await openProcess()]
    one.ended(refused, opensAfter - 1)
    one.ended('answered')
    one.ended(refused, opensAfter - 1)
    await one.gate.pass(go)
    expect(await outage()).toBeUndefined()
    // A note that Redis did not take, as while a cluster is busy, is made with the next failure.
    const afterOneMore = () => {
      one.ended(refused)
      return outage()
    }
    await expect.poll(afterOneMore, patiently).toMatchObject({ reason: 'connect ECONNREFUSED' })
    await breaker.tryIn(20_000)
    for (const process of [one, two, await openProcess().catch(() => one)])
      await expect.poll(process.stopped, patiently).toBeInstanceOf(OutageError)
    const error = await two.stopped()
    expect(error).toMatchObject({ upstream: 'cms', isTooLong: false })
    expect(String(error)).toContain('connect ECONNREFUSED')
  })

  it('is known to a process that starts later', async ({ openProcess, breaker, outage }) => {
    const one = await openProcess()
    await openBy(one, outage)
    await breaker.tryIn(20_000)
    await expect(openProcess()).rejects.toThrow(OutageError)
  })

  it('is tried by one call at a time, and called again once that call has a response', async ({
    openAndTry,
    outage,
  }) => {
    const [one, two] = await openAndTry()
    expect(await outage()).not.toHaveProperty('nextTry')
    expect(await two.stopped()).toBeInstanceOf(OutageError)
    one.ended('answered')
    await expect.poll(outage, patiently).toBeUndefined()
    await expect.poll(two.stopped, patiently).toBeUndefined()
  })

  it('is tried later after each try that fails, half a minute at most', async ({
    openProcess,
    outage,
    breaker,
  }) => {
    const one = await openProcess()
    await openBy(one, outage)
    for (const [index, seconds] of [2, 4, 8, 16, 30, 30, 30].entries()) {
      await tryBy(one, breaker)
      const before = await breaker.now()
      one.ended({ failed: 'returned 502', status: 502 })
      await expect.poll(async () => (await breaker.read())['tries'], patiently).toBe(String(index + 2))
      const triedAt = Number((await breaker.read())['retry']) - seconds * 1000
      expect(triedAt).toBeGreaterThanOrEqual(before - 1)
      expect(triedAt).toBeLessThanOrEqual((await breaker.now()) + 1)
    }
    expect(await outage()).toMatchObject({ reason: 'returned 502' })
  })

  it('is known to have been tried when the last failed try started', async ({
    openProcess,
    breaker,
    outage,
  }) => {
    const one = await openProcess()
    await openBy(one, outage)
    await tryBy(one, breaker)
    const began = Number((await breaker.read())['probe-until']) - 90_000
    const failedAt = await breaker.now()
    one.ended(refused)
    await expect.poll(async () => (await breaker.read())['tries'], patiently).toBe('2')
    expect(await breaker.read()).toMatchObject({ tried: String(began) })
    await breaker.tryIn(20_000)
    const triedAgoMs = async (): Promise<number> => {
      const error = await one.stopped()
      return error instanceof OutageError ? error.facts.triedAgoMs : Infinity
    }
    // The process counts on from the time in Redis's reply, so it may be late by what the reply took.
    const ahead = async (): Promise<number> => (await triedAgoMs()) - ((await breaker.now()) - began)
    await expect.poll(ahead, patiently).toBeLessThanOrEqual(1)
    expect(await triedAgoMs()).toBeGreaterThanOrEqual(failedAt - began)
  })

  it('is tried at once by a new run', async ({ openProcess, breaker, tryNow, outage }) => {
    const one = await openProcess()
    await openBy(one, outage)
    await breaker.tryIn(20_000)
    await expect.poll(one.stopped, patiently).toBeInstanceOf(OutageError)
    await tryNow()
    await expect.poll(one.stopped, patiently).toBeUndefined()
  })

  it('is tried by another process when the one that tried died', async ({
    store,
    keys,
    openAndTry,
    breaker,
  }) => {
    const [, two] = await openAndTry()
    const { 'probe-until': until } = await breaker.read()
    expect(Number(until) - Date.now()).toBeLessThan(100_000)
    // Its time is over.
    await store.redis.hset(keys.breaker('cms'), 'probe-until', Date.now() - 60_000)
    expect(await two.stopped()).toBeUndefined()
  })

  it('may be tried at once by another call when the one that tried was stopped', async ({ openAndTry }) => {
    const [one, two] = await openAndTry()
    one.ended('unknown')
    await expect.poll(two.stopped, patiently).toBeUndefined()
  })

  it('for longer than a run waits counts as a lasting outage', async ({ openProcess, breaker, outage }) => {
    const one = await openProcess(0)
    await openBy(one, outage)
    await breaker.tryIn(20_000)
    await expect.poll(one.stopped, patiently).toMatchObject({ isTooLong: true })
  })
})

describe('after Redis’s clock was set back by hours, an upstream that does not respond', () => {
  it('is tried at once', async ({ openProcess, breaker, outage }) => {
    const one = await openProcess()
    await openBy(one, outage)
    await breaker.tryIn(20_000)
    await breaker.setClockBack(threeHours)
    const nextTry = Date.parse((await outage())?.nextTry ?? '')
    expect(nextTry).toBeLessThanOrEqual(await breaker.now())
    // It is the try, so it is not stopped.
    const late = await openProcess()
    late.ended(refused)
    await expect.poll(async () => (await breaker.read())['tries'], patiently).toBe('2')
    expect(Number((await breaker.read())['retry'])).toBeLessThanOrEqual((await breaker.now()) + 2_000)
  })

  it('is tried by another process if the one that tried died', async ({ openAndTry, breaker, outage }) => {
    const [, two] = await openAndTry()
    await breaker.setClockBack(threeHours)
    expect(await outage()).toHaveProperty('nextTry')
    await expect.poll(two.stopped, patiently).toBeUndefined()
  })

  it('may be tried at once by a new run', async ({ openProcess, breaker, outage, tryNow }) => {
    const one = await openProcess()
    await openBy(one, outage)
    await tryBy(one, breaker)
    await breaker.tryIn(20_000)
    await expect.poll(one.stopped, patiently).toBeInstanceOf(OutageError)
    await breaker.setClockBack(threeHours)
    await tryNow()
    await expect.poll(one.stopped, patiently).toBeUndefined()
  })

  it('counts as down for the time before, so a run waits no longer', async ({
    store,
    keys,
    openProcess,
    breaker,
    outage,
  }) => {
    const one = await openProcess(600_000)
    await openBy(one, outage)
    const tried = await breaker.now()
    await store.redis.hset(keys.breaker('cms'), { since: tried - 800_000, tried })
    await breaker.setClockBack(threeHours)
    await tryBy(one, breaker)
    one.ended(refused)
    await expect.poll(async () => (await breaker.read())['tries'], patiently).toBe('2')
    // It is stored, so it grows again from now on.
    expect((await breaker.now()) - Number((await breaker.read())['since'])).toBeCloseTo(800_000, -5)
    await breaker.tryIn(20_000)
    const late = await openProcess(600_000).catch((error: unknown) => error)
    for (const stopped of [late, await one.stopped()]) expect(stopped).toMatchObject({ isTooLong: true })
  })
})

it('an outage is no longer for a process that knows it when Redis’s clock is set forwards', async ({
  openProcess,
  breaker,
  outage,
}) => {
  // Redis's clock cannot be set, so the process's clock stops instead.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  const one = await openProcess(100)
  await openBy(one, outage)
  const before = await breaker.now()
  await expect.poll(breaker.now, patiently).toBeGreaterThan(before + 200)
  await breaker.tryIn(20_000)
  const waitsFor20s = expect.closeTo(20_000, -4) as unknown
  await expect.poll(one.stopped, patiently).toMatchObject({ isTooLong: false, waitMs: waitsFor20s })
  clock.mockReturnValue(1_101)
  expect(await one.stopped()).toMatchObject({ isTooLong: true })
})

it('an upstream that only one process cannot reach is not closed to the others', async ({
  openProcess,
  outage,
  store,
  keys,
  breaker,
}) => {
  const [one, two] = [await openProcess(), await openProcess()]
  one.ended(refused)
  const failedAt = await breaker.now()
  await expect.poll(breaker.now, patiently).toBeGreaterThan(failedAt + 1)
  two.ended('answered')
  await expect.poll(() => store.redis.get(keys.answered('cms')), patiently).not.toBeNull()
  one.ended(refused, opensAfter)
  await one.gate.pass(go)
  await store.redis.ping()
  expect(await outage()).toBeUndefined()
})

it.for(['a value of another type', 'no number', 'a time far ahead'])(
  '%s in place of a circuit breaker does not stop calls',
  async (kind, { store, keys, openProcess }) => {
    const key = keys.breaker('cms')
    if (kind === 'a value of another type') await store.redis.set(key, 'x')
    if (kind === 'no number') await store.redis.hset(key, { since: 'x', retry: 'y', tries: 'z' })
    if (kind === 'a time far ahead')
      await store.redis.hset(key, { since: 9e15, retry: 9e15, tries: 3, 'probe-until': 9e15 })
    const opened = await openProcess().catch((error: unknown) => error)
    expect(opened).not.toBeInstanceOf(Error)
  },
)
