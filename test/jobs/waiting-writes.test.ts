import { expect } from 'vitest'
import { enqueueRun, enqueueUndo } from '../../jobs/control.ts'
import type { RecordKey } from '../../src/core/record/record.ts'
import { createWriteSchedule } from '../../src/lib/time/write-windows.ts'
import { resolveRecord } from '../../src/sync/decisions/resolve-record.ts'
import { openJobs, type Jobs } from '../helpers/sync/open-jobs.ts'
import type { Mirror, Stage } from '../helpers/sync/sync-deps.ts'
import { go } from '../helpers/sync/sync-run.ts'
import { withMirror } from '../helpers/sync/with-mirror.ts'

const hourMs = 3_600_000
const patient = { interval: 10, timeout: 60_000 }
/** The shared clock of a test starts at 05:00 in Vienna. */
const atNight = createWriteSchedule(
  [{ days: [0, 1, 2, 3, 4, 5, 6], from: 22 * 60, to: 24 * 60 }],
  'Europe/Vienna',
)

type World = { stage: Stage; mirror: Mirror; jobs: Jobs; key: RecordKey; first: string }

const test = withMirror({
  gtins: 2,
  mediaTrash: 'on',
  mirror: {
    writeSchedule: atNight,
    policy: { maxUpdateShare: 1, mediaCleanup: 'trash', retireAfterMisses: 1, maxRetireShare: 1 },
  },
})
  .extend('jobs', ({ stage, mirror }, { onCleanup }) => {
    const jobs = openJobs(stage, mirror)
    onCleanup(() => jobs.close())
    return jobs
  })
  // The window is open: a first sync, and the state of the case; then it closes.
  .extend('first', { auto: true }, async ({ mirror, jobs }) => {
    mirror.pass(17 * hourMs)
    await jobs.start()
    return ended(mirror, await sync(jobs))
  })

async function sync({ deps }: Jobs, writeNow?: string): Promise<string> {
  const request = { kind: 'sync', trigger: 'schedule', approved: true, scope: {} } as const
  const begun = await enqueueRun(deps, { ...request, ...(writeNow !== undefined && { writeNow }) })
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is active`)
  return begun.run.id
}

async function ended(mirror: Mirror, runId: string): Promise<string> {
  await expect.poll(() => mirror.runs.state(runId), patient).toBe('done')
  return runId
}

/** The requests to the CMS that may write, by the bundled server's count. */
async function writesOf({ mock }: Stage): Promise<string[]> {
  const { requests } = await mock.stats()
  return Object.keys(requests.cms).filter((route) => !/^(?:GET|HEAD|OPTIONS) /.test(route))
}

const hasWaited = async ({ queues }: Jobs): Promise<boolean> =>
  (await queues.runs.getJobs(['delayed', 'active', 'waiting'])).some(
    (job) => job?.data?.waitsToWrite === true,
  )

type Case = {
  name: string
  isPlannedInPause?: false
  prepare: (world: World) => Promise<unknown>
  start?: (world: World, writeNow?: string) => Promise<string>
}

const startUndo = async ({ jobs, first }: World, writeNow?: string): Promise<string> => {
  const begun = await enqueueUndo(jobs.deps, {
    undoes: first,
    trigger: 'cli',
    ...(writeNow !== undefined && { writeNow }),
  })
  if (!begun.ok) throw new Error(begun.reason)
  return begun.run.id
}

const startRepair = async ({ jobs }: World, writeNow?: string): Promise<string> => {
  const begun = await enqueueRun(jobs.deps, {
    kind: 'verify',
    trigger: 'cli',
    repair: true,
    approved: false,
    scope: {},
    ...(writeNow !== undefined && { writeNow }),
  })
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is active`)
  return begun.run.id
}

const cases: Case[] = [
  { name: 'an undo', prepare: async () => undefined, start: startUndo },
  {
    name: 'a repair of a deleted page',
    prepare: async ({ stage, key }) => stage.editor.removeForGood((await stage.editor.page(key)).id),
    start: startRepair,
  },
  {
    name: 'an overwriting decision',
    async prepare({ stage, mirror, key }) {
      await stage.editor.edit((await stage.editor.page(key)).id, { title: 'Vom Redakteur' })
      await resolveRecord(mirror, key, { choice: 'overwrite', by: 'op' }, go)
    },
  },
  {
    name: 'a retirement',
    // Misses during a pause do not count, so none is planned.
    isPlannedInPause: false,
    async prepare({ mirror }) {
      mirror.listed = mirror.listed.slice(1)
    },
  },
  {
    name: 'a listing without a page that an editor unpublished',
    prepare: async ({ stage, key }) =>
      stage.editor.edit((await stage.editor.page(key)).id, { status: 'draft' }),
  },
  {
    name: 'the clean-up of unused files, after a run without changes',
    async prepare({ stage, mirror, jobs, key }) {
      await stage.mock.patchProduct(key.gtin, key.language, { image: '', intro: 'Anders.' })
      await ended(mirror, await sync(jobs))
      expect(await mirror.unusedMedia.count()).toBeGreaterThan(0)
    },
  },
]

const startSync = ({ jobs }: World, writeNow?: string) => sync(jobs, writeNow)

for (const { name, isPlannedInPause, prepare, start = startSync } of cases) {
  test(`${name} waits for a window, and is then written`, async ({ stage, mirror, jobs, key, first }) => {
    const world = { stage, mirror, jobs, key, first }
    await prepare(world)
    mirror.pass(3 * hourMs)
    await stage.mock.zeroStats()
    const runId = await start(world)
    await expect.poll(() => hasWaited(jobs), patient).toBe(true)
    expect(await writesOf(stage)).toEqual([])
    expect(await mirror.runs.state(runId)).toBe('writing')
    mirror.pass(21 * hourMs)
    await ended(mirror, runId)
    expect(await writesOf(stage)).not.toEqual([])
  })

  if (isPlannedInPause === false) continue
  test(`${name} is written outside a window with permission, but not during a pause`, async ({
    stage,
    mirror,
    jobs,
    key,
    first,
  }) => {
    const world = { stage, mirror, jobs, key, first }
    await prepare(world)
    mirror.pass(3 * hourMs)
    const since = await mirror.sharedTime()
    await mirror.writePauses.save({ until: since + hourMs, since, by: 'anna', reason: 'shop update' })
    await stage.mock.zeroStats()
    const runId = await start(world, 'urgent')
    await expect.poll(() => hasWaited(jobs), patient).toBe(true)
    expect(await writesOf(stage)).toEqual([])
    mirror.pass(hourMs)
    await ended(mirror, runId)
    expect(await writesOf(stage)).not.toEqual([])
  })
}

test('a scheduled run without changes sends no write outside a window, and ends', async ({
  stage,
  mirror,
  jobs,
}) => {
  mirror.pass(3 * hourMs)
  await stage.mock.zeroStats()
  await ended(mirror, await sync(jobs))
  expect(await writesOf(stage)).toEqual([])
})
