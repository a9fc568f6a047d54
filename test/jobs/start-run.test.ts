import { UnrecoverableError, WaitingChildrenError, type Job } from 'bullmq'
import { expect } from 'vitest'
import { enqueueRun } from '../../jobs/control.ts'
import { startRunJob } from '../../jobs/start-run.ts'
import { UnusableError } from '../../src/lib/errors.ts'
import { beginRun } from '../../src/sync/runs/begin-run.ts'
import { token, type Jobs } from '../helpers/sync/open-jobs.ts'
import type { Mirror } from '../helpers/sync/sync-deps.ts'
import { go, outcomesOf } from '../helpers/sync/sync-run.ts'
import { withJobs } from '../helpers/sync/with-mirror.ts'

const test = withJobs({ gtins: 120 })

/** Starts a dry run and takes its first job. */
async function begin(mirror: Mirror, jobs: Jobs): Promise<{ runId: string; job: Job }> {
  const begun = await beginRun(mirror, { kind: 'plan', trigger: 'cli', approved: false, scope: {} })
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is at work`)
  const runId = begun.run.id
  await jobs.queues.runs.add('start-run', { runId, step: 'collect' }, { jobId: `start-${runId}` })
  return { runId, job: await jobs.take('runs') }
}

const start = (jobs: Jobs, job: Job) => startRunJob.process(jobs.deps, job, token, go)

/** Runs the first job up to the moment after its chunks are queued, and before it has noted that. */
async function crash(jobs: Jobs, job: Job): Promise<void> {
  const killed: Job = Object.create(job)
  killed.updateData = () => Promise.reject(new Error('killed'))
  await expect(start(jobs, killed)).rejects.toThrow('killed')
}

type Chunk = { language: string; gtins: string[] }

/** The records of all chunks that are queued. */
const queued = async (jobs: Jobs) =>
  (await jobs.queues.plan.getWaiting())
    .flatMap(({ data: { language, gtins } }: Job<Chunk>) => gtins.map((gtin) => `${gtin}/${language}`))
    .sort()
const records = (gtins: readonly string[], ...languages: string[]) =>
  gtins.flatMap((gtin) => languages.map((language) => `${gtin}/${language}`)).sort()

test('every product is planned once although the catalogue changes between a crash and the next try', async ({
  mirror,
  jobs,
}) => {
  const all = [...mirror.listed].sort()
  const { runId, job } = await begin(mirror, jobs)
  mirror.listed = all.slice(0, 110)
  await crash(jobs, job)
  mirror.listed = all.slice(5)
  await crash(jobs, job)
  mirror.listed = all.slice(8).toReversed()
  await expect(start(jobs, job)).rejects.toThrow(WaitingChildrenError)
  expect(await queued(jobs)).toEqual(records(all, 'de-de'))
  expect(await mirror.runs.progress(runId)).toEqual({ total: 120, chunkSize: 100 })
  await jobs.start()
  await expect.poll(() => mirror.runs.state(runId), { interval: 10, timeout: 120_000 }).toBe('planned')
  expect(await mirror.runs.read(runId)).toMatchObject({ counts: { records: 120 }, planned: { create: 120 } })
})

test('a language that the partner no longer lists at the next try stays with the run', async ({
  mirror,
  jobs,
}) => {
  const { runId, job } = await begin(mirror, jobs)
  const { partner } = mirror
  mirror.partner = { ...partner, fetchLanguages: async () => ['de-de', 'fr-fr'] }
  const all = [...mirror.listed].sort()
  mirror.listed = all.slice(5)
  await crash(jobs, job)
  mirror.listed = all
  mirror.partner = { ...partner, fetchLanguages: async () => ['de-de', 'nl-nl'] }
  await crash(jobs, job)
  expect((await mirror.runs.read(runId))?.languages).toEqual(['de-de', 'fr-fr', 'nl-nl'])
  expect(await mirror.runs.progress(runId)).toEqual({ total: 360, chunkSize: 100 })
  expect(await queued(jobs)).toEqual(records(all, 'de-de', 'fr-fr', 'nl-nl'))
})

test('a run does not wait for a chunk that failed before a crash, and lists its records as failed', async ({
  mirror,
  jobs,
}) => {
  mirror.listed = mirror.listed.slice(0, 2)
  const { runId, job } = await begin(mirror, jobs)
  await crash(jobs, job)
  const chunk = await jobs.take('plan')
  await chunk.moveToFailed(new UnrecoverableError('no answer'), token)
  const queue = jobs.queues.runs
  const runs: typeof queue = Object.create(queue)
  runs.add = () => Promise.reject(new Error('killed'))
  const killed = { ...jobs.deps, queues: { ...jobs.queues, runs } }
  await expect(startRunJob.process(killed, job, token, go)).rejects.toThrow('killed')
  const again = await queue.getJob(job.id ?? '')
  if (again === undefined) throw new Error('the first job is gone')
  await start(jobs, again)
  expect(await mirror.runs.read(runId)).toMatchObject({ counts: { records: 2, notPlanned: 0 }, notes: [] })
  expect([...(await outcomesOf(mirror, runId)).values()]).toEqual(
    [...mirror.listed].map(() => expect.objectContaining({ result: 'failed', reason: 'no answer' })),
  )
  expect(await queue.getJob(`review-${runId}`)).toBeDefined()
})

test('records whose job was lost are not planned, and the run that meets them is partial', async ({
  mirror,
  jobs,
}) => {
  const begun = await beginRun(mirror, { kind: 'sync', trigger: 'cli', approved: false, scope: {} })
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is at work`)
  const runId = begun.run.id
  await jobs.queues.runs.add('start-run', { runId, step: 'collect' }, { jobId: `start-${runId}` })
  const job = await jobs.take('runs')
  await crash(jobs, job)
  const lost = (await jobs.queues.plan.getWaiting()).find(({ data }) => data.gtins.length === 20)
  await lost?.remove()
  const payloads = jobs.queues.plan
  const without: typeof payloads = Object.create(payloads)
  without.addBulk = async () => []
  const deps = { ...jobs.deps, queues: { ...jobs.queues, plan: without } }
  await expect(startRunJob.process(deps, job, token, go)).rejects.toThrow(WaitingChildrenError)
  await jobs.start()
  await expect.poll(() => mirror.runs.state(runId), { interval: 10, timeout: 120_000 }).toBe('partial')
  expect(await mirror.runs.read(runId)).toMatchObject({
    counts: { records: 120, created: 100, notPlanned: 20 },
    notes: [{ code: 'not-planned', count: 20 }],
  })
})

test('a run that reads none of its records fails with the partner as its cause', async ({ mirror, jobs }) => {
  mirror.partner = {
    ...mirror.partner,
    fetchProduct: async () => ({ state: 'unreachable', reason: 'returned 500' }),
  }
  const begun = await enqueueRun(jobs.deps, { kind: 'sync', trigger: 'cli', approved: false, scope: {} })
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is at work`)
  await jobs.start()
  await expect.poll(() => mirror.runs.state(begun.run.id), { interval: 10, timeout: 120_000 }).toBe('failed')
  expect(await mirror.runs.read(begun.run.id)).toMatchObject({
    failure: { cause: 'partner', message: expect.stringContaining('returned 500') },
    counts: { records: 120, failed: 120 },
  })
})

test.for([0, 1, 119])(
  'a token that is refused after %i records is the failure of the run, whatever was read before',
  async (accepted, { mirror, jobs }) => {
    let requested = 0
    const { partner } = mirror
    const refused = 'The partner refuses the token (401). Check PARTNER_TOKEN.'
    mirror.partner = {
      ...partner,
      fetchProduct: async (...request) => {
        if (++requested > accepted) throw new UnusableError('partner', refused)
        return partner.fetchProduct(...request)
      },
    }
    const begun = await enqueueRun(jobs.deps, { kind: 'sync', trigger: 'cli', approved: false, scope: {} })
    if (!begun.ok) throw new Error(`run ${begun.activeRunId} is at work`)
    await jobs.start()
    await expect
      .poll(() => mirror.runs.state(begun.run.id), { interval: 10, timeout: 120_000 })
      .toBe('failed')
    expect(await mirror.runs.read(begun.run.id)).toMatchObject({
      failure: { cause: 'partner', message: refused },
      counts: { records: 120, created: 0 },
    })
  },
)

test('a run that only reads is tried less often than one that writes', async ({ jobs }) => {
  const begun = await enqueueRun(jobs.deps, { kind: 'sync', trigger: 'cli', approved: false, scope: {} })
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is at work`)
  const reading = await jobs.queues.runs.getJob(`start-${begun.run.id}`)
  const writing = await jobs.queues.runs.add('review-plan', { runId: begun.run.id, step: 'review' })
  expect([reading?.opts.attempts, writing.opts.attempts]).toEqual([5, 8])
})
