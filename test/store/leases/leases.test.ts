import { expect } from 'vitest'
import { wholeMs } from '../../../src/lib/time/whole-ms.ts'
import { createLeases } from '../../../src/store/leases/leases.ts'
import { withStore } from '../../helpers/store-fixtures.ts'

const [a, b, c] = ['4006381333931', '4006381333948', '4006381333955'] as const
const run = '2026-11-20-2'
const other = '2026-11-20-3'

const it = withStore().extend('leases', ({ stores }) => stores.leases)

it('a product run takes all of its products or none', async ({ leases, keys, store }) => {
  expect(await leases.takeProducts(run, [a, b])).toBe('taken')
  expect(await leases.takeProducts(other, [b, c])).toBe('waits')
  expect(await store.redis.exists(keys.productLease(c))).toBe(0)
  await leases.releaseProducts(run, [a, b])
  expect(await leases.takeProducts(other, [b, c])).toBe('taken')
})

it('a product run that continues in another process keeps its leases', async ({ leases }) => {
  await leases.takeProducts(run, [a, b])
  expect(await leases.takeProducts(run, [a, b])).toBe('kept')
})

it('jobs of the active run share products, and get none that a product run has', async ({ leases }) => {
  await leases.takeProducts(run, [b])
  expect((await leases.share('job 1', [a, b])).free).toEqual(new Set([a]))
  expect((await leases.share('job 2', [a])).free).toEqual(new Set([a]))
})

it('a product run waits for every job with one of its products, and for no other job', async ({ leases }) => {
  const one = await leases.share('job 1', [a])
  const two = await leases.share('job 2', [a, b])
  await leases.share('job 3', [c])
  expect(await leases.takeProducts(run, [a])).toBe('waits')
  await one.release()
  expect(await leases.takeProducts(run, [a])).toBe('waits')
  await two.release()
  expect(await leases.takeProducts(run, [a])).toBe('taken')
})

it('a product whose GTIN is part of another one is another product', async ({ leases }) => {
  await leases.share('job 1', [`0${a}`])
  expect(await leases.takeProducts(run, [a])).toBe('taken')
})

it('a product run that waits for jobs keeps further jobs from its products', async ({ leases }) => {
  await leases.share('job 1', [a])
  expect(await leases.takeProducts(run, [a, b])).toBe('waits')
  expect((await leases.share('job 2', [a, b, c])).free).toEqual(new Set([c]))
  // When it takes its products again, a running job gets none that a product run waits for.
  expect((await leases.share('job 1', [a])).free).toEqual(new Set())
  expect(await leases.takeProducts(run, [a, b])).toBe('taken')
})

it('products that a run has only waited for count as taken, not as kept', async ({ leases }) => {
  const lease = await leases.share('job 1', [a])
  await leases.takeProducts(run, [a])
  await lease.release()
  expect(await leases.takeProducts(run, [a])).toBe('taken')
})

it('a lease that is not renewed expires', async ({ store, keys }) => {
  const short = createLeases(store.redis, keys, wholeMs(1))
  await short.takeProducts(run, [a])
  const shared = await short.share('job 1', [b])
  await short.take('shared pages', 'job 1')
  const touched = [keys.productLease(a), keys.jobLease('job 1'), keys.jobsWithLeases]
  await expect.poll(() => store.redis.exists(...touched)).toBe(0)
  expect(await short.renewProducts(run, [a])).toBe(false)
  expect(await shared.renew()).toBe(false)
  await expect.poll(() => short.renew('shared pages', 'job 1')).toBe(false)
  expect(await short.take('whole mirror', 'job 2')).toBe(true)
})

it('a product run takes the products of a killed job once its lease has expired', async ({
  leases,
  keys,
  store,
}) => {
  await leases.share('alive', [b])
  const killed = await leases.share('killed', [a])
  expect(await leases.takeProducts(run, [a])).toBe('waits')
  await store.redis.del(keys.jobLease('killed'))
  expect(await leases.takeProducts(run, [a])).toBe('taken')
  // If the job was only slow, it aborts, even after the product run has ended.
  await leases.releaseProducts(run, [a])
  expect(await killed.renew()).toBe(false)
  expect(await store.redis.smembers(keys.jobsWithLeases)).toEqual(['alive'])
})

it('a lease that is renewed stays', async ({ leases, store, keys }) => {
  await leases.takeProducts(run, [a])
  const shared = await leases.share('job 1', [b])
  await leases.take('shared pages', 'job 1')
  const touched = [keys.productLease(a), keys.jobLease('job 1'), keys.jobsWithLeases, keys.sharedPagesLease]
  for (const key of touched) await store.redis.pexpire(key, 5_000)
  expect(await leases.renewProducts(run, [a])).toBe(true)
  expect(await shared.renew()).toBe(true)
  expect(await leases.renew('shared pages', 'job 1')).toBe(true)
  for (const key of touched) expect(await store.redis.pttl(key)).toBeGreaterThan(5_000)
})

it('a lease that is renewed is found, even if the list of jobs has expired', async ({
  leases,
  store,
  keys,
}) => {
  const shared = await leases.share('job 1', [a])
  await store.redis.del(keys.jobsWithLeases)
  await shared.renew()
  expect(await leases.takeProducts(run, [a])).toBe('waits')
})

it('another try of a job takes over its lease: the earlier one can neither renew nor release it', async ({
  leases,
}) => {
  const earlier = await leases.share('job 1', [a, b])
  expect(await leases.takeProducts(run, [b])).toBe('waits')
  const again = await leases.share('job 1', [a, b])
  expect(again.free).toEqual(new Set([a]))
  expect(await earlier.renew()).toBe(false)
  await earlier.release()
  expect(await leases.takeProducts(run, [b])).toBe('taken')
  expect(await leases.takeProducts(other, [a])).toBe('waits')
  expect(await again.renew()).toBe(true)
})

it('a job that gets none of its products again has no lease', async ({ leases, store, keys }) => {
  await leases.share('job 1', [a])
  expect(await leases.takeProducts(run, [a])).toBe('waits')
  const none = await leases.share('job 1', [a])
  expect(none.free).toEqual(new Set())
  expect(await none.renew()).toBe(true)
  expect(await store.redis.exists(keys.jobLease('job 1'), keys.jobsWithLeases)).toBe(0)
})

it('the lease of a killed try of a job can be ended without it', async ({ leases }) => {
  await leases.share('job 1', [a])
  await leases.releaseShared('job 1')
  expect(await leases.takeProducts(run, [a])).toBe('taken')
})

it('the whole mirror is free once no product run has a product, and none gets one in the meantime', async ({
  leases,
}) => {
  await leases.takeProducts(run, [a])
  expect(await leases.take('whole mirror', 'finish')).toBe(false)
  expect(await leases.takeProducts(other, [b])).toBe('waits')
  // The running one ends.
  expect(await leases.takeProducts(run, [a])).toBe('kept')
  await leases.releaseProducts(run, [a])
  expect(await leases.take('whole mirror', 'finish')).toBe(true)
  expect(await leases.takeProducts(other, [b])).toBe('waits')
  await leases.release('whole mirror', 'finish')
  expect(await leases.takeProducts(other, [b])).toBe('taken')
})

it('one job at a time has the pages that products share', async ({ leases }) => {
  expect(await leases.take('shared pages', 'job 1')).toBe(true)
  expect(await leases.take('shared pages', 'job 2')).toBe(false)
  await leases.release('shared pages', 'job 2')
  expect(await leases.take('shared pages', 'job 2')).toBe(false)
  await leases.release('shared pages', 'job 1')
  expect(await leases.take('shared pages', 'job 2')).toBe(true)
})

it('releasing leaves nothing behind', async ({ leases, store, keys }) => {
  await leases.takeProducts(run, [a])
  const shared = await leases.share('job 1', [b])
  await leases.take('shared pages', 'job 1')
  await leases.releaseProducts(run, [a])
  await shared.release()
  await leases.release('shared pages', 'job 1')
  expect(await store.redis.keys(`pm:${keys.mirrorId}:lease*`)).toEqual([])
})

it('a foreign value is moved away and does not block any job', async ({ leases, store, keys }) => {
  await store.redis.rpush(keys.productLease(a), 'foreign')
  await store.redis.set(keys.jobsWithLeases, 'foreign')
  await store.redis.set(keys.productLease(b), 'without an end')
  await store.redis.set(keys.wholeLease, 'without an end')
  expect(await leases.takeProducts(run, [a, b])).toBe('taken')
  expect(await store.redis.get(`${keys.productLease(b)}:moved-away`)).toBe('without an end')
  expect(await store.redis.lrange(`${keys.productLease(a)}:moved-away`, 0, -1)).toEqual(['foreign'])
  await store.redis.rpush(keys.productLease(c), 'foreign')
  expect((await leases.share('job 1', [c])).free).toEqual(new Set([c]))
  expect(await store.redis.get(`${keys.jobsWithLeases}:moved-away`)).toBe('foreign')
  await leases.releaseProducts(run, [a, b])
  await store.redis.set(keys.jobLease('job 1'), ` ${a} `)
  expect(await leases.takeProducts(run, [a])).toBe('taken')
})

it('the leases of the previous version on the same products do not block anything', async ({
  leases,
  store,
  keys,
}) => {
  await store.redis.sadd(`${keys.productLease(a)}:shared`, 'job of 0.3.0')
  await store.redis.set(keys.productLease(b), other, 'PX', 5_000)
  expect(await leases.takeProducts(run, [a])).toBe('taken')
  // The leases of product runs are as before.
  expect(await leases.takeProducts(other, [b])).toBe('kept')
})
