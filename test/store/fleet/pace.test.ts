import { describe, expect, vi } from 'vitest'
import { createPace } from '../../../src/store/fleet/pace.ts'
import { createRandom } from '../../../tools/chaos/story/random.ts'
import { withStore } from '../../helpers/store-fixtures.ts'
import { createPaceWorld, mostInASecond } from './pace-world.ts'

const go = new AbortController().signal
const skews = [0, 3_600_000, -86_400_000, 17]

const it = withStore().extend(
  'openWorld',
  ({ store, keys }) =>
    (maxPerSecond: number) =>
      createPaceWorld(store.redis, keys.pace('partner'), maxPerSecond),
)

describe('the pace of four processes', () => {
  it.for([7, 100, 600])(
    'of %i calls a second uses every slot, and has no second with more',
    async (most, { openWorld }) => {
      const world = openWorld(most)
      const random = createRandom(most, 0)
      for (const [process, skew] of skews.entries()) {
        const pace = world.openPace(skew)
        for (let caller = 0; caller < 16; caller++) void world.call(process, pace, () => random.below(50))
      }
      await world.pass(3_000)
      const slots = world.sent.map(({ slot }) => slot).sort((a, b) => a - b)
      const gaps = slots.slice(1).map((slot, index) => slot - (slots[index] ?? 0))
      for (const gap of gaps) expect(gap).toBeCloseTo(1000 / most, 1)
      expect(mostInASecond(slots)).toBe(most)
      expect(mostInASecond(world.sent.map(({ at }) => at))).toBe(most)
      expect(world.sent.length).toBeGreaterThanOrEqual(most * 3)
      expect(new Set(world.sent.map(({ process }) => process)).size).toBeGreaterThan(1)
    },
  )

  it('is kept within 5 % while processes stall', async ({ openWorld }) => {
    const most = 100
    const world = openWorld(most)
    const random = createRandom(4, 0)
    for (const [process, skew] of skews.entries()) {
      // Each stalls for 400 ms every two seconds.
      const pace = world.openPace(skew, (at) => Math.max(0, 400 - ((at + process * 500) % 2_000)))
      for (let caller = 0; caller < 16; caller++) void world.call(process, pace, () => random.below(50))
    }
    await world.pass(6_000)
    expect(mostInASecond(world.sent.map(({ at }) => at))).toBeLessThanOrEqual(most * 1.05)
    expect(new Set(world.sent.map(({ slot }) => slot)).size).toBe(world.sent.length)
    expect(world.sent.length).toBeGreaterThan(most * 6 * 0.6)
  })

  it('continues at once when one of them is killed with calls in hand', async ({ openWorld }) => {
    const world = openWorld(2)
    const dying = world.openPace(0, () => (world.elapsed() < 251 ? 0 : Infinity))
    for (let caller = 0; caller < 64; caller++) void world.call(0, dying, () => 0)
    // It has the slot of half a second and never uses it.
    await world.pass(300)
    const pace = world.openPace(5)
    void world.call(1, pace, () => 0)
    await world.pass(1_500)
    expect(world.sent.filter(({ process }) => process === 1)).toHaveLength(2)
  })

  it('does not save up calls while none is made', async ({ openWorld }) => {
    const world = openWorld(10)
    const pace = world.openPace(0)
    await pace(go)
    world.jump(30_000)
    for (let caller = 0; caller < 40; caller++) void world.call(0, pace, () => 0)
    await world.pass(3_000)
    expect(mostInASecond(world.sent.map(({ at }) => at))).toBe(10)
  })

  it("continues when Redis's clock is set back", async ({ openWorld }) => {
    const world = openWorld(10)
    const pace = world.openPace(0)
    await pace(go)
    world.jump(-86_400_000)
    void world.call(0, pace, () => 0)
    await world.pass(2_000)
    expect(world.sent.length).toBeGreaterThan(18)
  })
})

describe('a pace', () => {
  it('costs one round trip for all calls that wait', async ({ store, keys }) => {
    const clock = { now: () => 0, wait: async () => undefined }
    const pace = createPace(store.redis, keys.pace('cms'), 1_000, clock)
    const steps = await store.stepsOf(() => Promise.all(Array.from({ length: 24 }, () => pace(go))))
    expect(steps).toEqual(['eval'])
  })

  it('follows the clock of Redis, not that of the process', async ({ store, keys }) => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 })
    const pace = createPace(store.redis, keys.pace('cms'), 1_000)
    const slot = await pace(go)
    vi.useRealTimers()
    const [seconds = 0] = await store.redis.time()
    expect(Math.abs(seconds * 1000 - slot)).toBeLessThan(120_000)
  })

  it('gives the slot of a call that was stopped to the next one', async ({ openWorld }) => {
    const world = openWorld(10)
    const pace = world.openPace(0)
    const first = await pace(go)
    const stop = new AbortController()
    const stopped = pace(stop.signal)
    await world.pass(10)
    stop.abort(new Error('shutdown'))
    await expect(stopped).rejects.toThrow('shutdown')
    void world.call(0, pace, () => 1_000)
    await world.pass(1_000)
    expect(world.sent[0]?.slot).toBeCloseTo(first + 100, 1)
  })
})
