import { UnrecoverableError, WaitingChildrenError, type Job } from 'bullmq'
import { expect } from 'vitest'
import { addChildren } from '../../jobs/queue/queues.ts'
import { reviewPlanJob } from '../../jobs/review-plan.ts'
import { beginRun } from '../../src/sync/runs/begin-run.ts'
import { token, type Jobs } from '../helpers/sync/open-jobs.ts'
import type { Mirror } from '../helpers/sync/sync-deps.ts'
import { go } from '../helpers/sync/sync-run.ts'
import { withJobs } from '../helpers/sync/with-mirror.ts'

const test = withJobs({ gtins: 2 })

/** Starts a run that writes, and takes its review job at this step. */
async function take(mirror: Mirror, jobs: Jobs, step: string): Promise<{ runId: string; job: Job }> {
  const begun = await beginRun(mirror, { kind: 'sync', trigger: 'cli', approved: false, scope: {} })
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is at work`)
  const runId = begun.run.id
  await mirror.runs.update(runId, { state: 'writing', languages: ['de-de'] })
  await jobs.queues.runs.add('review-plan', { runId, step }, { jobId: `review-${runId}` })
  return { runId, job: await jobs.take('runs') }
}

const review = (jobs: Jobs, job: Job) => reviewPlanJob.process(jobs.deps, job, token, go)

test('no page is written before its media, even if a crash came before the wait for them', async ({
  mirror,
  jobs,
}) => {
  const { runId, job } = await take(mirror, jobs, 'pages')
  await addChildren(jobs.queues.media, job, {
    name: 'upload-media',
    idPrefix: `media-${runId}`,
    payloads: [{ runId, assets: [] }],
  })

  await expect(review(jobs, job)).rejects.toThrow(WaitingChildrenError)
  expect(await job.getState()).toBe('waiting-children')
  expect((await jobs.queues.runs.getJob(`review-${runId}`))?.data).toEqual({ runId, step: 'pages' })
})

test('media are counted once, even if a crash came before all their jobs were queued', async ({
  stage,
  mirror,
  jobs,
}) => {
  const { runId, job } = await take(mirror, jobs, 'media')
  await mirror.plans.saveAssets(runId, [
    { asset: { url: `${stage.mock.partnerBaseUrl}/a.pdf`, kind: 'pdf' }, rank: '0' },
  ])
  const media: Jobs['queues']['media'] = Object.create(jobs.queues.media)
  media.addBulk = () => Promise.reject(new Error('killed'))
  const killed = { ...jobs.deps, queues: { ...jobs.queues, media } }
  await expect(reviewPlanJob.process(killed, job, token, go)).rejects.toThrow('killed')
  await expect(review(jobs, job)).rejects.toThrow(WaitingChildrenError)
  expect(await mirror.runs.progress(runId)).toEqual({ mediaTotal: 1 })
  expect(await jobs.queues.media.getWaitingCount()).toBe(1)
})

test('files of a job that was lost are counted as not fetched, with its reason', async ({
  stage,
  mirror,
  jobs,
}) => {
  const { runId, job } = await take(mirror, jobs, 'media')
  const urls = ['a', 'b', 'c'].map((name) => `${stage.mock.partnerBaseUrl}/${name}.pdf`)
  await mirror.plans.saveAssets(
    runId,
    urls.map((url) => ({ asset: { url, kind: 'pdf' }, rank: '0' })),
  )
  await expect(review(jobs, job)).rejects.toThrow(WaitingChildrenError)
  const child = await jobs.take('media')
  await child.moveToFailed(new UnrecoverableError('its process died'), token, false)

  await review(jobs, await jobs.take('runs'))
  expect(await mirror.runs.read(runId)).toMatchObject({
    media: { uploaded: 0, reused: 0, failed: 3 },
    unfetched: 3,
    notes: [{ code: 'media-unfetched', count: 3, example: 'its process died' }],
  })
})
