import type { Job } from 'bullmq'
import { expect } from 'vitest'
import { writePagesJob } from '../../../jobs/write-pages.ts'
import { failLeftovers } from '../../../src/sync/runs/fail-leftovers.ts'
import { finishRun } from '../../../src/sync/runs/finish-run.ts'
import { observePages } from '../../../src/sync/observe/observe-pages.ts'
import { trackMissingAssets } from '../../../src/sync/media/track-missing-assets.ts'
import { uploadMedia } from '../../../src/sync/media/upload-media.ts'
import { token } from '../../helpers/sync/open-jobs.ts'
import { go, inputOf, only, plan, startWriting, sync, uploading } from '../../helpers/sync/sync-run.ts'
import { withJobs } from '../../helpers/sync/with-mirror.ts'

const refusal = {
  ok: false,
  status: 500,
  code: 'rest_db_update_error',
  reason: 'Could not update post in the database.',
} as const

const test = withJobs({ gtins: 7, languages: 'de-de' })
  .extend(
    'withMedia',
    ({ mirror }) =>
      () =>
        sync(mirror, { media: true }),
  )
  .extend(
    'content',
    ({ stage, key }) =>
      async () =>
        (await stage.editor.page(key)).content.raw,
  )
  .extend(
    'failPdfs',
    ({ stage }) =>
      (status: number) =>
        stage.mock.faults([{ side: 'partner', path: '/media/documents', kind: 'status', status }]),
  )

test('a document that was unavailable for a while is added to its page by the next run', async ({
  stage,
  mirror,
  key,
  withMedia,
  content,
  failPdfs,
}) => {
  mirror.listed = [key.gtin]
  await failPdfs(503)
  expect((await withMedia()).run).toMatchObject({ counts: { created: 1 } })
  const before = await content()
  await stage.mock.clearFaults()
  await stage.mock.zeroStats()
  const { run, outcomes } = await withMedia()
  expect(run).toMatchObject({ state: 'done', counts: { updated: 1, unchanged: 0 } })
  expect(only(outcomes)).toMatchObject({ ...key, result: 'updated', fields: ['media'] })
  expect(before).not.toContain('.pdf')
  expect(await content()).toContain('.pdf')
  expect((await stage.mock.stats()).cmsWrites.byKind).toMatchObject({ 'pages.update': 1 })
  expect(await mirror.missingAssets.count()).toBe(0)
  await stage.mock.zeroStats()
  expect((await withMedia()).run.counts).toMatchObject({ unchanged: 1, updated: 0 })
  expect((await stage.mock.stats()).totals.cms).toBe(0)
})

test('a page that an editor deleted is not created again because its document arrived', async ({
  stage,
  mirror,
  key,
  withMedia,
  failPdfs,
}) => {
  mirror.listed = [key.gtin]
  await observePages(mirror, '2026-11-20-1', go)
  await failPdfs(503)
  await withMedia()
  await stage.editor.removeForGood((await stage.editor.page(key)).id)
  await observePages(mirror, '2026-11-20-2', go)
  await stage.mock.clearFaults()
  expect((await withMedia()).run.counts).toMatchObject({ records: 1, unchanged: 1, created: 0 })
})

test('while a document is unavailable its page is read but not written', async ({
  stage,
  mirror,
  key,
  withMedia,
  failPdfs,
}) => {
  mirror.listed = [key.gtin]
  await failPdfs(503)
  await withMedia()
  const before = await stage.editor.page(key)
  await stage.mock.zeroStats()
  const { run } = await withMedia()
  expect(run).toMatchObject({ state: 'done', counts: { unchanged: 1, updated: 0 } })
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
  expect(await stage.editor.page(key)).toEqual(before)
  expect(await mirror.missingAssets.count()).toBe(1)
})

test('a dead link makes no plan, and once it works again the run after adds it to the page', async ({
  stage,
  mirror,
  key,
  withMedia,
  content,
  failPdfs,
}) => {
  mirror.listed = [key.gtin]
  await failPdfs(404)
  await withMedia()
  for (let run = 0; run < 2; run++) {
    const { planned, failedMedia, outcomes } = await withMedia()
    expect(planned).toEqual({ create: 0, update: 0, restore: 0, retire: 0 })
    expect(failedMedia.length).toBeGreaterThan(0)
    expect(outcomes.size).toBe(0)
  }
  await stage.mock.clearFaults()
  expect(await withMedia()).toMatchObject({ planned: { update: 0 }, failedMedia: [] })
  expect((await withMedia()).run.counts).toMatchObject({ updated: 1 })
  expect(await content()).toContain('.pdf')
  expect(await mirror.missingAssets.count()).toBe(0)
})

test('updates for missing assets never hold a run, but changes of the product count', async ({
  stage,
  mirror,
  withMedia,
  failPdfs,
}) => {
  await failPdfs(503)
  await withMedia()
  await stage.mock.clearFaults()
  const first = await plan(mirror)
  expect(first).toMatchObject({ planned: { update: 7 }, verdicts: [] })
  await finishRun(mirror, first.runId, { state: 'cancelled' })
  for (const gtin of mirror.listed) await stage.mock.patchProduct(gtin, 'de-de', { item_number: 'NEU' })
  const { verdicts } = await plan(mirror)
  expect(verdicts.map(({ guard, count }) => ({ guard, count }))).toEqual([{ guard: 'update', count: 7 }])
})

test('the missing assets of a page that could not be written are remembered', async ({
  stage,
  mirror,
  key,
  withMedia,
  failPdfs,
}) => {
  mirror.listed = [key.gtin]
  await failPdfs(503)
  await withMedia()
  await stage.mock.clearFaults()
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  await uploadMedia(mirror, await mirror.plans.listAssets(runId), go, uploading)
  await trackMissingAssets(mirror, await inputOf(mirror, runId), async () => undefined)
  await failLeftovers(mirror, runId)
  await finishRun(mirror, runId)
  expect(await mirror.missingAssets.count()).toBe(1)
  expect((await withMedia()).run.counts).toMatchObject({ updated: 1 })
})

test.for(['deferred', 'failed'] as const)(
  'a page whose update is %s keeps its mark, and shows the missing document after a later run',
  async (result, { stage, mirror, key, withMedia, content, failPdfs }) => {
    mirror.listed = [key.gtin]
    await failPdfs(503)
    await withMedia()
    await stage.mock.clearFaults()
    const { id } = await stage.editor.page(key)
    const { cms } = mirror
    if (result === 'deferred') await stage.mock.edit({ do: 'autosave', page: id, text: 'Halber Satz.' })
    else mirror.cms = { ...cms, writePages: async (writes) => writes.map(() => refusal) }
    expect(only((await withMedia()).outcomes)).toMatchObject({ result })
    expect(await mirror.missingAssets.count()).toBe(1)
    mirror.cms = cms
    mirror.pass(86_400_000)
    await withMedia()
    expect(await content()).toContain('.pdf')
    expect(await mirror.missingAssets.count()).toBe(0)
  },
)

test('a batch of pages reads its planned changes once', async ({ mirror, jobs }) => {
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  const { recordIds } = await inputOf(mirror, runId)
  const { plans } = mirror
  const reads: (readonly string[])[] = []
  mirror.plans = {
    ...plans,
    read(...args) {
      reads.push(args[1])
      return plans.read(...args)
    },
  }
  const job = { data: { runId, recordIds } } as Job
  expect(await writePagesJob.process(jobs.deps, job, token, go)).toMatchObject({ written: 7 })
  expect(reads).toEqual([recordIds])
  expect(await mirror.missingAssets.count()).toBe(7)
})
