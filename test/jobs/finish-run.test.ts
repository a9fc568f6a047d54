import { expect } from 'vitest'
import type { Job } from 'bullmq'
import { finishRunJob } from '../../jobs/finish-run.ts'
import type { Queues } from '../../jobs/queue/queues.ts'
import { beginRun } from '../../src/sync/runs/begin-run.ts'
import type { Run } from '../../src/core/run/run.ts'
import type { Mirror } from '../helpers/sync/sync-deps.ts'
import { withMirror } from '../helpers/sync/with-mirror.ts'

const test = withMirror({ gtins: 2 }).extend('told', ({ mirror }) => {
  const told: string[] = []
  mirror.notify = async ({ state }: Run) => void told.push(state)
  return told
})

async function begin(mirror: Mirror): Promise<string> {
  const begun = await beginRun(mirror, { kind: 'sync', trigger: 'cli', approved: false, scope: {} })
  if (!begun.ok) throw new Error(`run ${begun.activeRunId} is at work`)
  await mirror.runs.update(begun.run.id, { state: 'writing' })
  return begun.run.id
}

async function finish(mirror: Mirror, runId: string): Promise<void> {
  const deps = {
    sync: mirror,
    queues: {} as Queues,
    reportRequests: async () => undefined,
    countRequests: <T>(work: () => Promise<T>) => work(),
    tryUpstreams: async () => undefined,
    untilWritable: async () => undefined,
    moveDamagedJobsAway: async () => [],
    sharedNow: async () => Date.now(),
    endExtendedExpiries: async () => undefined,
    deliver: async () => undefined,
  }
  await finishRunJob.process(deps, { data: { runId } } as Job, 'mine', new AbortController().signal)
}

test('a finished full run has seen every page', async ({ mirror, told }) => {
  const runId = await begin(mirror)
  expect(await mirror.listings.isComplete()).toBe(false)
  await finish(mirror, runId)
  expect(await mirror.listings.isComplete()).toBe(true)
  expect(told).toEqual(['done'])
})

test('the notice of a run that was closed before a kill is sent when its last job is repeated', async ({
  mirror,
  told,
}) => {
  const runId = await begin(mirror)
  await mirror.runs.update(runId, { state: 'partial' })
  await finish(mirror, runId)
  expect(told).toEqual(['partial'])
})
