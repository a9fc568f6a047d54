import { UnrecoverableError, WaitingChildrenError, type Job } from 'bullmq'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startRunJob } from '../../jobs/start-run.ts'
import { beginRun } from '../../src/sync/runs/begin-run.ts'
import { openJobs, token, type Jobs } from '../helpers/sync/open-jobs.ts'
import type { Mirror } from '../helpers/sync/sync-deps.ts'
import { go } from '../helpers/sync/sync-run.ts'
import { useStage } from '../helpers/sync/use-stage.ts'

const stage = useStage({ gtins: 120 })
let mirror: Mirror
let jobs: Jobs
beforeEach(() => {
  mirror = stage.openMirror()
  jobs = openJobs(stage, mirror)
})
afterEach(() => jobs.close())

/** Begins a dry run and takes its first job. */
async function begin(): Promise<{ runId: string; job: Job }> {
  const begun = await beginRun(mirror, { kind: 'plan', trigger: 'cli', approved: false, scope: {} })
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is at work`)
  const runId = begun.run.id
  await jobs.queues.runs.add('start-run', { runId, step: 'collect' }, { jobId: `start-${runId}` })
  return { runId, job: await jobs.take('runs') }
}

const start = (job: Job) => startRunJob.process(jobs.deps, job, token, go)

/** Runs the first job up to the moment after its chunks are queued, and before it has noted that. */
async function crash(job: Job): Promise<void> {
  const killed: Job = Object.create(job)
  killed.updateData = () => Promise.reject(new Error('killed'))
  await expect(start(killed)).rejects.toThrow('killed')
}

type Chunk = { language: string; gtins: string[] }

/** The records of all chunks that are queued. */
const queued = async () =>
  (await jobs.queues.plan.getWaiting())
    .flatMap(({ data: { language, gtins } }: Job<Chunk>) => gtins.map((gtin) => `${gtin}/${language}`))
    .sort()
const records = (gtins: readonly string[], ...languages: string[]) =>
  gtins.flatMap((gtin) => languages.map((language) => `${gtin}/${language}`)).sort()

test('every product is planned once though the catalogue changes between a crash and the next try', async () => {
  const all = [...mirror.listed].sort()
  const { runId, job } = await begin()
  mirror.listed = all.slice(0, 110)
  await crash(job)
  mirror.listed = all.slice(5)
  await crash(job)
  mirror.listed = all.slice(8).toReversed()
  await expect(start(job)).rejects.toThrow(WaitingChildrenError)
  expect(await queued()).toEqual(records(all, 'de-de'))
  expect(await mirror.runs.progress(runId)).toEqual({ total: 120 })
  await jobs.start()
  await expect.poll(() => mirror.runs.state(runId), { interval: 10, timeout: 120_000 }).toBe('planned')
  expect(await mirror.runs.read(runId)).toMatchObject({ counts: { records: 120 }, planned: { create: 120 } })
})

test('a language that the partner no longer lists at the next try stays with the run', async () => {
  const { runId, job } = await begin()
  const { partner } = mirror
  mirror.partner = { ...partner, fetchLanguages: async () => ['de-de', 'fr-fr'] }
  const all = [...mirror.listed].sort()
  mirror.listed = all.slice(5)
  await crash(job)
  mirror.listed = all
  mirror.partner = { ...partner, fetchLanguages: async () => ['de-de', 'nl-nl'] }
  await crash(job)
  expect((await mirror.runs.read(runId))?.languages).toEqual(['de-de', 'fr-fr', 'nl-nl'])
  expect(await mirror.runs.progress(runId)).toEqual({ total: 360 })
  expect(await queued()).toEqual(records(all, 'de-de', 'fr-fr', 'nl-nl'))
})

test('a run does not wait for a chunk that failed before a crash, and notes it once', async () => {
  mirror.listed = mirror.listed.slice(0, 2)
  const { runId, job } = await begin()
  await crash(job)
  const chunk = await jobs.take('plan')
  await chunk.moveToFailed(new UnrecoverableError('no answer'), token)
  const queue = jobs.queues.runs
  const runs: typeof queue = Object.create(queue)
  runs.add = () => Promise.reject(new Error('killed'))
  const killed = { ...jobs.deps, queues: { ...jobs.queues, runs } }
  await expect(startRunJob.process(killed, job, token, go)).rejects.toThrow('killed')
  const again = await queue.getJob(job.id ?? '')
  if (again === undefined) throw new Error('the first job is gone')
  await start(again)
  expect((await mirror.runs.read(runId))?.notes).toEqual([
    'some records could not be planned; their pages stay as they are: no answer',
  ])
  expect(await queue.getJob(`review-${runId}`)).toBeDefined()
})
