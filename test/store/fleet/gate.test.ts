import { afterEach, describe, expect, vi } from 'vitest'
import { LimitedError } from '../../../src/lib/errors.ts'
import { openGates } from '../../../src/store/fleet/gate.ts'
import { withStore } from '../../helpers/store-fixtures.ts'

afterEach(() => {
  vi.useRealTimers()
})

const go = new AbortController().signal

/** Opens the gates of a process, and a promise for the next limit that it receives. */
const it = withStore().extend('openProcess', ({ store, keys }) => async (mirror = keys) => {
  const subscriber = store.connect()
  const gates = openGates(store.connect(), subscriber, mirror)
  await gates.opened
  return { gates, told: () => new Promise((resolve) => subscriber.once('message', resolve)) }
})

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
      expect(await gates.limits()).toEqual({ partner: aMinuteAtMost, cms: 0 })
    }
  })

  it('is known to a process that starts later', async ({ store, keys, openProcess }) => {
    await (await openProcess()).gates.gateOf('cms', 0).close(60_000)
    const late = await openProcess()
    await expect(late.gates.gateOf('cms', 0).pass(go)).rejects.toThrow(LimitedError)
    expect(await store.redis.pttl(keys.limit('cms'))).toBeGreaterThan(50_000)
  })

  it('is not shortened by a shorter one, also for a process that starts later', async ({
    store,
    keys,
    openProcess,
  }) => {
    const { gates } = await openProcess()
    await gates.gateOf('cms', 0).close(60_000)
    await gates.gateOf('cms', 0).close(1)
    expect((await gates.limits()).cms).toBeGreaterThan(50_000)
    const late = await openProcess()
    expect((await late.gates.limits()).cms).toBeGreaterThan(50_000)
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

  it('of one mirror does not apply to another', async ({ store, openProcess }) => {
    const one = await openProcess()
    const other = await openProcess(store.freshKeys())
    await one.gates.gateOf('cms', 0).close(60_000)
    await other.gates.gateOf('cms', 0).pass(go)
    expect(await other.gates.limits()).toEqual({ partner: 0, cms: 0 })
  })
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

  it('costs one round trip per dozen calls', async ({ store, openProcess }) => {
    const { gates } = await openProcess()
    const gate = gates.gateOf('partner', 1000)
    const steps = await store.stepsOf(() => Promise.all(Array.from({ length: 24 }, () => gate.pass(go))))
    expect(steps).toEqual(['eval', 'eval'])
  })

  it('costs nothing without a limit', async ({ store, openProcess }) => {
    const { gates } = await openProcess()
    const gate = gates.gateOf('partner', 0)
    expect(await store.stepsOf(() => Promise.all(Array.from({ length: 24 }, () => gate.pass(go))))).toEqual(
      [],
    )
  })
})
