import { WaitingChildrenError } from 'bullmq'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { enqueueUndo } from '../../jobs/control.ts'
import { addChildren } from '../../jobs/queues.ts'
import { undoRunJob } from '../../jobs/undo-run.ts'
import { recordId, type RecordKey } from '../../src/core/record/record.ts'
import { openJobs, token, type Jobs } from '../helpers/sync/open-jobs.ts'
import type { Mirror } from '../helpers/sync/sync-deps.ts'
import { go, outcomesOf, sync } from '../helpers/sync/sync-run.ts'
import { useStage } from '../helpers/sync/use-stage.ts'

const stage = useStage({ gtins: 2 })
let mirror: Mirror
let jobs: Jobs
let keys: RecordKey[]
let undoes: string
beforeEach(async () => {
  mirror = stage.openMirror({ policy: { maxUpdateShare: 1 } })
  jobs = openJobs(stage, mirror)
  keys = mirror.listed.map((gtin) => ({ gtin, language: 'de-de' }))
  await sync(mirror)
  for (const { gtin } of keys) await stage.mock.patchProduct(gtin, 'de-de', { name: 'Falsches Band' })
  undoes = (await sync(mirror)).run.id
})
afterEach(() => jobs.close())

/** Only to stop a hang. */
const patient = { interval: 10, timeout: 120_000 }

async function begin(): Promise<string> {
  const begun = await enqueueUndo(jobs.deps, { undoes, trigger: 'cli' })
  if (!begun.ok) throw new Error(begun.reason)
  return begun.run.id
}

/** Runs the job that plans an undo. */
async function planByHand(): Promise<void> {
  const job = await jobs.take('runs')
  await undoRunJob.process(jobs.deps, job, token, go)
  await job.moveToCompleted(undefined, token, false)
}

async function endOf(runId: string) {
  await expect.poll(() => mirror.runs.activeId(), patient).toBeUndefined()
  return mirror.runs.read(runId)
}

const titles = async () => (await stage.editor.recordPages()).map(({ title }) => title.raw)

test('an undo plans a change for every record, which the jobs of any other plan carry out', async () => {
  const runId = await begin()
  await planByHand()
  const ids = await mirror.plans.list(runId, 'write', 0, 10)
  expect(ids).toEqual(keys.map(recordId).sort())
  expect(await mirror.plans.read(runId, ids)).toMatchObject(ids.map(() => ({ kind: 'revert', undoes })))
  await jobs.start()
  expect(await endOf(runId)).toMatchObject({
    state: 'done',
    planned: { create: 0, update: 2, restore: 0, retire: 0 },
    counts: { records: 2, undone: 2, updated: 0, failed: 0 },
    guards: [],
  })
  expect(await jobs.queues.pages.getCompleted()).toMatchObject([{ name: 'write-pages' }])
  expect(await titles()).not.toContain('Falsches Band')
})

test('an undo asks the partner nothing, and looks up neither parent pages nor the menu', async () => {
  mirror.policy = { ...mirror.policy, menuId: 15 }
  await mirror.parents.invalidate()
  const runId = await begin()
  await stage.mock.zeroStats()
  await jobs.start()
  expect(await endOf(runId)).toMatchObject({ state: 'done', media: { uploaded: 0, reused: 0, failed: 0 } })
  const { requests } = await stage.mock.stats()
  expect(requests.partner).toEqual({})
  // The records and their listing, each read and written once.
  expect(requests.cms).toEqual({ 'GET /cms/v2/pages': 2, 'POST /batch/v1': 2 })
})

test('an undo whose page jobs an older version queued ends, and puts every record back', async () => {
  const runId = await begin()
  const parent = await jobs.take('runs')
  await addChildren(jobs.queues.pages, parent, {
    name: 'undo-pages',
    idPrefix: `undo-${runId}`,
    payloads: [{ runId, undoes, recordIds: keys.map(recordId) }],
  })
  await parent.updateData({ runId, step: 'end' })
  await expect(undoRunJob.process(jobs.deps, parent, token, go)).rejects.toThrow(WaitingChildrenError)
  await jobs.start()
  expect(await endOf(runId)).toMatchObject({ state: 'done', counts: { records: 2, undone: 2 } })
  expect(await titles()).not.toContain('Falsches Band')
})

test('a run that fails while it puts records back names each of them as failed', async () => {
  const runId = await begin()
  await planByHand()
  await mirror.runs.update(runId, { failure: { cause: 'cms', message: 'The CMS is away' } })
  await jobs.start()
  expect(await endOf(runId)).toMatchObject({ state: 'failed', counts: { records: 2, failed: 2, undone: 0 } })
  const reason = `not put back: The CMS is away. To go on: product-mirror undo ${undoes}`
  expect([...(await outcomesOf(mirror, runId)).values()]).toMatchObject(keys.map(() => ({ reason })))
})
