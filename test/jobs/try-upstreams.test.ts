import { expect } from 'vitest'
import { enqueueApproved, enqueueRun, enqueueUndo } from '../../jobs/control.ts'
import type { RunRequest } from '../../src/sync/runs/begin-run.ts'
import type { Jobs } from '../helpers/sync/open-jobs.ts'
import type { Mirror } from '../helpers/sync/sync-deps.ts'
import { withJobs } from '../helpers/sync/with-mirror.ts'

const test = withJobs({ gtins: 2 }).extend('tries', ({ jobs }) => {
  const tries = { count: 0 }
  jobs.deps.tryUpstreams = async () => void tries.count++
  return tries
})

async function end(mirror: Mirror, runId: string): Promise<void> {
  const ended = expect.stringMatching(/^(done|planned)$/)
  await expect.poll(() => mirror.runs.state(runId), { interval: 10, timeout: 120_000 }).toEqual(ended)
}

async function run(mirror: Mirror, jobs: Jobs, request: Partial<RunRequest>): Promise<string> {
  const begun = await enqueueRun(jobs.deps, {
    kind: 'sync',
    trigger: 'cli',
    approved: false,
    scope: {},
    ...request,
  })
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is active`)
  await end(mirror, begun.run.id)
  return begun.run.id
}

test('a dry run, its approval, an undo and a sync of one product each try an upstream whose outage may be over', async ({
  mirror,
  jobs,
  tries,
}) => {
  await jobs.start()
  const planned = await run(mirror, jobs, { kind: 'plan' })
  expect(tries.count).toBe(1)
  expect(await enqueueApproved(jobs.deps, planned)).toMatchObject({ ok: true })
  await end(mirror, planned)
  await expect.poll(() => mirror.runs.activeId(), { interval: 10, timeout: 120_000 }).toBeUndefined()
  expect(tries.count).toBe(2)
  const undone = await enqueueUndo(jobs.deps, { undoes: planned, trigger: 'cli' })
  if (!undone.ok) throw new Error(undone.reason)
  await end(mirror, undone.run.id)
  expect(tries.count).toBe(3)
  await run(mirror, jobs, { scope: { gtins: mirror.listed.slice(0, 1) } })
  expect(tries.count).toBe(4)
})
