import { afterEach, beforeEach, expect, test } from 'vitest'
import { beginRun } from '../../src/sync/runs/begin-run.ts'
import { openJobs, type Jobs } from '../helpers/sync/open-jobs.ts'
import type { Mirror } from '../helpers/sync/sync-deps.ts'
import { useStage } from '../helpers/sync/use-stage.ts'

/** Only to stop a hang. */
const patient = { interval: 10, timeout: 120_000 }

const stage = useStage({ gtins: 1 })
let mirror: Mirror
let jobs: Jobs
beforeEach(() => {
  mirror = stage.openMirror()
  const reportRequests = () => Promise.reject(new Error('Connection is closed.'))
  jobs = openJobs(stage, mirror, { reportRequests })
})
afterEach(() => jobs.close())

test('a completed job stays completed although its requests cannot be reported', async () => {
  await jobs.start()
  const job = await jobs.queues.runs.add('finish-run', { runId: 'none' })
  await expect.poll(() => job.getState(), patient).toMatch(/completed|failed|delayed/)
  expect(await job.getState()).toBe('completed')
})

test('a waiting job continues to wait although its requests cannot be reported', async () => {
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
