import { expect } from 'vitest'
import { enqueueRun } from '../../jobs/control.ts'
import { openJobs } from '../helpers/sync/open-jobs.ts'
import { withJobs } from '../helpers/sync/with-mirror.ts'

const patient = { interval: 10, timeout: 60_000 }

const test = withJobs({ gtins: 4 }).extend('startRun', ({ jobs }) => async () => {
  const begun = await enqueueRun(jobs.deps, { kind: 'sync', trigger: 'cli', approved: true, scope: {} })
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is active`)
  return begun.run.id
})

test('a batch that was prepared before the process has to stop is not sent, and the next process sends it', async ({
  stage,
  mirror,
  jobs,
  startRun,
}) => {
  const stopping = new AbortController()
  const { writes } = mirror
  mirror.writes = {
    ...writes,
    async intend(runId, intended) {
      const stored = await writes.intend(runId, intended)
      if (intended.length === mirror.listed.length) stopping.abort()
      return stored
    },
  }
  await jobs.start(15_000, stopping.signal)
  const runId = await startRun()
  await expect.poll(() => stopping.signal.aborted, patient).toBe(true)
  const before = (await stage.mock.stats()).requests.cms['POST /batch/v1']
  await jobs.close()
  expect((await stage.mock.stats()).requests.cms['POST /batch/v1']).toBe(before)
  expect(await stage.editor.recordPages()).toEqual([])

  mirror.writes = writes
  const next = openJobs(stage, mirror)
  try {
    await next.start()
    await expect.poll(() => mirror.runs.state(runId), patient).toBe('done')
  } finally {
    await next.close()
  }
  expect(await stage.editor.recordPages()).toHaveLength(4)
})

test('from the signal on, no write starts, even before the workers are stopped', async ({
  stage,
  mirror,
  jobs,
  startRun,
}) => {
  const stopping = new AbortController()
  const { cms } = mirror
  let arrived = 0
  mirror.cms = {
    ...cms,
    async writePages(writes, signal) {
      arrived++
      const answers = await cms.writePages(writes, signal)
      stopping.abort()
      return answers
    },
  }
  await jobs.start(15_000, stopping.signal)
  const runId = await startRun()
  await expect.poll(() => stopping.signal.aborted, patient).toBe(true)
  expect(jobs.areRunning()).toBe(false)
  const before = (await stage.mock.stats()).cmsWrites.total
  await jobs.close()
  expect([arrived, (await stage.mock.stats()).cmsWrites.total]).toEqual([1, before])
  expect(await mirror.runs.state(runId)).toBe('writing')
})
