import { expect } from 'vitest'
import { finishRun } from '../../../src/sync/runs/finish-run.ts'
import { resolveOrphans } from '../../../src/sync/finish/resolve-orphans.ts'
import { go, plan, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'
import { lose } from '../../helpers/sync/with-plugin.ts'

const day = 86_400_000

const test = withMirror({ gtins: 2, mirror: { policy: { retireAfterMisses: 2 } } })
  .extend('loseAndDelist', ({ stage, mirror, key }) => async () => {
    const all = mirror.listed
    mirror.listed = [key.gtin]
    await finishRun(mirror, await lose(stage, mirror), { state: 'cancelled' })
    mirror.listed = all.slice(1)
    return (await stage.editor.page(key)).id
  })
  .extend(
    'intents',
    ({ stage, mirror }) =>
      () =>
        stage.redis.hkeys(mirror.keys.intents),
  )

test('a page from a lost create whose product is gone is named, and withdrawn when it would be retired', async ({
  stage,
  mirror,
  key,
  loseAndDelist,
  intents,
}) => {
  const id = await loseAndDelist()
  mirror.pass(day)
  expect((await sync(mirror)).run.notes).toMatchObject([{ code: 'orphan-waits', pageId: id }])
  expect(await stage.editor.page(key)).toMatchObject({ id, status: 'publish' })
  expect(await intents()).toEqual([`${key.gtin}/de-de`])
  mirror.pass(day)
  expect((await sync(mirror)).run.notes).toMatchObject([{ code: 'orphan-withdrawn', status: 'draft' }])
  expect(await stage.editor.page(key)).toMatchObject({ id, status: 'draft' })
  expect(await intents()).toEqual([])
})

test('a page from a lost create that an editor changed since stays as it is and is named once', async ({
  stage,
  mirror,
  key,
  loseAndDelist,
  intents,
}) => {
  const id = await loseAndDelist()
  await stage.editor.edit(id, { title: 'Von Hand' })
  mirror.pass(2 * day)
  expect((await sync(mirror)).run.notes).toMatchObject([{ code: 'orphan-kept', detail: 'it was edited' }])
  expect(await stage.editor.page(key)).toMatchObject({ status: 'publish' })
  expect(await intents()).toEqual([])
})

test('a page from a lost create is withdrawn as well if the partner removed the product', async ({
  stage,
  mirror,
  key,
  loseAndDelist,
}) => {
  const all = mirror.listed
  const id = await loseAndDelist()
  mirror.listed = all
  await stage.mock.deleteProduct(key.gtin)
  mirror.pass(2 * day)
  expect((await sync(mirror)).run.notes).toMatchObject([{ code: 'orphan-withdrawn', status: 'draft' }])
  expect(await stage.editor.page(key)).toMatchObject({ id, status: 'draft' })
})

test('a page from a lost create stays while the list of languages lacks its language', async ({
  stage,
  mirror,
  key,
  loseAndDelist,
  intents,
}) => {
  const all = mirror.listed
  const id = await loseAndDelist()
  mirror.listed = all
  mirror.partner = { ...mirror.partner, fetchLanguages: async () => ['en-gb'] }
  mirror.pass(2 * day)
  await sync(mirror)
  expect(await stage.editor.page(key)).toMatchObject({ id, status: 'publish' })
  expect(await intents()).toEqual([`${key.gtin}/de-de`])
})

test('a run that lost records of its scope withdraws no page from a lost create', async ({
  stage,
  mirror,
  key,
  loseAndDelist,
}) => {
  await loseAndDelist()
  mirror.pass(2 * day)
  const { runId } = await plan(mirror)
  const run = await mirror.runs.read(runId)
  if (run === undefined) throw new Error('no run')
  await resolveOrphans(mirror, { ...run, counts: { ...run.counts, notPlanned: 1 } }, go)
  expect(await stage.editor.page(key)).toMatchObject({ status: 'publish' })
  await resolveOrphans(mirror, run, go)
  expect(await stage.editor.page(key)).toMatchObject({ status: 'draft' })
})

test('a page from a lost create gets a notice with RETIRE_TO=notice, and loses it when its product returns', async ({
  stage,
  mirror,
  key,
  loseAndDelist,
  intents,
}) => {
  mirror.policy = { ...mirror.policy, retireTo: 'notice' }
  const all = mirror.listed
  const id = await loseAndDelist()
  const isNoticed = async () => (await stage.editor.page(key)).content.raw.includes('mirror-notice')
  mirror.pass(2 * day)
  expect((await sync(mirror)).run.notes).toMatchObject([{ code: 'orphan-withdrawn', status: 'publish' }])
  expect(await isNoticed()).toBe(true)
  expect(await intents()).toEqual([])
  mirror.listed = [...all, key.gtin]
  await sync(mirror)
  expect(await stage.editor.page(key)).toMatchObject({ id, status: 'publish' })
  expect(await isNoticed()).toBe(false)
})
