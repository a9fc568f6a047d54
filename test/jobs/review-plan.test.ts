import { WaitingChildrenError, Worker, type Job } from 'bullmq'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addChildren, closeQueues, openQueues, type Queues } from '../../jobs/queues.ts'
import { reviewPlan } from '../../jobs/review-plan.ts'
import { beginRun } from '../../src/sync/begin-run.ts'
import { openStage, type Stage } from '../helpers/sync-deps.ts'

const token = 'mine'

let stage: Stage
let queues: Queues
let worker: Worker
beforeAll(async () => {
  stage = await openStage({ gtins: 2 })
})
afterEach(async () => {
  await worker.close()
  await closeQueues(queues)
  await stage.tidy()
})
afterAll(() => stage.close())

/** Takes the next job of the queue of runs, as a worker that takes over what a killed one left. */
async function take(): Promise<Job> {
  const job = (await worker.getNextJob(token)) as Job | undefined
  if (job === undefined) throw new Error('there is no job to take')
  return job
}

test('no page is written before its media, though a crash came between adding these and waiting for them', async () => {
  const mirror = stage.openMirror()
  const connection = { path: stage.redis.options.path ?? '' }
  queues = openQueues(connection, mirror.keys.queues)
  worker = new Worker(queues.runs.name, null, { connection, prefix: mirror.keys.queues, autorun: false })
  const begun = await beginRun(mirror, { kind: 'sync', trigger: 'cli', approved: false, scope: {} })
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is at work`)
  const runId = begun.run.id
  await mirror.runs.update(runId, { state: 'writing' })
  await queues.runs.add('review-plan', { runId, step: 'pages' }, { jobId: `review-${runId}` })
  const job = await take()
  await addChildren(queues.media, job, 'upload-media', `media-${runId}`, [{ runId, assets: [] }])

  const deps = { sync: mirror, queues, reportRequests: async () => undefined, deliver: async () => undefined }
  await expect(reviewPlan.process(deps, job, token, new AbortController().signal)).rejects.toThrow(
    WaitingChildrenError,
  )
  expect(await job.getState()).toBe('waiting-children')
  expect((await queues.runs.getJob(`review-${runId}`))?.data).toEqual({ runId, step: 'pages' })
})

test('files are counted once though a crash came right after their jobs were queued', async () => {
  const mirror = stage.openMirror()
  const connection = { path: stage.redis.options.path ?? '' }
  queues = openQueues(connection, mirror.keys.queues)
  worker = new Worker(queues.runs.name, null, { connection, prefix: mirror.keys.queues, autorun: false })
  const begun = await beginRun(mirror, { kind: 'sync', trigger: 'cli', approved: false, scope: {} })
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is at work`)
  const runId = begun.run.id
  await mirror.runs.update(runId, { state: 'writing', languages: ['de-de'] })
  await mirror.plans.saveAssets(runId, [{ url: `${stage.mock.partnerBaseUrl}/a.pdf`, kind: 'pdf' }])
  await queues.runs.add('review-plan', { runId, step: 'media' }, { jobId: `review-${runId}` })
  const job = await take()
  const killed: Job = Object.create(job)
  killed.updateData = (data: { step: string }) =>
    data.step === 'media' ? job.updateData(data) : Promise.reject(new Error('killed'))

  const deps = { sync: mirror, queues, reportRequests: async () => undefined, deliver: async () => undefined }
  const process = () => reviewPlan.process(deps, killed, token, new AbortController().signal)
  await expect(process()).rejects.toThrow('killed')
  const again = Object.create(killed)
  again.moveToWaitingChildren = async () => false
  await expect(reviewPlan.process(deps, again, token, new AbortController().signal)).rejects.toThrow('killed')
  expect((await mirror.runs.progress(runId))['mediaTotal']).toBe(1)
  expect(await queues.media.getWaitingCount()).toBe(1)
})
