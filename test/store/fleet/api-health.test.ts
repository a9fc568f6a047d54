import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUpstreamsHealth } from '../../../src/store/fleet/api-health.ts'
import { openTestStore } from '../open-test-store.ts'

let store: Awaited<ReturnType<typeof openTestStore>>
beforeAll(async () => {
  store = await openTestStore()
  await store.redis.ping()
})
afterAll(() => store.close())

const minute = 60_000
const none = { minutes: 10, requests: 0, failed: 0, halfWithinMs: undefined, mostWithinMs: undefined }

test('what every process of the fleet noted is told by side, and how long answers took', async () => {
  const keys = store.freshKeys()
  const [one, other] = [createUpstreamsHealth(store.redis, keys), createUpstreamsHealth(store.redis, keys)]
  for (let i = 0; i < 90; i++) one.note('partner', { ms: 20 + (i % 10), status: 200 })
  for (let i = 0; i < 10; i++) other.note('partner', { ms: 700, status: 404 })
  await Promise.all([one.close(), other.close()])
  expect(await other.read()).toEqual({
    partner: { minutes: 10, requests: 100, failed: 0, halfWithinMs: 32, mostWithinMs: 1024 },
    cms: none,
  })
})

test('no answer, a fault of the server and a refused login count as failures, a limit does not', async () => {
  const sides = createUpstreamsHealth(store.redis, store.freshKeys())
  for (const status of [undefined, 500, 503, 401, 403]) sides.note('cms', { ms: 3, status })
  for (const status of [201, 304, 400, 429]) sides.note('cms', { ms: 3, status })
  await sides.close()
  expect((await sides.read()).cms).toMatchObject({ requests: 9, failed: 5, halfWithinMs: 4 })
})

test('only the last ten minutes count', async () => {
  const keys = store.freshKeys()
  let now = 1_000 * minute
  const sides = createUpstreamsHealth(store.redis, keys, () => now)
  sides.note('cms', { ms: 1, status: 200 })
  await sides.close()
  now += 9 * minute
  expect((await sides.read()).cms.requests).toBe(1)
  now += minute
  expect((await sides.read()).cms).toEqual(none)
  expect(await store.redis.ttl(keys.upstreamHealth('cms', 1_000))).toBeGreaterThan(600)
})
