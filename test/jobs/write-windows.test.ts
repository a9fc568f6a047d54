import { expect } from 'vitest'
import { enqueueApproved, enqueueRun } from '../../jobs/control.ts'
import type { Run } from '../../src/core/run/run.ts'
import { WritesPausedError } from '../../src/lib/errors.ts'
import { go } from '../helpers/sync/sync-run.ts'
import { cancelRun, type RunRequest } from '../../src/sync/runs/begin-run.ts'
import { createWriteSchedule } from '../../src/lib/time/write-windows.ts'
import type { Mirror, Stage } from '../helpers/sync/sync-deps.ts'
import { hold } from '../helpers/sync/held-plan.ts'
import { openJobs, type Jobs } from '../helpers/sync/open-jobs.ts'
import { withMirror } from '../helpers/sync/with-mirror.ts'

const hourMs = 3_600_000
const patient = { interval: 10, timeout: 60_000 }
const everyDay = [0, 1, 2, 3, 4, 5, 6]
/** The shared clock of a test starts at 05:00 in Vienna. */
const atNight = createWriteSchedule([{ days: everyDay, from: 22 * 60, to: 24 * 60 }], 'Europe/Vienna')
const request: RunRequest = { kind: 'sync', trigger: 'schedule', approved: true, scope: {} }

const test = withMirror({ gtins: 4, mirror: { writeSchedule: atNight } }).extend(
  'jobs',
  ({ stage, mirror }, { onCleanup }) => {
    const jobs = openJobs(stage, mirror)
    onCleanup(() => jobs.close())
    return jobs
  },
)

const writesOf = async ({ mock }: Stage) => (await mock.stats()).cmsWrites.total

async function start(
  { deps }: Jobs,
  more: Partial<RunRequest> & { writeNow?: string } = {},
): Promise<string> {
  const begun = await enqueueRun(deps, { ...request, ...more })
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is active`)
  return begun.run.id
}

const ends = (mirror: Mirror, runId: string, state = 'done') =>
  expect.poll(() => mirror.runs.state(runId), patient).toBe(state)

/** Waits until a run may write, but waits for a window. */
async function untilItWaits({ queues }: Jobs, queue: 'runs' | 'products' = 'runs'): Promise<void> {
  const hasWaited = async () =>
    (await queues[queue].getJobs(['delayed', 'active', 'waiting'])).some(
      (job) => job?.data?.waitsToWrite === true,
    )
  await expect.poll(hasWaited, patient).toBe(true)
}

test('outside the windows, a run plans everything, writes nothing, and continues when a window opens', async ({
  stage,
  mirror,
  jobs,
}) => {
  await stage.mock.zeroStats()
  await jobs.start()
  const runId = await start(jobs)
  await untilItWaits(jobs)
  expect(await mirror.runs.read(runId)).toMatchObject({ state: 'writing', planned: { create: 4 } })
  mirror.pass(16 * hourMs)
  await expect.poll(() => mirror.writeGate.find()).toMatchObject({ until: '2026-11-20T21:00:00.000Z' })
  expect(await writesOf(stage)).toBe(0)
  mirror.pass(hourMs)
  await ends(mirror, runId)
  expect(await mirror.runs.read(runId)).toMatchObject({ counts: { created: 4, failed: 0 } })
})

test('a waiting run uses up no attempts, and continues after a restart', async ({ stage, mirror, jobs }) => {
  await jobs.start()
  const runId = await start(jobs)
  await untilItWaits(jobs)
  await jobs.close()
  const restarted = openJobs(stage, mirror)
  try {
    await restarted.start()
    await untilItWaits(restarted)
    const [job] = await restarted.queues.runs.getJobs(['delayed', 'active', 'waiting'])
    expect(job).toMatchObject({ name: 'review-plan', attemptsMade: 0 })
    mirror.pass(17 * hourMs)
    await ends(mirror, runId)
  } finally {
    await restarted.close()
  }
})

test('a run without changes ends outside the windows', async ({ stage, mirror, jobs }) => {
  await jobs.start()
  const first = await start(jobs, {})
  await untilItWaits(jobs)
  mirror.pass(17 * hourMs)
  await ends(mirror, first)
  mirror.pass(4 * hourMs)
  await stage.mock.zeroStats()
  await ends(mirror, await start(jobs))
  expect(await writesOf(stage)).toBe(0)
})

test('a run that is allowed to write now does so, while others wait', async ({ stage, mirror, jobs }) => {
  await jobs.start()
  const waits = await start(jobs)
  await untilItWaits(jobs)
  const [gtin = ''] = mirror.listed
  const waitsToo = await start(jobs, { scope: { gtins: [mirror.listed[1] ?? ''] } })
  await untilItWaits(jobs, 'products')
  const now = await start(jobs, { scope: { gtins: [gtin] }, writeNow: 'the price was wrong' })
  await ends(mirror, now)
  const slugs = (await stage.editor.recordPages()).map(({ slug }) => slug)
  expect(slugs).toEqual([`gtin-${gtin}-de-de`])
  expect(await mirror.runs.state(waits)).toBe('writing')
  mirror.pass(17 * hourMs)
  await ends(mirror, waits)
  await ends(mirror, waitsToo)
  expect(await stage.editor.recordPages()).toHaveLength(4)
})

test('a window that closes during a run stops it before the next batch, and the next window completes it', async ({
  stage,
  mirror,
  jobs,
}) => {
  mirror.pass(17 * hourMs)
  const send = mirror.cms.writePages.bind(mirror.cms)
  let sent = 0
  mirror.cms = {
    ...mirror.cms,
    async writePages(writes, signal) {
      const answers = await send(writes, signal)
      if (++sent === 1) mirror.pass(2 * hourMs)
      return answers
    },
  }
  await jobs.start()
  const runId = await start(jobs)
  await untilItWaits(jobs)
  const before = await writesOf(stage)
  expect(await mirror.runs.state(runId)).toBe('writing')
  mirror.pass(12 * hourMs)
  await expect.poll(() => mirror.writeGate.find(), patient).toBeDefined()
  expect(await writesOf(stage)).toBe(before)
  mirror.pass(10 * hourMs)
  await ends(mirror, runId)
  expect(await stage.editor.recordPages()).toHaveLength(4)
})

test('in a pause, writes wait until its end, even in a window and with permission to write now', async ({
  stage,
  mirror,
  jobs,
}) => {
  mirror.pass(17 * hourMs)
  const since = await mirror.sharedTime()
  await mirror.writePauses.save({ until: since + hourMs, since, by: 'anna', reason: 'shop update' })
  await stage.mock.zeroStats()
  await jobs.start()
  const runId = await start(jobs, { writeNow: 'urgent' })
  await untilItWaits(jobs)
  expect(await writesOf(stage)).toBe(0)
  mirror.pass(hourMs)
  await ends(mirror, runId)
})

test('misses during a pause do not count for a retirement', async ({ mirror, jobs }) => {
  const run = async (): Promise<Run | undefined> => {
    const runId = await start(jobs)
    await ends(mirror, runId)
    return mirror.runs.read(runId)
  }
  mirror.pass(17 * hourMs)
  mirror.policy.retireAfterMisses = 2
  await jobs.start()
  await run()
  const [gtin = '', ...others] = mirror.listed
  const key = { gtin, language: 'de-de' }
  mirror.listed = others
  mirror.pass(24 * hourMs)
  await run()
  expect(await mirror.snapshots.misses([key])).toEqual([1])
  const since = await mirror.sharedTime()
  await mirror.writePauses.save({ until: since + 30 * hourMs, since, by: 'anna', reason: 'shop update' })
  mirror.pass(24 * hourMs)
  expect(await run()).toMatchObject({ planned: { retire: 0 } })
  expect(await mirror.snapshots.misses([key])).toEqual([1])
  mirror.pass(24 * hourMs)
  expect(await run()).toMatchObject({ planned: { retire: 1 }, counts: { retired: 1 } })
})

test('a record that returns while its retirement waits keeps its page', async ({ stage, mirror, jobs }) => {
  mirror.pass(17 * hourMs)
  mirror.policy.retireAfterMisses = 1
  mirror.policy.maxRetireShare = 1
  await jobs.start()
  await ends(mirror, await start(jobs))
  const all = [...mirror.listed]
  const [back = '', gone = '', ...others] = all
  mirror.listed = others
  mirror.pass(10 * hourMs)
  const runId = await start(jobs)
  await untilItWaits(jobs)
  expect(await mirror.runs.read(runId)).toMatchObject({ planned: { retire: 2 } })
  mirror.listed = all.filter((gtin) => gtin !== gone)
  mirror.pass(14 * hourMs)
  await ends(mirror, runId)
  expect(await mirror.runs.read(runId)).toMatchObject({ counts: { retired: 1, deferred: 1 } })
  const statusOf = async (gtin: string) => (await stage.editor.page({ gtin, language: 'de-de' })).status
  expect([await statusOf(back), await statusOf(gone)]).toEqual(['publish', 'draft'])
})

test('every kind of write to the CMS is refused outside the windows, and none is sent', async ({
  stage,
  mirror,
}) => {
  const { cms } = mirror
  const bytes = Buffer.from('%PDF-1.4')
  const file = { bytes, type: 'application/pdf', extension: 'pdf', sha256: 'ab', title: 'A', slug: 'a' }
  const body = { slug: 'a', status: 'draft' } as never
  await stage.mock.zeroStats()
  const writes = [
    () => cms.writePages([{ kind: 'create', body }], go),
    () => cms.writePages([{ kind: 'delete', id: 1, force: false }], go),
    () => mirror.parentPages.writePages([{ kind: 'update', id: 1, body }], go),
    () => cms.uploadMedia(file as never, go),
    () => cms.trashMedia(1, go),
    () => cms.deleteMedia(1, go),
    () => cms.addMenuItems(1, [{ pageId: 1, title: 'A', order: 1 }], go),
    () => cms.createTerm('categories', { name: 'A', parent: 0 }, go),
    () => cms.checkBatches(go),
  ]
  for (const write of writes) await expect(write()).rejects.toBeInstanceOf(WritesPausedError)
  const { cmsWrites } = await stage.mock.stats()
  expect(cmsWrites.total).toBe(0)
})

for (const [change, midnight] of [
  ['repeats', '2026-10-25T00:00+02:00'],
  ['skips', '2027-03-28T00:00+01:00'],
] as const)
  test(`in the night whose clock ${change} an hour, no write reaches the CMS outside the windows`, async ({
    stage,
    mirror,
    jobs,
  }) => {
    const schedule = createWriteSchedule(
      [
        { days: everyDay, from: 30, to: 60 },
        { days: everyDay, from: 150, to: 195 },
      ],
      'Europe/Berlin',
    )
    const inBerlin = stage.openMirror({ keys: mirror.keys, writeSchedule: schedule })
    const begins = Date.parse(midnight)
    inBerlin.pass(begins - (await inBerlin.sharedTime()))
    const working = openJobs(stage, inBerlin)
    await jobs.close()
    const openAt: string[] = []
    try {
      await working.start()
      for (let step = 0; step < 20; step++) {
        const gtin = inBerlin.listed[step % 4] ?? ''
        await stage.mock.patchProduct(gtin, '*', { name: `Version ${step}` })
        await stage.mock.zeroStats()
        const time = await inBerlin.sharedTime()
        const runId = await start(working, { scope: { gtins: [gtin] } })
        if (schedule.isOpen(time)) {
          await ends(inBerlin, runId)
          expect(await writesOf(stage)).toBeGreaterThan(0)
          openAt.push(new Date(time).toISOString().slice(11, 16))
        } else {
          await untilItWaits(working, 'products')
          expect(await writesOf(stage)).toBe(0)
          await cancelRun(inBerlin, runId)
          await expect.poll(() => inBerlin.runs.products(), patient).toEqual([])
        }
        inBerlin.pass(15 * 60_000)
      }
    } finally {
      await working.close()
    }
    const repeated = ['22:30', '22:45', '00:30', '00:45', '01:30', '01:45', '02:00']
    expect(openAt).toEqual(change === 'repeats' ? repeated : ['23:30', '23:45', '01:00'])
  })

test('an approval allows its run to write now, and the next approval does not', async ({
  stage,
  mirror,
  jobs,
}) => {
  await jobs.start()
  const runId = await hold(mirror)
  await mirror.writePauses.allowNow(runId, 'an earlier approval')
  expect((await enqueueApproved(jobs.deps, runId)).ok).toBe(true)
  await untilItWaits(jobs)
  expect(await writesOf(stage)).toBe(0)
  // An approval that is refused does not take the permission of an active run.
  await mirror.writePauses.allowNow(runId, 'the price was wrong')
  expect((await enqueueApproved(jobs.deps, runId)).ok).toBe(false)
  await ends(mirror, runId)
  expect(await stage.editor.recordPages()).toHaveLength(4)
})
