import { WaitingChildrenError } from 'bullmq'
import { expect } from 'vitest'
import { enqueueApproved, enqueueRun, enqueueUndo } from '../../jobs/control.ts'
import type { JobDeps } from '../../jobs/queue/job-deps.ts'
import { addChildren } from '../../jobs/queue/queues.ts'
import { planChunkJob } from '../../jobs/plan-chunk.ts'
import { retirePagesJob } from '../../jobs/retire-pages.ts'
import { reviewPlanJob } from '../../jobs/review-plan.ts'
import { writePagesJob } from '../../jobs/write-pages.ts'
import { beginRun } from '../../src/sync/runs/begin-run.ts'
import type { RunState } from '../../src/core/run/run.ts'
import { NewerFormatError } from '../../src/lib/stored-errors.ts'
import { hold } from '../helpers/sync/held-plan.ts'
import { token, type Jobs } from '../helpers/sync/open-jobs.ts'
import type { Mirror, Stage } from '../helpers/sync/sync-deps.ts'
import { go, sync } from '../helpers/sync/sync-run.ts'
import { withJobs } from '../helpers/sync/with-mirror.ts'

const test = withJobs({ gtins: 1 })

/** Only to stop a hang. */
const patient = { interval: 10, timeout: 120_000 }

const request = { kind: 'sync', trigger: 'cli', approved: false, scope: {} } as const

async function begin(mirror: Mirror, state: RunState = 'planning'): Promise<string> {
  const begun = await beginRun(mirror, request)
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is at work`)
  await mirror.runs.update(begun.run.id, { state })
  return begun.run.id
}

/** Waits until a run has failed, and returns its message; its lock is free. */
async function failureOf(mirror: Mirror, runId: string): Promise<string | undefined> {
  await expect.poll(() => mirror.runs.state(runId), patient).toBe('failed')
  expect(await mirror.runs.activeId()).toBeUndefined()
  return (await mirror.runs.read(runId))?.failure?.message
}

const finished = async (jobs: Jobs, queue: keyof Jobs['queues'], id: string) => {
  const { [queue]: opened } = jobs.queues
  await expect.poll(async () => (await opened.getJob(id))?.finishedOn, patient).toBeDefined()
  const job = await opened.getJob(id)
  return { state: await job?.getState(), attempts: job?.attemptsMade, reason: job?.failedReason }
}

test('a job whose payload cannot be read ends its run and is not tried again', async ({ mirror, jobs }) => {
  const runId = await begin(mirror)
  await jobs.queues.runs.add('start-run', { runId, step: 'leap' }, { jobId: 'start' })
  await jobs.start()
  expect(await failureOf(mirror, runId)).toMatch(
    /^Job start-run \(start\) has a payload that cannot be read: .*step/s,
  )
  expect(await finished(jobs, 'runs', 'start')).toMatchObject({ state: 'failed', attempts: 1 })
})

test('a batch whose payload cannot be read ends its run once the other batches have ended', async ({
  mirror,
  jobs,
}) => {
  const runId = await begin(mirror, 'writing')
  await jobs.queues.runs.add('review-plan', { runId, step: 'pages' }, { jobId: `review-${runId}` })
  const parent = await jobs.take('runs')
  await addChildren(jobs.queues.pages, parent, {
    name: 'write-pages',
    idPrefix: `write-${runId}`,
    payloads: [{ runId, recordIds: 'all' }],
  })
  await expect(reviewPlanJob.process(jobs.deps, parent, token, go)).rejects.toThrow(WaitingChildrenError)
  await jobs.start()
  expect(await failureOf(mirror, runId)).toMatch(
    /^Job write-pages \(.*\) has a payload that cannot be read: .*recordIds/s,
  )
})

test('a job that names no run fails at once', async ({ jobs }) => {
  await jobs.queues.runs.add('finish-run', null, { jobId: 'finish' })
  await jobs.start()
  const { reason, ...end } = await finished(jobs, 'runs', 'finish')
  expect(end).toEqual({ state: 'failed', attempts: 1 })
  expect(reason).toMatch(/^Job finish-run \(finish\) has a payload that cannot be read/)
})

test('a notice whose payload cannot be read is not tried again', async ({ jobs }) => {
  await jobs.queues.notices.add('deliver-notice', { id: 7 }, { jobId: 'notice', attempts: 14 })
  await jobs.start()
  expect(await finished(jobs, 'notices', 'notice')).toMatchObject({ state: 'failed', attempts: 1 })
})

test('a job that this version does not know ends its run', async ({ mirror, jobs }) => {
  const runId = await begin(mirror)
  await jobs.queues.runs.add('launch-run', { runId }, { jobId: 'launch' })
  await jobs.start()
  expect(await failureOf(mirror, runId)).toMatch(/^Queue runs has no job called launch-run\./)
  expect(await finished(jobs, 'runs', 'launch')).toMatchObject({ state: 'failed', attempts: 1 })
})

test('a job whose process died too often ends its run', async ({ stage, mirror, jobs }) => {
  const runId = await begin(mirror)
  await jobs.queues.runs.add('start-run', { runId, step: 'collect' }, { jobId: 'start' })
  await jobs.take('runs')
  const key = jobs.queues.runs.toKey('start')
  await stage.redis.hset(key, 'stc', 20)
  await stage.redis.del(`${key}:lock`)
  await jobs.start(3_000)
  expect(await failureOf(mirror, runId)).toBe(
    'Job start-run (start) failed permanently: its process died or lost its lock 21 times. Check the logs of these processes.',
  )
})

test.for<[string, (mirror: Mirror, redis: Stage['redis']) => unknown]>([
  ['damaged', ({ keys }, redis) => redis.hset(keys.parents, '', 'no number')],
  [
    'of a newer format',
    ({ parents, keys }) => {
      parents.read = () => Promise.reject(new NewerFormatError(keys.parents, { found: 9, known: 1 }))
    },
  ],
])(
  'a run that reads a stored value that is %s fails at Redis, not at the CMS',
  async ([_what, spoil], { stage, mirror, jobs }) => {
    const runId = await begin(mirror, 'writing')
    await mirror.runs.update(runId, { planned: { create: 1, update: 0, restore: 0, retire: 0 } })
    await spoil(mirror, stage.redis)
    await jobs.queues.runs.add('review-plan', { runId, step: 'media' }, { jobId: `review-${runId}` })
    await jobs.start()
    expect(await failureOf(mirror, runId)).toContain(mirror.keys.parents)
    expect((await mirror.runs.read(runId))?.failure?.cause).toBe('redis')
  },
)

test('a run ends even if its outcomes cannot be counted', async ({ stage, mirror, jobs }) => {
  const runId = await begin(mirror, 'writing')
  await stage.redis.set(mirror.keys.outcomes(runId), 'not a hash')
  await jobs.queues.runs.add('finish-run', { runId }, { jobId: 'finish', attempts: 1 })
  await jobs.start()
  expect(await failureOf(mirror, runId)).toMatch(/WRONGTYPE/)
  expect(await finished(jobs, 'runs', 'finish')).toMatchObject({ state: 'failed' })
})

test('a run whose end cannot be stored is ended by the next try', async ({ mirror, jobs }) => {
  const runId = await begin(mirror)
  const { runs } = mirror
  let refusals = 0
  mirror.runs = {
    ...runs,
    async update(...args) {
      if (args[1].state === 'failed' && refusals++ < 2) throw new Error('Connection is closed.')
      return runs.update(...args)
    },
  }
  await jobs.queues.runs.add('start-run', { runId, step: 'leap' }, { jobId: 'start' })
  await jobs.start()
  expect(await failureOf(mirror, runId)).toMatch(/^Job start-run/)
  expect(refusals).toBe(3)
  expect(await finished(jobs, 'runs', 'start')).toMatchObject({ state: 'failed', attempts: 1 })
})

const firstJobs: Record<string, (deps: JobDeps, mirror: Mirror) => Promise<unknown>> = {
  'a new run': (deps) => enqueueRun(deps, request),
  'an approved run': async (deps, mirror) => enqueueApproved(deps, await hold(mirror, 'planned')),
  'an undo': async (deps, mirror) => {
    const { run } = await sync(mirror)
    return enqueueUndo(deps, { undoes: run.id, trigger: 'cli' })
  },
}

test.for(Object.entries(firstJobs))(
  '%s gives its lock back when its first job cannot be queued',
  async ([_what, enqueue], { mirror, jobs }) => {
    const runs: Jobs['queues']['runs'] = Object.create(jobs.queues.runs)
    runs.add = () => Promise.reject(new Error('Connection is closed.'))
    const queues = { ...jobs.queues, runs }
    await expect(enqueue({ ...jobs.deps, queues }, mirror)).rejects.toThrow('Connection is closed.')
    const [run] = await mirror.runs.list(1)
    expect(await failureOf(mirror, run?.id ?? '')).toBe(
      'The first job could not be queued: Connection is closed.',
    )
  },
)

test.for([
  { queue: 'plan', job: planChunkJob, state: 'planning' },
  { queue: 'pages', job: writePagesJob, state: 'writing' },
  { queue: 'retire', job: retirePagesJob, state: 'writing' },
] as const)(
  'a $job.name job whose process was killed releases its products if its run has failed since',
  async ({ queue, job, state }, { mirror, jobs, stage }) => {
    const [gtin = ''] = stage.gtins
    const runId = await begin(mirror, state)
    const payload = { runId, language: 'de-de', gtins: [gtin], dryRun: false, recordIds: [`${gtin}/de-de`] }
    await jobs.queues[queue].add(job.name, payload, { jobId: 'part' })
    const taken = await jobs.take(queue)
    await mirror.leases.share('part', [gtin])
    expect(await mirror.leases.takeProducts('product-run', [gtin])).toBe('waits')
    await mirror.leases.releaseProducts('product-run', [gtin])
    await mirror.runs.update(runId, {
      failure: { cause: 'partner', message: 'The partner refuses the token.' },
    })
    await job.process(jobs.deps, taken, token, go)
    expect(await mirror.leases.takeProducts('product-run', [gtin])).toBe('taken')
  },
)
