import { expect } from 'vitest'
import { beginRun } from '../../src/sync/runs/begin-run.ts'
import { openJobs } from '../helpers/sync/open-jobs.ts'
import { withMirror } from '../helpers/sync/with-mirror.ts'

/** Only to stop a hang. */
const patient = { interval: 10, timeout: 120_000 }

const test = withMirror({ gtins: 1 }).extend('jobs', ({ stage, mirror }, { onCleanup }) => {
  const reportRequests = () => Promise.reject(new Error('Connection is closed.'))
  const jobs = openJobs(stage, mirror, { reportRequests })
  onCleanup(() => jobs.close())
  return jobs
})

test('a completed job stays completed although its requests cannot be reported', async ({ jobs }) => {
  await jobs.start()
  const job = await jobs.queues.runs.add('finish-run', { runId: 'none' })
  await expect.poll(() => job.getState(), patient).toMatch(/completed|failed|delayed/)
  expect(await job.getState()).toBe('completed')
})

test('a waiting job continues to wait although its requests cannot be reported', async ({ mirror, jobs }) => {
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
