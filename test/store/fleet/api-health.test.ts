import { expect } from 'vitest'
import { createUpstreamsHealth } from '../../../src/store/fleet/api-health.ts'
import { withStore } from '../../helpers/store-fixtures.ts'

const it = withStore()

const minute = 60_000
const none = { minutes: 10, requests: 0, failed: 0, halfWithinMs: undefined, mostWithinMs: undefined }

it('responses and latencies of the whole fleet are added up per upstream', async ({ store, keys }) => {
  const [one, other] = [createUpstreamsHealth(store.redis, keys), createUpstreamsHealth(store.redis, keys)]
  for (let i = 0; i < 90; i++) one.note('partner', { ms: 20 + (i % 10), status: 200 })
  for (let i = 0; i < 10; i++) other.note('partner', { ms: 700, status: 404 })
  await Promise.all([one.close(), other.close()])
  expect(await other.read()).toEqual({
    partner: { minutes: 10, requests: 100, failed: 0, halfWithinMs: 32, mostWithinMs: 1024 },
    cms: none,
  })
})

it('lost replies, server errors and refused logins count as failures; limits do not', async ({
  store,
  keys,
}) => {
  const upstreams = createUpstreamsHealth(store.redis, keys)
  for (const status of [undefined, 500, 503, 401, 403]) upstreams.note('cms', { ms: 3, status })
  for (const status of [201, 304, 400, 429]) upstreams.note('cms', { ms: 3, status })
  await upstreams.close()
  expect((await upstreams.read()).cms).toMatchObject({ requests: 9, failed: 5, halfWithinMs: 4 })
})

it('only the last ten minutes count', async ({ store, keys }) => {
  let now = 1_000 * minute
  const upstreams = createUpstreamsHealth(store.redis, keys, () => now)
  upstreams.note('cms', { ms: 1, status: 200 })
  await upstreams.close()
  now += 9 * minute
  expect((await upstreams.read()).cms.requests).toBe(1)
  now += minute
  expect((await upstreams.read()).cms).toEqual(none)
  expect(await store.redis.ttl(keys.upstreamHealth('cms', 1_000))).toBeGreaterThan(600)
})
