import { reasonOf } from '../helpers/content/reason-of.ts'
import { expect } from 'vitest'
import { enqueueRun } from '../../jobs/control.ts'
import { queueNames } from '../../jobs/queue/queues.ts'
import { exitCodeOf } from '../../src/cli/shared/exit-codes.ts'
import { UnreachableError } from '../../src/lib/errors.ts'
import type { Run } from '../../src/core/run/run.ts'
import type { Jobs } from '../helpers/sync/open-jobs.ts'
import type { Mirror, Stage } from '../helpers/sync/sync-deps.ts'
import { outcomesOf, sync } from '../helpers/sync/sync-run.ts'
import { withJobs } from '../helpers/sync/with-mirror.ts'

const test = withJobs({
  gtins: 6,
  mirror: { policy: { retireAfterMisses: 1, maxUpdateShare: 1, maxRetireShare: 1 } },
})

/** Only to stop a hang. */
const patient = { interval: 20, timeout: 120_000 }

/** Every job is tried three times without a pause, as the real ones are tried for a minute. */
function hurry({ queues }: Jobs): void {
  for (const name of queueNames)
    Object.assign(queues[name].jobsOpts, { attempts: 3, backoff: { type: 'fixed', delay: 1 } })
}

/** Runs a sync through the queues to its end. */
async function run(mirror: Mirror, jobs: Jobs): Promise<Run> {
  hurry(jobs)
  const begun = await enqueueRun(jobs.deps, { kind: 'sync', trigger: 'cli', approved: true, scope: {} })
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is at work`)
  await jobs.start()
  await expect.poll(async () => mirror.runs.activeId(), patient).toBeUndefined()
  const ended = await mirror.runs.read(begun.run.id)
  if (ended === undefined) throw new Error('the run is gone')
  return ended
}

const dead = { side: 'cms', kind: 'status', status: 502 } as const

/** The CMS responds while the run is planned, and stops responding once it writes. */
function dieOnceWriting({ mock }: Stage, mirror: Mirror): void {
  const { runs } = mirror
  mirror.runs = {
    ...runs,
    async update(...args) {
      if (args[1].state === 'writing') await mock.faults([dead])
      return runs.update(...args)
    },
  }
}

type Work = {
  /** An earlier run; without it there are no parent pages. */
  before?: { media: boolean }
  change: (stage: Stage, mirror: Mirror) => Promise<unknown>
}

const rename: Work['change'] = ({ mock }, { listed }) =>
  Promise.all(listed.map((gtin) => mock.patchProduct(gtin, 'de-de', { name: `New ${gtin}` })))

const works: Record<string, Work> = {
  'parent pages to create': { change: async () => undefined },
  'pages to update': { before: { media: true }, change: rename },
  'files to upload': { before: { media: false }, change: rename },
  'pages to retire': {
    before: { media: true },
    change: async (_stage, mirror) => mirror.listed.splice(0, 2),
  },
}

test.for(Object.entries(works))(
  'a CMS that returns 502 throughout ends a run with %s as unusable, with the cause',
  async ([_what, { before, change }], { stage, mirror, jobs }) => {
    if (before) await sync(mirror, before)
    await change(stage, mirror)
    dieOnceWriting(stage, mirror)
    const ended = await run(mirror, jobs)
    expect(ended).toMatchObject({ state: 'failed', failure: { cause: 'cms' } })
    expect(ended.failure?.message).toMatch(/^The CMS sent no usable response while .*502/)
    expect(exitCodeOf(ended)).toBe(6)
  },
)

test('a batch that cannot be read fails alone while the CMS responds to other requests', async ({
  stage,
  mirror,
  jobs,
}) => {
  await sync(mirror, { media: true })
  await rename(stage, mirror)
  const { cms } = mirror
  mirror.cms = {
    ...cms,
    readEach: (ids, signal) =>
      ids.length > 1
        ? Promise.reject(new UnreachableError('cms', 'The CMS sent no usable response: returned 502.'))
        : cms.readEach(ids, signal),
  }
  const ended = await run(mirror, jobs)
  expect(ended).toMatchObject({ state: 'partial', counts: { failed: 6 } })
  const reasons = [...(await outcomesOf(mirror, ended.id)).values()].map(reasonOf)
  expect(new Set(reasons)).toEqual(new Set(['not written: The CMS sent no usable response: returned 502']))
  expect(exitCodeOf(ended)).toBe(3)
})

test('the partner is given up before the CMS is', async ({ stage, mirror, jobs }) => {
  for (const name of queueNames)
    Object.assign(jobs.queues[name].jobsOpts, { backoff: { type: 'fixed', delay: 1 } })
  await stage.mock.faults([{ side: 'partner', kind: 'status', status: 502 }])
  const begun = await enqueueRun(jobs.deps, { kind: 'sync', trigger: 'cli', approved: true, scope: {} })
  const runId = begun.ok ? begun.run.id : ''
  await jobs.start()
  await expect.poll(async () => mirror.runs.activeId(), patient).toBeUndefined()
  expect(await mirror.runs.read(runId)).toMatchObject({ state: 'failed', failure: { cause: 'partner' } })
  // The run ends within the last try, which BullMQ counts afterwards.
  const tries = async () => (await jobs.queues.runs.getJob(`start-${runId}`))?.attemptsMade
  await expect.poll(tries, patient).toBe(5)
})

test.for(['runs', 'media', 'pages', 'retire'] as const)(
  'jobs of queue %s wait at least a minute for a CMS that is away',
  (name, { jobs }) => {
    const { attempts = 1, backoff } = jobs.queues[name].jobsOpts ?? {}
    if (typeof backoff !== 'object') throw new Error('no backoff')
    const { delay = 0, jitter = 0 } = backoff
    const pauses = Array.from({ length: attempts - 1 }, (_, tried) => delay * (1 - jitter) * 2 ** tried)
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThanOrEqual(60_000)
  },
)
