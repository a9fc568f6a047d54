import { expect, vi } from 'vitest'
import { applySchedules, nextRunAt } from '../../jobs/queue/schedule.ts'
import { openJobs, token, type Jobs } from '../helpers/sync/open-jobs.ts'
import { withMirror } from '../helpers/sync/with-mirror.ts'

const patient = { interval: 10, timeout: 120_000 }
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const stepMs = 3 * hourMs

const test = withMirror({ gtins: 1 })
  .extend('clock', ({}, { onCleanup }) => {
    onCleanup(() => {
      vi.useRealTimers()
      vi.restoreAllMocks()
    })
    return { sharedMs: 0 }
  })
  .extend('jobs', ({ stage, mirror, clock }, { onCleanup }) => {
    const jobs = openJobs(stage, mirror, {
      sharedNow: async () => performance.timeOrigin + performance.now() + clock.sharedMs,
    })
    onCleanup(() => jobs.close())
    return jobs
  })

/** Shifts the clock of this process, which continues to run. */
function shiftClock(ms: number): void {
  const real = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => real() + ms)
}

/** Delays a notice by a clock that is `aheadMs` ahead. */
async function delayNotice({ queues }: Jobs, aheadMs: number, delay = minuteMs): Promise<string> {
  const job = await queues.notices.add('deliver-notice', {}, { delay, timestamp: Date.now() + aheadMs })
  return job.id ?? ''
}

/** The time in ms until a job is due. */
async function dueIn({ queues: { notices } }: Jobs, id: string): Promise<number> {
  const client = await notices.backend.client
  return Number(await client.zscore(notices.toKey('delayed'), id)) / 0x1000 - Date.now()
}

const isPaused = async ({ queues }: Jobs) => (await queues.plan.getRateLimitTtl()) > 0

test('a job that was delayed by a clock three hours ahead waits for its own delay only', async ({ jobs }) => {
  const late = await delayNotice(jobs, stepMs)
  const other = await delayNotice(jobs, -hourMs, 24 * hourMs)
  await jobs.start()
  expect(await dueIn(jobs, late)).toBeLessThanOrEqual(minuteMs)
  expect(await dueIn(jobs, late)).toBeGreaterThan(0)
  expect(await dueIn(jobs, other)).toBeGreaterThan(22 * hourMs)
  expect(await dueIn(jobs, other)).toBeLessThanOrEqual(23 * hourMs)
})

test('a process whose clock is three hours behind leaves the delays of other processes', async ({ jobs }) => {
  const id = await delayNotice(jobs, 0)
  shiftClock(-stepMs)
  await jobs.start()
  expect(await dueIn(jobs, id)).toBeGreaterThan(stepMs)
})

test('a queue that was paused before the step is open when the workers start', async ({ jobs }) => {
  await jobs.queues.plan.rateLimit(stepMs)
  await jobs.start()
  expect(await isPaused(jobs)).toBe(false)
})

test('a job of a killed process is taken over, although its lock is from before the step', async ({
  jobs,
  stage,
  mirror,
}) => {
  await jobs.queues.runs.add('finish-run', { runId: 'none' })
  const { id } = await jobs.take('runs')
  const prefix = `${mirror.keys.queues}:runs`
  await stage.redis.pexpire(`${prefix}:${id}:lock`, stepMs)
  await stage.redis.set(`${prefix}:stalled-check`, '1', 'PX', stepMs)
  await jobs.start(1_000)
  await expect
    .poll(async () => (await jobs.queues.runs.getJob(id ?? ''))?.getState(), patient)
    .toBe('completed')
})

/** The next tick of an hourly schedule is half an hour from now. */
const next = Math.floor((Date.now() + hourMs / 2) / minuteMs) * minuteMs
const hourly = { cron: `${new Date(next).getUTCMinutes()} * * * *`, tz: 'UTC' }

/** Registers an hourly sync by a clock that is three hours ahead. */
async function registerEarly(jobs: Jobs): Promise<void> {
  shiftClock(stepMs)
  await applySchedules(jobs.queues, { sync: hourly, verify: undefined })
  vi.restoreAllMocks()
}

/** A tick that has ended. */
async function endTick(jobs: Jobs, at: number): Promise<string> {
  const { id = '' } = await jobs.queues.runs.add('tick', {}, { jobId: `repeat:resync:${at}` })
  const job = await jobs.take('runs')
  await job.moveToCompleted('done', token, false)
  return id
}

test('no scheduled run within a step is left out', async ({ jobs }) => {
  await registerEarly(jobs)
  await jobs.start()
  expect((await nextRunAt(jobs.queues))?.getTime()).toBe(next)
})

test.for(['the workers start', 'the schedules are applied'])(
  'a schedule continues after ticks that ran too early, once %s',
  async (when, { jobs }) => {
    await registerEarly(jobs)
    const early = [await endTick(jobs, next), await endTick(jobs, next + hourMs)]
    if (when === 'the workers start') await jobs.start()
    else await applySchedules(jobs.queues, { sync: hourly, verify: undefined })
    expect((await nextRunAt(jobs.queues))?.getTime()).toBe(next)
    // BullMQ would not register the tick after the next one.
    expect(await jobs.queues.runs.getJob(early[1] ?? '')).toBeUndefined()
  },
)

for (const whose of ['this process', 'Redis'])
  test(`the queues are corrected within a minute after the clock of ${whose} is set back`, async ({
    jobs,
    clock,
  }) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    if (whose === 'Redis') clock.sharedMs = stepMs
    else shiftClock(stepMs)
    await jobs.start()
    await jobs.queues.plan.rateLimit(stepMs)
    await vi.advanceTimersByTimeAsync(minuteMs)
    expect(await isPaused(jobs)).toBe(true)
    vi.restoreAllMocks()
    clock.sharedMs = 0
    await vi.advanceTimersByTimeAsync(minuteMs)
    await expect.poll(() => isPaused(jobs), patient).toBe(false)
  })
