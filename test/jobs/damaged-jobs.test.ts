import { expect } from 'vitest'
import { enqueueRun } from '../../jobs/control.ts'
import { withJobs } from '../helpers/sync/with-mirror.ts'

const test = withJobs({ gtins: 1 })

test('a job whose stored data is not JSON does not keep the lock of its run permanently', async ({
  stage,
  mirror,
  jobs,
}) => {
  const begun = await enqueueRun(jobs.deps, { kind: 'sync', trigger: 'cli', approved: true, scope: {} })
  const runId = begun.ok ? begun.run.id : ''
  const key = `${mirror.keys.queues}:runs:start-${runId}`
  expect(await stage.redis.exists(key)).toBe(1)
  await stage.redis.hset(key, 'data', '{"runId":')
  await jobs.start(1_000)
  await expect.poll(async () => mirror.runs.activeId(), { interval: 50 }).toBeUndefined()
  expect(await mirror.runs.read(runId)).toMatchObject({ state: 'failed', failure: { cause: 'redis' } })
  expect(await stage.redis.hget(mirror.keys.damaged, `${key} data`)).toBe('{"runId":')
})
