import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { resumeInterrupted } from '../../jobs/control.ts'
import { closeQueues, openQueues, type Queues } from '../../jobs/queue/queues.ts'
import { applySchedules, lastDueAt, nextRunAt } from '../../jobs/queue/schedule.ts'
import { startWorkers, type Workers } from '../../jobs/workers.ts'
import { beginRun } from '../../src/sync/runs/begin-run.ts'
import { finishRun } from '../../src/sync/runs/finish-run.ts'
import type { Run } from '../../src/core/run/run.ts'
import { openStage, type Mirror, type Stage } from '../helpers/sync/sync-deps.ts'
import { sync } from '../helpers/sync/sync-run.ts'

let stage: Stage
let mirror: Mirror
let queues: Queues
let workers: Workers
beforeAll(async () => {
  stage = await openStage({ gtins: 2 })
})
beforeEach(async () => {
  mirror = stage.openMirror()
  await sync(mirror)
  const connection = { path: stage.redis.options.path ?? '' }
  queues = openQueues(connection, mirror.keys.queues)
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
      deliver: async () => undefined,
    },
    {
      connection,
      prefix: mirror.keys.queues,
      jobLockMs: 15_000,
      signal: new AbortController().signal,
      concurrency: { runs: 1, plan: 1, media: 1, pages: 1, retire: 1, products: 1, notices: 1 },
    },
  )
})
afterEach(async () => {
  await workers.stop()
  await closeQueues(queues)
  await stage.tidy()
})
afterAll(() => stage.close())

async function begin(kind: Run['kind']): Promise<string> {
  const begun = await beginRun(mirror, { kind, trigger: 'cli', approved: false, scope: {} })
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is at work`)
  return begun.run.id
}

const kinds = async () => (await mirror.runs.list(10)).map(({ kind, state }) => `${kind} ${state}`)
const waiting = async () => (await queues.runs.getDelayed()).map(({ id }) => id)

let fired = 0

/** Fires a tick as the schedule does, and waits until it is dealt with. */
async function fire(name: 'tick' | 'verify-tick'): Promise<void> {
  const jobId = `repeat:${name === 'tick' ? 'resync' : 'verify'}:${++fired}`
  const job = await queues.runs.add(name, {}, { jobId })
  await expect.poll(() => job.getState(), { interval: 10 }).toBe('completed')
}

/** Lets the minutes pass for which a tick waits. */
async function passMinutes(id: string): Promise<void> {
  await (await queues.runs.getJob(id))?.promote()
  await expect
    .poll(async () => await queues.runs.getJobCounts('active', 'waiting', 'prioritized'), { interval: 10 })
    .toEqual({ active: 0, waiting: 0, prioritized: 0 })
}

test('a scheduled verify waits for an active run and then runs once, however often it was due', async () => {
  const active = await begin('sync')
  await fire('verify-tick')
  await fire('verify-tick')
  expect(await waiting()).toEqual(['verify-tick-later'])
  await passMinutes('verify-tick-later')
  expect(await waiting()).toEqual(['verify-tick-later'])
  expect(await kinds()).toEqual(['sync planning', 'sync done'])
  await finishRun(mirror, active)
  await passMinutes('verify-tick-later')
  await expect.poll(kinds, { interval: 10 }).toEqual(['verify done', 'sync done', 'sync done'])
  expect(await waiting()).toEqual([])
})

test('a scheduled sync waits for a verify, but is skipped while another sync is active', async () => {
  const verify = await begin('verify')
  await fire('tick')
  expect(await waiting()).toEqual(['tick-later'])
  await finishRun(mirror, verify)
  const other = await begin('sync')
  await passMinutes('tick-later')
  expect(await waiting()).toEqual([])
  expect(await kinds()).toEqual(['sync planning', 'verify done', 'sync done'])
  await finishRun(mirror, other)
})

test('each schedule is applied independently', async () => {
  const weekly = { cron: '0 3 * * 0', tz: 'UTC' }
  await applySchedules(queues, { sync: undefined, verify: weekly })
  expect(await nextRunAt(queues)).toBeUndefined()
  expect((await nextRunAt(queues, 'verify'))?.getUTCDay()).toBe(0)
  await applySchedules(queues, { sync: weekly, verify: undefined })
  expect((await nextRunAt(queues))?.getUTCHours()).toBe(3)
  expect(await nextRunAt(queues, 'verify')).toBeUndefined()
})

test('a scheduled sync has two hours to end, whatever the pattern of the schedule', async () => {
  const dueAt = async (now: string) => (await lastDueAt(queues, new Date(now)))?.toISOString()
  expect(await dueAt('2026-11-23T05:00:00Z')).toBeUndefined()
  const weekdays = { cron: '0 4 * * 1-5', tz: 'Europe/Berlin' }
  await applySchedules(queues, { sync: weekdays, verify: undefined })
  expect(await dueAt('2026-11-23T04:59:00Z')).toBe('2026-11-20T03:00:00.000Z')
  expect(await dueAt('2026-11-23T05:01:00Z')).toBe('2026-11-23T03:00:00.000Z')
})

test('a schedule is applied although another process already holds the next tick', async () => {
  const daily = { cron: '0 4 * * *', tz: 'UTC' }
  await applySchedules(queues, { sync: daily, verify: undefined })
  const next = (await nextRunAt(queues))?.getTime()
  await applySchedules(queues, { sync: undefined, verify: undefined })
  const taken = await queues.runs.add('tick', {}, { jobId: `repeat:resync:${next}`, delay: 3_600_000 })
  const refusals: unknown[] = []
  const runs: Queues['runs'] = Object.create(queues.runs)
  runs.upsertJobScheduler = (...asked) =>
    queues.runs.upsertJobScheduler(...asked).catch(async (error: unknown) => {
      refusals.push(error)
      await taken.remove()
      throw error
    })
  await applySchedules({ ...queues, runs }, { sync: daily, verify: undefined })
  expect(refusals).toEqual([
    expect.objectContaining({ message: expect.stringContaining('job ID already exists') }),
  ])
  expect((await nextRunAt(queues))?.getTime()).toBe(next)
})

test('a verify whose job had ended when its process died runs again', async () => {
  const runId = await begin('verify')
  const left = await queues.runs.add(
    'verify-mirror',
    { runId: 'another', read: 0 },
    { jobId: `verify-${runId}` },
  )
  await expect.poll(() => left.getState(), { interval: 10 }).toBe('completed')
  expect(
    await resumeInterrupted({
      sync: mirror,
      queues,
      reportRequests: async () => undefined,
      countRequests: (work) => work(),
      tryUpstreams: async () => undefined,
      untilWritable: async () => undefined,
      moveDamagedJobsAway: async () => [],
      sharedNow: async () => Date.now(),
      endExtendedExpiries: async () => undefined,
      deliver: async () => undefined,
    }),
  ).toBe(runId)
  await expect.poll(kinds, { interval: 10 }).toEqual(['verify done', 'sync done'])
})

test.each([
  ['no id of the schedule', {}, {}],
  ['an id of another schedule', {}, { jobId: 'repeat:verify:1' }],
  ['a payload', { scope: { gtins: [] } }, { jobId: 'repeat:resync:1' }],
])('a tick with %s is refused and supersedes no held plan', async (_case, payload, options) => {
  const held = await begin('sync')
  await mirror.runs.update(held, { state: 'held' })
  const forged = await queues.runs.add('tick', payload, options)
  await expect.poll(() => forged.getState(), { interval: 10 }).toBe('failed')
  expect((await queues.runs.getJob(forged.id ?? ''))?.failedReason).toContain(
    'does not come from the schedule',
  )
  expect(await kinds()).toEqual(['sync held', 'sync done'])
})
