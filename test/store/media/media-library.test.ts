import type { Redis } from 'ioredis'
import { expect } from 'vitest'
import type { Media } from '../../../src/core/record/media.ts'
import { createMediaLibrary } from '../../../src/store/media/media-library.ts'
import { createStores } from '../../../src/store/stores.ts'
import { createSite } from '../../../src/store/records/site.ts'
import type { Keys } from '../../../src/store/redis/keys.ts'
import { claimMs, withStore } from '../../helpers/store-fixtures.ts'

const it = withStore()

const sha256 = 'ab'.repeat(32)
const asset = { url: 'https://partner.example/a.jpg', kind: 'image' } as const
const known = { sha256, checkedAt: 5, etag: '"e"', lastModified: 'Fri, 20 Nov 2026 10:00:00 GMT' }
const media: Media = {
  id: 7,
  sha256,
  url: 'https://cms.example/a.jpg',
  mime: 'image/jpeg',
  bytes: 3,
  width: 1,
  height: 2,
}

const ends: [string, (library: ReturnType<typeof createMediaLibrary>) => Promise<void>][] = [
  ['given back', (library) => library.release(sha256)],
  ['uploaded', (library) => library.save(asset, known, media)],
]

it('the bytes of an address and their attachment are read as they were saved', async ({
  stores: { media: library },
}) => {
  await library.save(asset, known, media)
  expect(await library.assets(['https://partner.example/other.jpg', asset.url])).toEqual([undefined, known])
  expect(await library.media([sha256, 'ff'])).toEqual([media, undefined])
  expect([await library.assets([]), await library.media([])]).toEqual([[], []])
})

/** A library with its own clock in place of that of Redis. */
function withClock(store: { redis: Redis }, keys: Keys, ms = claimMs) {
  const clock = { now: 1000 }
  const time = async (): Promise<number> => clock.now
  return { clock, time, library: createMediaLibrary(store.redis, keys, { claimMs: ms, time }) }
}

it('one process claims bytes, until its claim expires', async ({ store, keys }) => {
  const { library, clock } = withClock(store, keys)
  expect(await library.claim(sha256)).toEqual({ granted: true })
  clock.now += claimMs - 1
  expect(await library.claim(sha256)).toEqual({ granted: false, before: 1000 })
  expect(await library.claim('cd')).toEqual({ granted: true })
  clock.now += 1
  expect(await library.claim(sha256)).toEqual({ granted: true, before: 1000 })
  clock.now += 1
  expect(await library.claim(sha256)).toEqual({ granted: false, before: 1000 + claimMs })
})

it('a claim excludes other processes even without a grace period for writes', async ({ store, keys }) => {
  const { media: library } = createStores(store.redis, keys, { claimMs: 0 })
  expect(await library.claim(sha256)).toEqual({ granted: true })
  expect(await library.claim(sha256)).toMatchObject({ granted: false })
})

it('a claim has the time of Redis', async ({ store, keys, stores: { media: library } }) => {
  const [before] = await store.redis.time()
  await library.claim(sha256)
  const at = Number(await store.redis.hget(keys.mediaClaims, sha256))
  const [after] = await store.redis.time()
  expect([Number(before) * 1000 <= at, at < (Number(after) + 1) * 1000]).toEqual([true, true])
})

it.for(ends)('bytes that were %s can be claimed at once', async ([, end], { stores: { media: library } }) => {
  await library.claim(sha256)
  await end(library)
  expect(await library.claim(sha256)).toEqual({ granted: true })
})

it('exactly one process takes over an expired claim', async ({ store, keys }) => {
  const { library, clock, time } = withClock(store, keys)
  await library.claim(sha256)
  clock.now += claimMs
  const others = Array.from({ length: 10 }, () =>
    createMediaLibrary(store.connect(), keys, { claimMs, time }),
  )
  const claims = await Promise.all([...others, ...others].map((each) => each.claim(sha256)))
  expect(claims.filter(({ granted }) => granted)).toEqual([{ granted: true, before: 1000 }])
})

it('a claim is renewed while the work lasts, and expires after the work has ended', async ({
  store,
  keys,
}) => {
  const { library: soon, clock } = withClock(store, keys, 30)
  await soon.claim(sha256)
  await soon.hold(sha256, async () => {
    clock.now += 100
    await expect.poll(() => store.redis.hget(keys.mediaClaims, sha256), { interval: 2 }).toBe('1100')
    expect(await soon.claim(sha256)).toEqual({ granted: false, before: 1100 })
    clock.now += 5000
  })
  clock.now += 29
  expect(await soon.claim(sha256)).toEqual({ granted: false, before: 6100 })
  clock.now += 1
  expect(await soon.claim(sha256)).toEqual({ granted: true, before: 6100 })
})

it.for(ends)(
  'a claim on bytes that were %s by the work is not renewed any more',
  async ([, end], { stores }) => {
    const { media: library } = stores
    await library.claim(sha256)
    await library.hold(sha256, () => end(library))
    expect(await library.claim(sha256)).toEqual({ granted: true })
  },
)

it('an error of the work is passed on, and its claim remains', async ({ store, keys }) => {
  const { library, clock } = withClock(store, keys)
  await library.claim(sha256)
  const lost = library.hold(sha256, async () => {
    clock.now += 1000
    throw new Error('answer lost')
  })
  await expect(lost).rejects.toThrow('answer lost')
  expect(await library.claim(sha256)).toEqual({ granted: false, before: 2000 })
})

it('an upload is saved in one step', async ({ store, stores: { media: library } }) => {
  expect(await store.stepsOf(() => library.save(asset, known, media))).toEqual(['multi'])
})

it('parent pages are stored by path', async ({ store, stores: { parents } }) => {
  const at = (id: number, path: string) => ({ id, link: `https://cms.example/${path}/`, status: 'publish' })
  expect(await parents.read()).toEqual({})
  await parents.save('products', at(3, 'products'))
  await parents.save('products/de-de', at(4, 'products/de-de'))
  await parents.save('products', at(5, 'shop'))
  expect(await parents.read()).toEqual({ products: 5, 'products/de-de': 4 })
  expect(await createSite(store.redis, store.freshKeys()).parents.read()).toEqual({})
})
