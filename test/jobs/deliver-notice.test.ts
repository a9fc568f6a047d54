import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { enqueueNotices, withdrawNotices } from '../../jobs/deliver-notice.ts'
import { closeQueues, openQueues, type Queues } from '../../jobs/queue/queues.ts'
import { startWorkers, type Workers } from '../../jobs/workers.ts'
import { createDelivery, nameOf } from '../../src/ops/notices/receiver.ts'
import { startScripted, type ScriptedServer, type Step } from '../helpers/world/scripted-server.ts'
import { openStage, type Mirror, type Stage } from '../helpers/sync/sync-deps.ts'

const key = Buffer.alloc(32, 'k')

let stage: Stage
let mirror: Mirror
let queues: Queues
let workers: Workers
let server: ScriptedServer
let receiver: string
beforeAll(async () => {
  stage = await openStage({ gtins: 1 })
})
afterEach(async () => {
  await workers.stop()
  await closeQueues(queues)
  await server.close()
  await stage.tidy()
})
afterAll(() => stage.close())

/** A process whose only receiver responds with these steps. */
async function open(steps: readonly Step[]): Promise<void> {
  server = await startScripted(steps)
  mirror = stage.openMirror()
  const connection = { path: stage.redis.options.path ?? '' }
  queues = openQueues(connection, mirror.keys.queues)
  const one = { url: `${server.url}/hook?token=secret-path`, format: 'json' } as const
  receiver = nameOf(one)
  const deliver = createDelivery({ receivers: [one] }, `whsec_${key.toString('base64')}`)
  workers = await startWorkers(
    {
      sync: mirror,
      queues,
      reportRequests: async () => undefined,
      countRequests: (work) => work(),
      tryUpstreams: async () => undefined,
      untilWritable: async () => undefined,
      moveDamagedJobsAway: async () => [],
      sharedNow: async () => Date.now(),
      endExtendedExpiries: async () => undefined,
      deliver,
    },
    {
      connection,
      prefix: mirror.keys.queues,
      jobLockMs: 15_000,
      signal: new AbortController().signal,
      concurrency: { runs: 1, plan: 1, media: 1, pages: 1, retire: 1, products: 1, notices: 1 },
    },
  )
}

const post = (id: string, to = receiver) =>
  enqueueNotices(queues, [{ receiver: to, id, body: '{"type":"a"}' }])
const jobOf = async (id: string) => queues.notices.getJob(`${id}-${receiver}`)
const stateOf = (id: string) => expect.poll(async () => (await jobOf(id))?.getState(), { interval: 10 })

test('a notice is posted once, signed with the shared secret', async () => {
  await open([{ status: 204 }])
  await post('shop-1-failed')
  await stateOf('shop-1-failed').toBe('completed')
  await post('shop-1-failed')
  await workers.stop()
  expect(server.asked).toHaveLength(1)
  const [asked] = server.asked
  if (asked === undefined) throw new Error('nothing was asked')
  const { method, url, headers, body } = asked
  expect({ method, url, id: headers['webhook-id'], type: headers['content-type'] }).toEqual({
    method: 'POST',
    url: '/hook?token=secret-path',
    id: 'shop-1-failed',
    type: 'application/json',
  })
  const signed = `shop-1-failed.${String(headers['webhook-timestamp'])}.${body.toString()}`
  const signature = createHmac('sha256', key).update(signed).digest('base64')
  expect(headers['webhook-signature']).toBe(`v1,${signature}`)
})

test('an unavailable receiver gets the notice later, with the same id', async () => {
  await open([{ status: 503 }, 'reset', { status: 200 }])
  await post('shop-2-failed')
  for (const attempt of [1, 2]) {
    await stateOf('shop-2-failed').toBe('delayed')
    const job = await jobOf('shop-2-failed')
    expect(job?.attemptsMade).toBe(attempt)
    expect(job?.delay).toBeGreaterThanOrEqual(4000 * attempt)
    await job?.promote()
  }
  await stateOf('shop-2-failed').toBe('completed')
  expect(server.asked.map(({ headers }) => headers['webhook-id'])).toEqual(Array(3).fill('shop-2-failed'))
})

test('a receiver that is gone or no longer configured is not called again', async () => {
  await open([{ status: 410 }])
  await post('shop-3-failed')
  await stateOf('shop-3-failed').toBe('failed')
  expect((await jobOf('shop-3-failed'))?.failedReason).toMatch(/^127\.0\.0\.1-\w{6} returned HTTP 410\./)
  await post('shop-4-failed', 'hooks.example-abcdef')
  await expect.poll(() => queues.notices.getFailedCount(), { interval: 10 }).toBe(2)
  expect(server.asked).toHaveLength(1)
})

test('a notice that waits for its next try can be withdrawn', async () => {
  await open([{ status: 503 }])
  await post('shop-6-failed')
  await stateOf('shop-6-failed').toBe('delayed')
  await withdrawNotices(queues, [{ receiver, id: 'shop-6-failed' }])
  expect(await queues.notices.count()).toBe(0)
})

test('a stopping process first sends the last notices of its run', async () => {
  await open([{ status: 200 }])
  await queues.notices.pause()
  await post('shop-5-failed')
  await queues.notices.resume()
  await workers.stop()
  expect(await (await jobOf('shop-5-failed'))?.getState()).toBe('completed')
})
