import { expect, vi } from 'vitest'
import { beginRun } from '../../src/sync/runs/begin-run.ts'
import { openJobs } from '../helpers/sync/open-jobs.ts'
import type { Mirror, Stage } from '../helpers/sync/sync-deps.ts'
import { withMirror } from '../helpers/sync/with-mirror.ts'

const patient = { interval: 10, timeout: 120_000 }
const hourMs = 3_600_000

/** When BullMQ was to hand out the first job that it delayed, in ms since 1970; a process may have taken it since. */
async function dueAt({ redis }: Pick<Stage, 'redis'>, { keys }: Pick<Mirror, 'keys'>): Promise<number> {
  let due: string | undefined
  await expect
    .poll(async () => {
      const events = await redis.xrange(`${keys.queues}:runs:events`, '-', '+')
      const delayed = events.find(([, fields]) => fields.includes('delayed'))
      due = delayed?.[1][delayed[1].indexOf('delay') + 1]
      return due
    }, patient)
    .toBeDefined()
  return Number(due)
}

const test = withMirror({ gtins: 1 }).extend('jobs', ({ stage, mirror }, { onCleanup }) => {
  const jobs = openJobs(stage, mirror)
  onCleanup(async () => {
    vi.useRealTimers()
    await jobs.close()
  })
  return jobs
})

/** Shifts the clock of this process, which continues to run. */
function shiftClock(ms: number): void {
  const real = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => real() + ms)
}

for (const [name, ms] of [
  ['three hours ahead', 3 * hourMs],
  ['three hours behind', -3 * hourMs],
] as const) {
  test(`a waiting job of a process whose clock is ${name} is due by the earlier clock`, async ({
    mirror,
    jobs,
    stage,
    onTestFinished,
  }) => {
    onTestFinished(() => void vi.restoreAllMocks())
    await beginRun(mirror, { kind: 'verify', trigger: 'cli', approved: false, scope: {} })
    const start = Date.now()
    shiftClock(ms)
    await jobs.queues.runs.add('tick', {}, { jobId: 'tick-later' })
    await jobs.start()
    const due = await dueAt(stage, mirror)
    const earlier = start + Math.min(ms, 0)
    expect(due).toBeGreaterThanOrEqual(earlier + 180_000)
    expect(due).toBeLessThan(earlier + 180_000 + 120_000)
  })

  test(`a scheduled run that is postponed by a process whose clock is ${name} is due by the earlier clock`, async ({
    mirror,
    jobs,
    stage,
    onTestFinished,
  }) => {
    onTestFinished(() => void vi.restoreAllMocks())
    await beginRun(mirror, { kind: 'verify', trigger: 'cli', approved: false, scope: {} })
    const start = Date.now()
    shiftClock(ms)
    await jobs.queues.runs.add('tick', {}, { jobId: 'repeat:resync:1' })
    await jobs.start()
    const due = await dueAt(stage, mirror)
    const earlier = start + Math.min(ms, 0)
    expect(due).toBeGreaterThanOrEqual(earlier + 180_000)
    expect(due).toBeLessThan(earlier + 180_000 + 120_000)
  })
}

test('a failed job is retried by the earlier clock', async ({ mirror, jobs, stage, onTestFinished }) => {
  onTestFinished(() => void vi.restoreAllMocks())
  vi.spyOn(mirror.runs, 'list').mockRejectedValue(new Error('Connection is closed.'))
  const start = Date.now()
  shiftClock(3 * hourMs)
  await jobs.queues.runs.add('tick', {}, { jobId: 'tick-later', attempts: 2, backoff: 60_000 })
  await jobs.start()
  expect(await dueAt(stage, mirror)).toBeLessThan(start + 60_000 + 120_000)
})

test('a process whose clock is ahead does not take the same waiting job over and over', async ({
  mirror,
  jobs,
  onTestFinished,
}) => {
  onTestFinished(() => void vi.restoreAllMocks())
  await beginRun(mirror, { kind: 'verify', trigger: 'cli', approved: false, scope: {} })
  const taken: number[] = []
  const { info } = mirror.log
  mirror.log = Object.create(mirror.log)
  mirror.log.info = (...args: Parameters<typeof info>) => {
    if (String(args[1]).startsWith('scheduled run waits')) taken.push(performance.now())
    info.apply(mirror.log, args)
  }
  shiftClock(3 * hourMs)
  await jobs.queues.runs.add('tick', {}, { jobId: 'tick-later' })
  await jobs.start()
  await expect.poll(() => taken.length, patient).toBeGreaterThanOrEqual(3)
  const gaps = taken.slice(1).map((at, n) => at - (taken[n] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThan(900)
})
