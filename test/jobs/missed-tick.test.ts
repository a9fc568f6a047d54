import { expect } from 'vitest'
import { applySchedules, nextRunAt } from '../../jobs/queue/schedule.ts'
import { beginRun } from '../../src/sync/runs/begin-run.ts'
import { finishRun } from '../../src/sync/runs/finish-run.ts'
import type { Jobs } from '../helpers/sync/open-jobs.ts'
import type { Mirror } from '../helpers/sync/sync-deps.ts'
import { withJobs } from '../helpers/sync/with-mirror.ts'

const test = withJobs({ gtins: 1 })

/** Applies a daily schedule whose next tick is due in a second, while no process takes it; returns its cron. */
async function missTick({ queues }: Jobs, kind: 'sync' | 'verify' = 'sync'): Promise<string> {
  const soon = new Date(Date.now() + 1_500)
  const cron = `${soon.getUTCSeconds()} ${soon.getUTCMinutes()} ${soon.getUTCHours()} * * *`
  const daily = { cron, tz: 'UTC' }
  await applySchedules(queues, { sync: undefined, verify: undefined, [kind]: daily })
  const due = await nextRunAt(queues, kind)
  await expect.poll(() => Date.now(), { timeout: 4_000, interval: 50 }).toBeGreaterThan(due?.getTime() ?? 0)
  return cron
}

const kinds = async (mirror: Mirror) => (await mirror.runs.list(10)).map(({ kind }) => kind)
const ended = ({ queues }: Jobs) =>
  expect
    .poll(async () => (await queues.runs.getJobCounts('completed')).completed ?? 0, {
      timeout: 5_000,
      interval: 20,
    })
    .toBeGreaterThan(0)

test('a sync that was due while no process ran starts once when they start, and then as scheduled', async ({
  mirror,
  jobs,
}) => {
  const cron = await missTick(jobs)
  const daily = { cron, tz: 'UTC' }
  await Promise.all([1, 2].map(() => applySchedules(jobs.queues, { sync: daily, verify: undefined })))
  await jobs.start()
  await applySchedules(jobs.queues, { sync: daily, verify: undefined })
  await expect.poll(() => kinds(mirror), { timeout: 5_000, interval: 20 }).toEqual(['sync'])
  await ended(jobs)
  expect((await nextRunAt(jobs.queues))?.getTime()).toBeGreaterThan(Date.now() + 3_600_000)
  expect(await kinds(mirror)).toEqual(['sync'])
})

test('a sync that was due when the schedule was another one starts once', async ({ mirror, jobs }) => {
  await missTick(jobs)
  const other = { cron: '0 4 1 1 *', tz: 'UTC' }
  await Promise.all([1, 2].map(() => applySchedules(jobs.queues, { sync: other, verify: undefined })))
  await jobs.start()
  await expect.poll(() => kinds(mirror), { timeout: 5_000, interval: 20 }).toEqual(['sync'])
  expect((await jobs.queues.runs.getDelayed()).map(({ name }) => name)).toEqual(['tick'])
})

test('a sync that was due is not caught up on if a full run has started since', async ({ mirror, jobs }) => {
  await missTick(jobs)
  mirror.pass(Date.now() + 1_000 - mirror.now().getTime())
  const begun = await beginRun(mirror, { kind: 'sync', trigger: 'cli', approved: false, scope: {} })
  if (begun.ok) await finishRun(mirror, begun.run.id)
  await jobs.start()
  await ended(jobs)
  expect(await kinds(mirror)).toEqual(['sync'])
})

test('a run from the future, of a process whose clock was wrong, skips no scheduled run', async ({
  mirror,
  jobs,
}) => {
  const start = mirror.now().getTime()
  mirror.pass(Date.now() + 86_400_000 - start)
  const begun = await beginRun(mirror, { kind: 'sync', trigger: 'cli', approved: false, scope: {} })
  if (begun.ok) await finishRun(mirror, begun.run.id)
  mirror.pass(-86_400_000)
  await missTick(jobs)
  await jobs.start()
  await expect.poll(() => kinds(mirror), { timeout: 5_000, interval: 20 }).toEqual(['sync', 'sync'])
})
