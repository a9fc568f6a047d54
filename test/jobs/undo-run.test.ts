import { expect } from 'vitest'
import { enqueueUndo } from '../../jobs/control.ts'
import { undoRunJob } from '../../jobs/undo-run.ts'
import { recordId, type RecordKey } from '../../src/core/record/record.ts'
import { token, type Jobs } from '../helpers/sync/open-jobs.ts'
import type { Mirror, Stage } from '../helpers/sync/sync-deps.ts'
import { go, outcomesOf, sync } from '../helpers/sync/sync-run.ts'
import { withJobs } from '../helpers/sync/with-mirror.ts'

const test = withJobs({ gtins: 2, mirror: { policy: { maxUpdateShare: 1 } }, prepare: sync })
  .extend('keys', ({ mirror }): RecordKey[] => mirror.listed.map((gtin) => ({ gtin, language: 'de-de' })))
  .extend('undoes', async ({ stage, mirror, keys }) => {
    for (const { gtin } of keys) await stage.mock.patchProduct(gtin, 'de-de', { name: 'Falsches Band' })
    return (await sync(mirror)).run.id
  })

/** Only to stop a hang. */
const patient = { interval: 10, timeout: 120_000 }

async function begin(jobs: Jobs, undoes: string): Promise<string> {
  const begun = await enqueueUndo(jobs.deps, { undoes, trigger: 'cli' })
  if (!begun.ok) throw new Error(begun.reason)
  return begun.run.id
}

/** Runs the job that plans an undo. */
async function planByHand(jobs: Jobs): Promise<void> {
  const job = await jobs.take('runs')
  await undoRunJob.process(jobs.deps, job, token, go)
  await job.moveToCompleted(undefined, token, false)
}

async function endOf(mirror: Mirror, runId: string) {
  await expect.poll(() => mirror.runs.activeId(), patient).toBeUndefined()
  return mirror.runs.read(runId)
}

const titles = async (stage: Stage) => (await stage.editor.recordPages()).map(({ title }) => title.raw)

test('an undo plans a change for every record, which the jobs of any other plan carry out', async ({
  stage,
  mirror,
  jobs,
  keys,
  undoes,
}) => {
  const runId = await begin(jobs, undoes)
  await planByHand(jobs)
  const ids = await mirror.plans.list(runId, 'write', 0, 10)
  expect(ids).toEqual(keys.map(recordId).sort())
  expect(await mirror.plans.read(runId, ids)).toMatchObject(ids.map(() => ({ kind: 'revert', undoes })))
  await jobs.start()
  expect(await endOf(mirror, runId)).toMatchObject({
    state: 'done',
    planned: { create: 0, update: 2, restore: 0, retire: 0 },
    counts: { records: 2, undone: 2, updated: 0, failed: 0 },
    guards: [],
  })
  expect(await jobs.queues.pages.getCompleted()).toMatchObject([{ name: 'write-pages' }])
  expect(await titles(stage)).not.toContain('Falsches Band')
})

test('an undo sends no request to the partner, and looks up neither parent pages nor the menu', async ({
  stage,
  mirror,
  jobs,
  undoes,
}) => {
  mirror.policy = { ...mirror.policy, menuId: 15 }
  await mirror.parents.invalidate()
  const runId = await begin(jobs, undoes)
  await stage.mock.zeroStats()
  await jobs.start()
  expect(await endOf(mirror, runId)).toMatchObject({
    state: 'done',
    media: { uploaded: 0, reused: 0, failed: 0 },
  })
  const { requests } = await stage.mock.stats()
  expect(requests.partner).toEqual({})
  // The records and their listing, each read and written once, after a cheap read that shows whether the CMS responds
  // and one of our rights.
  expect(requests.cms).toEqual({ 'GET /cms/v2/pages': 3, 'GET /cms/v2/pages/:id': 2, 'POST /batch/v1': 2 })
})

test('a run that fails while it restores records reports each of them as failed', async ({
  mirror,
  jobs,
  keys,
  undoes,
}) => {
  const runId = await begin(jobs, undoes)
  await planByHand(jobs)
  await mirror.runs.update(runId, { failure: { cause: 'cms', message: 'The CMS is away.' } })
  await jobs.start()
  expect(await endOf(mirror, runId)).toMatchObject({
    state: 'failed',
    counts: { records: 2, failed: 2, undone: 0 },
  })
  const reason = `not reverted: The CMS is away. To continue: product-mirror undo ${undoes}`
  expect([...(await outcomesOf(mirror, runId)).values()]).toMatchObject(keys.map(() => ({ reason })))
})
