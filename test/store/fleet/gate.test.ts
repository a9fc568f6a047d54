import type { Redis } from 'ioredis'
import { afterEach, describe, expect, vi } from 'vitest'
import { LimitedError } from '../../../src/lib/errors.ts'
import { type GateOptions, openGates } from '../../../src/store/fleet/gate.ts'
import { limitLeft, readLimits } from '../../../src/store/fleet/limit-bounds.ts'
import { moveForeignAway } from '../../../src/store/integrity/foreign.ts'
import { withStore } from '../../helpers/store-fixtures.ts'

afterEach(() => {
  vi.useRealTimers()
})

const go = new AbortController().signal
const threeHours = 3 * 3_600_000

/** Opens the gates of a process, and a promise for the next limit that it receives. */
const it = withStore().extend(
  'openProcess',
  ({ store, keys }) =>
    async (mirror = keys, options: GateOptions = {}) => {
      const subscriber = store.connect()
      const redis = store.connect()
      const gates = openGates(redis, subscriber, mirror, options)
      await gates.open()
      return { gates, redis, told: () => new Promise((resolve) => subscriber.once('message', resolve)) }
    },
)

// Within five seconds, because some of the minute may have passed.
const aMinuteAtMost = expect.closeTo(58_000, -4)

describe('a limit', () => {
  it('that one process meets stops the others, for that upstream only', async ({ openProcess }) => {
    const [one, two] = [await openProcess(), await openProcess()]
    const told = two.told()
    await one.gates.gateOf('partner', 0).close(60_000)
    await told
    for (const { gates } of [one, two]) {
      const error: unknown = await gates
        .gateOf('partner', 0)
        .pass(go)
        .catch((caught: unknown) => caught)
      expect(error).toBeInstanceOf(LimitedError)
      expect(error).toMatchObject({ upstream: 'partner', waitMs: aMinuteAtMost })
      await gates.gateOf('cms', 0).pass(go)
      expect(gates.limits()).toEqual({ partner: aMinuteAtMost, cms: 0 })
    }
  })

  it('is known to a process that starts later', async ({ store, keys, openProcess }) => {
    await (await openProcess()).gates.gateOf('cms', 0).close(60_000)
    const late = await openProcess()
    await expect(late.gates.gateOf('cms', 0).pass(go)).rejects.toThrow(LimitedError)
    expect(await store.redis.pttl(keys.limit('cms'))).toBeGreaterThan(50_000)
  })

  it.for(['a year ahead', 'no number'])(
    'that is stored as %s does not stop calls',
    async (kind, { store, keys, openProcess }) => {
      const stored = kind === 'no number' ? '{"until":' : String(Date.now() + 365 * 86_400_000)
      for (const upstream of ['partner', 'cms']) await store.redis.set(keys.limit(upstream), stored)
      await store.redis.set(keys.pace('cms'), stored)
      const { gates, told } = await openProcess()
      await gates.gateOf('partner', 0).pass(go)
      await gates.gateOf('cms', 1_000).pass(go)
      const learned = told()
      await store.redis.publish(keys.limits, `cms ${stored}`)
      await learned
      await gates.gateOf('cms', 0).pass(go)
      expect(gates.limits()).toEqual({ partner: 0, cms: 0 })
      await gates.gateOf('cms', 0).close(60_000)
      expect(Number(await store.redis.get(keys.limit('cms')))).toBeLessThan(Date.now() + 61_000)
    },
  )

  it('is not shortened by a shorter one, even for a process that starts later', async ({
    store,
    keys,
    openProcess,
  }) => {
    const { gates } = await openProcess()
    await gates.gateOf('cms', 0).close(60_000)
    await gates.gateOf('cms', 0).close(1)
    expect(gates.limits().cms).toBeGreaterThan(50_000)
    const late = await openProcess()
    expect(late.gates.limits().cms).toBeGreaterThan(50_000)
    expect(await store.redis.pttl(keys.limit('cms'))).toBeGreaterThan(50_000)
  })

  it('that is short is waited for in place', async ({ openProcess }) => {
    const { gates } = await openProcess()
    const gate = gates.gateOf('cms', 0)
    const before = performance.now()
    await gate.close(40)
    await gate.pass(go)
    expect(performance.now() - before).toBeGreaterThan(30)
  })

  it('is not waited for after the process stops', async ({ openProcess }) => {
    const { gates } = await openProcess()
    const gate = gates.gateOf('cms', 0)
    await gate.close(1_900)
    const stop = new AbortController()
    const passing = gate.pass(stop.signal)
    stop.abort(new Error('shutdown'))
    await expect(passing).rejects.toThrow('abort')
    await expect(gate.pass(stop.signal)).rejects.toThrow('shutdown')
  })

  it('that a process with a wrong clock meets lasts no longer, even after its clock is corrected', async ({
    store,
    keys,
    openProcess,
  }) => {
    const [wrong, other] = [await openProcess(), await openProcess()]
    const told = other.told()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + threeHours })
    await wrong.gates.gateOf('cms', 0).close(60_000)
    vi.useRealTimers()
    await told
    await other.gates.gateOf('cms', 0).close(1_000)
    const late = await openProcess()
    for (const { gates } of [wrong, other, late])
      expect(gates.limits()).toEqual({ partner: 0, cms: aMinuteAtMost })
    expect(await store.redis.pttl(keys.limit('cms'))).toBeLessThanOrEqual(60_000)
    expect(await readLimits(store.redis, keys, ['cms'])).toEqual([aMinuteAtMost])
  })

  it('lasts no longer after Redis’s clock was set back by hours', async ({ store, keys, openProcess }) => {
    const cdn = 'https://cdn.example'
    const { gates } = await openProcess()
    await gates.gateOf('cms', 0).close(60_000)
    await gates.assetGateOf(cdn).close(60_000)
    // Redis stores an expiry by its clock, so the rest of each key grows by the correction.
    for (const name of ['cms', `asset:${cdn}`])
      for (const key of [keys.limit(name), keys.limitDuration(name)])
        await store.redis.pexpire(key, 60_000 + threeHours)
    const late = await openProcess()
    expect(late.gates.limits().cms).toBeLessThanOrEqual(60_000)
    await expect(late.gates.assetGateOf(cdn).pass(go)).rejects.toMatchObject({ waitMs: aMinuteAtMost })
    const told = late.told()
    await gates.gateOf('cms', 0).close(1_000)
    await told
    for (const process of [late, await openProcess()])
      expect(process.gates.limits()).toEqual({ partner: 0, cms: aMinuteAtMost })
    expect(await store.redis.pttl(keys.limit('cms'))).toBeLessThanOrEqual(60_000)
  })

  it('of an older process, which stored no duration, is kept', async ({ store, keys, openProcess }) => {
    await store.redis.set(keys.limit('cms'), Date.now() + 60_000, 'PX', 60_000)
    const { gates } = await openProcess()
    expect(gates.limits().cms).toEqual(aMinuteAtMost)
    await gates.gateOf('cms', 0).close(1_000)
    expect((await openProcess()).gates.limits().cms).toEqual(aMinuteAtMost)
  })

  it('is trusted by a process whose own clock is a year behind', async ({ store, keys, openProcess }) => {
    const end = Date.now() + 60_000
    await (await openProcess()).gates.gateOf('cms', 0).close(60_000)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 365 * 86_400_000 })
    const named: string[] = []
    const { gates, told } = await openProcess(keys, { onDamaged: (key) => named.push(key) })
    const learned = told()
    await store.redis.publish(keys.limits, `partner ${end} 60000`)
    await learned
    expect(gates.limits()).toEqual({ partner: aMinuteAtMost, cms: aMinuteAtMost })
    expect(await moveForeignAway(store.redis, keys, Date.now())).toEqual([])
    expect(named).toEqual([])
  })

  it('does not grow with shorter announcements', async ({ store, keys, openProcess }) => {
    // From the start, because the faked time starts at 0.
    vi.useFakeTimers({ toFake: ['performance'] })
    const { gates, told } = await openProcess()
    const announce = async (leftMs: number): Promise<void> => {
      const learned = told()
      await store.redis.publish(keys.limits, `cms ${Date.now() + leftMs} ${leftMs}`)
      await learned
    }
    await announce(60_000)
    for (let time = 0; time < 10; time++) {
      vi.advanceTimersByTime(0.5)
      await announce(1)
    }
    expect(gates.limits().cms).toBe(59_995)
  })

  it('of one mirror does not apply to another', async ({ store, openProcess }) => {
    const one = await openProcess()
    const other = await openProcess(store.freshKeys())
    await one.gates.gateOf('cms', 0).close(60_000)
    await other.gates.gateOf('cms', 0).pass(go)
    expect(other.gates.limits()).toEqual({ partner: 0, cms: 0 })
  })
})

describe('limits that could not be read', () => {
  it('are requested again by the next call', async ({ store, keys, openProcess }) => {
    await store.redis.set(keys.limit('asset:https://cdn.example'), Date.now() + 60_000)
    const { gates, redis } = await openProcess()
    const gate = gates.assetGateOf('https://cdn.example')
    redis.disconnect()
    await expect(gate.pass(go)).rejects.toThrow('Connection is closed')
    await redis.connect()
    await expect(gate.pass(go)).rejects.toThrow(LimitedError)
  })

  it('of the upstreams are requested again as well', async ({ store, keys }) => {
    await store.redis.set(keys.limit('cms'), Date.now() + 60_000)
    const [redis, subscriber] = [store.connect(), store.connect()]
    redis.disconnect()
    const gates = openGates(redis, subscriber, keys)
    await expect(gates.gateOf('cms', 0).pass(go)).rejects.toThrow('Connection is closed')
    await redis.connect()
    await expect(gates.gateOf('cms', 0).pass(go)).rejects.toThrow(LimitedError)
  })
})

describe('a limit that is longer than a day', () => {
  it('is requested again after a day, and reported', async ({ openProcess, keys }) => {
    const named: [string, number][] = []
    const { gates } = await openProcess(keys, { onShortened: (...limit) => named.push(limit) })
    await gates.gateOf('partner', 0).close(3 * 86_400_000)
    expect(named).toEqual([['partner', 3 * 86_400_000]])
    expect(gates.limits().partner).toBeGreaterThan(86_000_000)
    const late = await openProcess()
    expect(late.gates.limits().partner).toBeGreaterThan(86_000_000)
    expect(late.gates.limits().partner).toBeLessThanOrEqual(86_400_000)
  })
})

describe('a limit of an asset host', () => {
  const cdn = 'https://cdn.example'

  it('stops the whole fleet’s calls to that host, and no others', async ({ openProcess }) => {
    const [one, two] = [await openProcess(), await openProcess()]
    const told = two.told()
    await one.gates.assetGateOf(cdn).close(60_000)
    await told
    const late = await openProcess()
    for (const { gates } of [one, two, late]) {
      await expect(gates.assetGateOf(cdn).pass(go)).rejects.toMatchObject({
        assetHost: cdn,
        waitMs: aMinuteAtMost,
        message: expect.stringContaining(cdn),
      })
      await gates.assetGateOf('https://other.example').pass(go)
      await gates.gateOf('partner', 0).pass(go)
      expect(gates.limits()).toEqual({ partner: 0, cms: 0 })
    }
  })
})

describe('a stored limit that cannot be ours', () => {
  const damaged: [string, (redis: Redis, key: string) => Promise<unknown>][] = [
    ['a year ahead', (redis, key) => redis.set(key, Date.now() + 365 * 86_400_000)],
    ['no number', (redis, key) => redis.set(key, 'soon')],
    ['no number that expires', (redis, key) => redis.set(key, 'soon', 'PX', 3_600_000)],
    ['a value of another type', (redis, key) => redis.hset(key, 'until', '1')],
  ]

  it.for(damaged)(
    '(%s) is not waited for, and replaced by the next limit',
    async ([, spoil], { store, keys, openProcess }) => {
      await spoil(store.redis, keys.limit('cms'))
      await spoil(store.redis, keys.pace('cms'))
      const named: string[] = []
      const { gates } = await openProcess(keys, { onDamaged: (key) => named.push(key) })
      await gates.gateOf('cms', 1_000).pass(go)
      // Of another type it is not even read.
      const isText = (await store.redis.type(keys.limit('cms'))) === 'string'
      expect(named).toEqual(isText ? [keys.limit('cms')] : [])
      await gates.gateOf('cms', 0).close(60_000)
      const late = await openProcess()
      expect(late.gates.limits().cms).toEqual(aMinuteAtMost)
    },
  )
})

it.for([
  ['that is gone', -2, 0],
  ['that ends now', 0, 0],
  ['without an expiry', -1, aMinuteAtMost],
] as const)('a stored limit %s is waited for by Redis’s clock if it knows', ([, pttl, left]) => {
  expect(limitLeft(String(Date.now() + 60_000), pttl)).toEqual(left)
})

describe('the pace', () => {
  it('is kept by the whole fleet', async ({ openProcess }) => {
    const one = (await openProcess()).gates.gateOf('partner', 200)
    const two = (await openProcess()).gates.gateOf('partner', 200)
    const calls = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? one : two).pass(go))
    const before = performance.now()
    await Promise.all(calls)
    expect(performance.now() - before).toBeGreaterThan(39 * 5 - 15)
  })

  it('does not let idle processes save up calls', async ({ openProcess }) => {
    const { gates } = await openProcess()
    const gate = gates.gateOf('partner', 200)
    await gate.pass(go)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30_000 })
    const before = performance.now()
    await Promise.all(Array.from({ length: 13 }, () => gate.pass(go)))
    expect(performance.now() - before).toBeGreaterThan(12 * 5 - 15)
  })

  it('costs nothing without a limit', async ({ store, openProcess }) => {
    const { gates } = await openProcess()
    const gate = gates.gateOf('partner', 0)
    expect(await store.stepsOf(() => Promise.all(Array.from({ length: 24 }, () => gate.pass(go))))).toEqual(
      [],
    )
  })
})
