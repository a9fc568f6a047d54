import { Worker } from 'bullmq'
import { expect, vi } from 'vitest'
import { closeQueues, openQueues } from '../../jobs/queue/queues.ts'
import { patiently } from '../helpers/hang.ts'
import { withStore } from '../helpers/store-fixtures.ts'

const test = withStore()

test('a queue keeps the newest completed jobs, and few events of all', async ({ store, keys }) => {
  const connection = { path: store.redis.options.path ?? '' }
  const queues = openQueues(connection, keys.queues, 20)
  const worker = new Worker('plan', async () => undefined, {
    connection,
    prefix: keys.queues,
    concurrency: 50,
  })
  await queues.plan.addBulk(Array.from({ length: 300 }, (_, index) => ({ name: 'any', data: { index } })))
  await vi.waitFor(
    async () => expect(await queues.plan.getJobCountByTypes('waiting', 'active')).toBe(0),
    patiently,
  )
  expect(await queues.plan.getCompletedCount()).toBe(20)
  expect(await store.redis.keys(`${keys.queues}:plan:*[0-9]`)).toHaveLength(20)
  // Redis cuts a stream by whole nodes of a hundred entries.
  expect(await store.redis.xlen(`${keys.queues}:plan:events`)).toBeLessThanOrEqual(200)
  await worker.close()
  await closeQueues(queues)
})

test('the queue of uploads keeps at most a hundred completed jobs', async ({ store, keys }) => {
  const connection = { path: store.redis.options.path ?? '' }
  const queues = openQueues(connection, keys.queues)
  const worker = new Worker('media', async () => undefined, {
    connection,
    prefix: keys.queues,
    concurrency: 50,
  })
  await queues.media.addBulk(Array.from({ length: 130 }, (_, index) => ({ name: 'any', data: { index } })))
  await vi.waitFor(
    async () => expect(await queues.media.getJobCountByTypes('waiting', 'active')).toBe(0),
    patiently,
  )
  expect(await queues.media.getCompletedCount()).toBe(100)
  await worker.close()
  await closeQueues(queues)
})
