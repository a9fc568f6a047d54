import { expect } from 'vitest'
import { applyGuards } from '../../jobs/review-plan.ts'
import { beginRun, cancelRun } from '../../src/sync/runs/begin-run.ts'
import { failRun } from '../../src/sync/runs/finish-run.ts'
import { writePages } from '../../src/sync/pages/write-pages.ts'
import { approve } from '../helpers/sync/held-plan.ts'
import { resync } from '../helpers/sync/resync.ts'
import type { Mirror } from '../helpers/sync/sync-deps.ts'
import { apply, go, inputOf, plan, startWriting } from '../helpers/sync/sync-run.ts'
import { withJobs } from '../helpers/sync/with-mirror.ts'
import type { Run } from '../../src/core/run/run.ts'

const test = withJobs({ gtins: 122, languages: 'de-de', mirror: { policy: { maxCreateShare: 0.1 } } })

/** Starts a full sync; returns whether it may write, and its guards. */
async function start(mirror: Mirror, trigger: Run['trigger']) {
  const { runId } = await plan(mirror, 'sync', {}, trigger)
  const run = await mirror.runs.read(runId)
  const mayWrite = run !== undefined && (await applyGuards(mirror, run, go))
  const reviewed = await mirror.runs.read(runId)
  return { runId, mayWrite, guards: reviewed?.guards.map(({ guard }) => guard) }
}

/** A sync by an operator that ends after 100 pages. */
async function interrupt(mirror: Mirror): Promise<string> {
  const { runId, mayWrite } = await start(mirror, 'cli')
  expect(mayWrite).toBe(true)
  await startWriting(mirror, runId)
  await writePages(mirror, await inputOf(mirror, runId), go)
  return runId
}

const outage = { cause: 'cms', message: 'The CMS does not respond.' } as const

test.for(['schedule', 'cli'] as const)(
  'the first sync of an operator that failed halfway is continued by the next run (%s) without approval',
  async (trigger, { mirror }) => {
    mirror.listed = mirror.listed.slice(0, 115)
    await failRun(mirror, await interrupt(mirror), outage)
    expect(await mirror.snapshots.countMirrored()).toBe(100)
    const { runId, mayWrite } = await start(mirror, trigger)
    expect(mayWrite).toBe(true)
    expect(await mirror.plans.countKinds(runId)).toMatchObject({ create: 15 })
  },
)

test('a first sync that failed before its first page is continued by the schedule', async ({ mirror }) => {
  mirror.listed = mirror.listed.slice(0, 10)
  const { runId } = await start(mirror, 'cli')
  await failRun(mirror, runId, outage)
  expect(await start(mirror, 'schedule')).toMatchObject({ mayWrite: true })
})

test('a first sync that an operator cancelled is continued only by an operator', async ({ mirror }) => {
  const runId = await interrupt(mirror)
  await cancelRun(mirror, runId)
  expect(await start(mirror, 'schedule')).toMatchObject({ mayWrite: false, guards: ['create'] })
  expect(await start(mirror, 'cli')).toMatchObject({ mayWrite: true })
})

test('a catalogue that has grown since the interruption is judged by its new products', async ({
  mirror,
}) => {
  const all = mirror.listed
  mirror.listed = all.slice(0, 110)
  await failRun(mirror, await interrupt(mirror), outage)
  mirror.listed = all
  expect(await start(mirror, 'schedule')).toMatchObject({ mayWrite: false, guards: ['create'] })
  mirror.listed = all.slice(0, 121)
  expect(await start(mirror, 'schedule')).toMatchObject({ mayWrite: true })
})

test('after the undo of a first sync, the schedule publishes nothing', async ({ mirror }) => {
  mirror.listed = mirror.listed.slice(0, 10)
  const { runId } = await start(mirror, 'cli')
  await failRun(mirror, runId, outage)
  const undo = await beginRun(mirror, { kind: 'undo', trigger: 'cli', approved: true, scope: {} })
  if (!undo.ok) throw new Error('no undo')
  await applyGuards(mirror, undo.run, go)
  await failRun(mirror, undo.run.id, outage)
  expect(await start(mirror, 'schedule')).toMatchObject({ mayWrite: false, guards: ['first'] })
})

test('the schedule does not fill a mirror in which only product runs have created pages', async ({
  mirror,
  jobs,
}) => {
  mirror.listed = mirror.listed.slice(0, 10)
  expect(await resync(mirror, jobs, mirror.listed.slice(0, 2))).toMatchObject({ counts: { created: 2 } })
  expect(await start(mirror, 'schedule')).toMatchObject({ mayWrite: false, guards: ['first'] })
  expect(await start(mirror, 'cli')).toMatchObject({ mayWrite: true })
})

test('the rest of a first plan stays held after the approval of a sample', async ({ mirror }) => {
  mirror.listed = mirror.listed.slice(0, 10)
  const { runId, mayWrite } = await start(mirror, 'schedule')
  expect(mayWrite).toBe(false)
  expect(await approve(mirror, runId, {}, { part: { sample: 3 } })).toMatchObject({ passed: true })
  expect((await apply(mirror, runId)).run.counts).toMatchObject({ created: 3 })
  const rest = (await mirror.runs.read(runId))?.rest
  expect(await start(mirror, 'schedule')).toMatchObject({ mayWrite: false })
  expect(await mirror.runs.waiting()).toMatchObject([{ id: rest, guards: [{ guard: 'first' }] }])
  expect(await mirror.snapshots.countMirrored()).toBe(3)
})
