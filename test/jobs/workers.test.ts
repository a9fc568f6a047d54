import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, vi } from 'vitest'
import { LostLockError } from '../../jobs/queue/requeue-or-fail.ts'
import { enqueueNotices } from '../../jobs/deliver-notice.ts'
import { beginRun } from '../../src/sync/runs/begin-run.ts'
import { openJobs } from '../helpers/sync/open-jobs.ts'
import { withMirror } from '../helpers/sync/with-mirror.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Only to stop a hang. */
const patient = { interval: 10, timeout: 120_000 }

const test = withMirror({ gtins: 1 })
  .extend('signals', (): WeakRef<AbortSignal>[] => [])
  .extend('jobs', ({ stage, mirror, signals }, { onCleanup }) => {
    const reportRequests = () => Promise.reject(new Error('Connection is closed.'))
    const deliver = async (_: unknown, signal: AbortSignal): Promise<void> => {
      signal.addEventListener('abort', () => signals.pop())
      signals.push(new WeakRef(signal))
    }
    const jobs = openJobs(stage, mirror, { reportRequests, deliver })
    onCleanup(() => jobs.close())
    return jobs
  })

test('a completed job stays completed even if its requests cannot be reported', async ({ jobs }) => {
  await jobs.start()
  const job = await jobs.queues.runs.add('finish-run', { runId: 'none' })
  await expect.poll(() => job.getState(), patient).toMatch(/completed|failed|delayed/)
  expect(await job.getState()).toBe('completed')
})

test('a waiting job continues to wait even if its requests cannot be reported', async ({ mirror, jobs }) => {
  await beginRun(mirror, { kind: 'verify', trigger: 'cli', approved: false, scope: {} })
  const job = await jobs.queues.runs.add('tick', {}, { jobId: 'tick-later' })
  const faults: unknown[] = []
  mirror.log = Object.create(mirror.log)
  mirror.log.error = (...args: unknown[]) => void faults.push(args)
  await jobs.start()
  await expect.poll(() => job.getState(), patient).toBe('delayed')
  const next = await jobs.queues.runs.add('finish-run', { runId: 'none' })
  await expect
    .poll(async () => (await jobs.queues.runs.getJob(next.id ?? ''))?.finishedOn, patient)
    .toBeDefined()
  expect(faults).toEqual([])
  expect(await jobs.queues.runs.getJob('tick-later')).toMatchObject({ attemptsMade: 0 })
})

test('no worker takes a job from a queue that a limit has paused', async ({ jobs }) => {
  await jobs.start()
  await jobs.queues.plan.rateLimit(3_600_000)
  const chunk = { runId: 'none', language: 'de-de', gtins: [], dryRun: false }
  const job = await jobs.queues.plan.add('plan-chunk', chunk)
  await expect(jobs.take('plan')).rejects.toThrow('there is no job to take in plan')
  expect(await job.getState()).toBe('waiting')
})

test('a job that has lost its lock stops; another try of it continues', async ({ stage, mirror }) => {
  const tries: AbortSignal[] = []
  const deliver = async (_: unknown, signal: AbortSignal): Promise<void> => {
    tries.push(signal)
    if (tries.length === 1) await once(signal, 'abort').then(() => signal.throwIfAborted())
  }
  const jobs = openJobs(stage, mirror, { deliver })
  await jobs.start(1_000)
  await enqueueNotices(jobs.queues, [{ receiver: 'r', id: 'n', body: '{}' }])
  await expect.poll(() => tries.length, patient).toBe(1)
  // As when the process was too busy to renew it.
  await stage.redis.del(`${mirror.keys.queues}:notices:n-r:lock`)
  await expect.poll(() => tries.length, patient).toBe(2)
  expect(tries[0]?.reason).toBeInstanceOf(LostLockError)
  await expect
    .poll(async () => (await jobs.queues.notices.getJob('n-r'))?.getState(), patient)
    .toBe('completed')
  expect(tries).toHaveLength(2)
  await jobs.close()
})

test('a job keeps its lock although the clock of its process is set back', async ({
  stage,
  mirror,
  onTestFinished,
}) => {
  const ended = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const deliver = (): Promise<void> => {
    started.resolve()
    return ended.promise
  }
  const jobs = openJobs(stage, mirror, { deliver })
  onTestFinished(async () => {
    vi.restoreAllMocks()
    ended.resolve()
    await jobs.close()
  })
  await jobs.start(1_000)
  await enqueueNotices(jobs.queues, [{ receiver: 'r', id: 'n', body: '{}' }])
  await started.promise
  const real = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => real() - 3 * 3_600_000)
  const lock = `${mirror.keys.queues}:notices:n-r:lock`
  await stage.redis.pexpire(lock, 60_000)
  await expect
    .poll(() => stage.redis.pttl(lock), { interval: 10, timeout: 10_000 })
    .toBeLessThanOrEqual(1_000)
  expect(await stage.redis.exists(lock)).toBe(1)
})

test('a job that still listens to its signal does not stay in memory', async ({ jobs, signals }) => {
  await jobs.start()
  const ids = Array.from({ length: 40 }, (_, index) => `notice-${index}`)
  await enqueueNotices(
    jobs.queues,
    ids.map((id) => ({ receiver: 'hook', id, body: '{}' })),
  )
  await expect.poll(() => jobs.queues.notices.getCompletedCount(), patient).toBe(ids.length)
  expect(signals).toHaveLength(ids.length)
  const alive = (): number => {
    collectGarbage()
    return signals.filter((signal) => signal.deref() !== undefined).length
  }
  // A worker may hold its last job.
  await expect.poll(alive, patient).toBeLessThan(5)
})
