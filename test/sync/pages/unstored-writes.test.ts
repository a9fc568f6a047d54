import { noteTexts } from '../../helpers/content/reason-of.ts'
import { expect } from 'vitest'
import type { OddityName } from '../../../src/mock/contracts/oddity.ts'
import { writeListings } from '../../../src/sync/finish/write-listings.ts'
import { apply, go, only, plan, sync } from '../../helpers/sync/sync-run.ts'
import { undo } from '../../helpers/sync/undo.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({
  gtins: 2,
  mirror: { policy: { retireAfterMisses: 1, maxRetireShare: 1 } },
  async prepare(mirror) {
    mirror.listed = mirror.listed.slice(0, 1)
  },
})
  .extend('plugin', ({ stage }) => async (name: OddityName, holds?: string) => {
    await stage.mock.faults([
      { side: 'cms', path: '/batch/v1', kind: 'oddity', name, ...(holds !== undefined && { holds }) },
    ])
  })
  .extend(
    'stateOf',
    ({ mirror, key }) =>
      async () =>
        (await mirror.pageStates.read([key]))[0]?.state,
  )

test('an update of which the CMS stores nothing fails its record, and the next run writes it', async ({
  stage,
  mirror,
  key,
  plugin,
}) => {
  await sync(mirror)
  await stage.mock.patchProduct(key.gtin, 'de-de', { name: 'Neues Band', item_number: 'NEU' })
  await plugin('ignored-texts')
  expect(only((await sync(mirror)).outcomes)).toMatchObject({
    result: 'failed',
    reason: expect.stringContaining('did not store the text and the title'),
  })
  await stage.mock.clearFaults()
  expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'updated' })
  expect(await stage.editor.page(key)).toMatchObject({ title: { raw: 'Neues Band' } })
})

test('an update is accepted if only the response was old', async ({ stage, mirror, key, plugin }) => {
  await sync(mirror)
  await stage.mock.patchProduct(key.gtin, 'de-de', { name: 'Neues Band', item_number: 'NEU' })
  await plugin('stale-response')
  expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'updated' })
  expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 1 })
})

test('a page that was created without its text fails its record and is not created again', async ({
  stage,
  mirror,
  key,
  plugin,
}) => {
  await plugin('ignored-texts', key.gtin)
  const failed = { result: 'failed', reasons: [{ code: 'created-without-text' }] }
  expect(only((await sync(mirror)).outcomes)).toMatchObject(failed)
  await stage.mock.clearFaults()
  expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'failed' })
  expect(await stage.editor.recordPages()).toHaveLength(1)
})

test('a page that was created without its title fails its record, and the next run adds the title', async ({
  stage,
  mirror,
  key,
}) => {
  const { cms } = mirror
  mirror.cms = {
    ...cms,
    writePages: (writes, signal) =>
      cms.writePages(
        writes.map((write) =>
          write.kind === 'create' && write.body.slug?.startsWith('gtin-')
            ? { kind: 'create', body: { ...write.body, title: '' } }
            : write,
        ),
        signal,
      ),
  }
  expect(only((await sync(mirror)).outcomes)).toMatchObject({
    result: 'failed',
    reason: expect.stringContaining('the title'),
  })
  mirror.cms = cms
  expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'updated' })
  expect((await stage.editor.page(key)).title.raw).not.toBe('')
  expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 1 })
})

test('a page that was created with another status keeps it, and the outcome names it', async ({
  mirror,
  key,
  plugin,
  stateOf,
}) => {
  await plugin('ignored-status', key.gtin)
  expect(only((await sync(mirror)).outcomes)).toMatchObject({
    result: 'created',
    reasons: [{ code: 'other-status', status: 'draft', wanted: 'publish' }],
  })
  expect(await stateOf()).toBe('hidden')
})

test('PR-35: a page that a plug-in gives an unknown status, and omits from lists, is created once', async ({
  stage,
  mirror,
  key,
}) => {
  await stage.mock.faults([
    { side: 'cms', kind: 'oddity', name: 'review-workflow' },
    { side: 'cms', kind: 'omit-rows', rows: [`gtin-${key.gtin}-de-de`] },
  ])
  for (const result of ['created', undefined, undefined]) {
    const { outcomes } = await sync(mirror)
    expect(only(outcomes)?.result).toBe(result)
    mirror.pass(86_400_000)
  }
  await stage.mock.clearFaults()
  expect(await stage.editor.recordPages()).toHaveLength(1)
})

test('a retirement that the CMS does not store fails, and the next run retires the page', async ({
  stage,
  mirror,
  key,
  plugin,
}) => {
  await sync(mirror)
  await stage.mock.deleteProduct(key.gtin)
  await plugin('ignored-status')
  expect(only((await sync(mirror)).outcomes)).toMatchObject({
    result: 'failed',
    reason: expect.stringContaining('did not store the status'),
  })
  await stage.mock.clearFaults()
  expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'retired' })
  expect((await stage.editor.page(key)).status).toBe('draft')
})

test('a restored page that stays hidden fails its record', async ({ stage, mirror, key, plugin }) => {
  await sync(mirror)
  const [listed, other] = [mirror.listed, stage.gtins.slice(1)]
  mirror.listed = other
  await sync(mirror)
  mirror.listed = listed
  await plugin('ignored-status', '"publish"')
  expect((await sync(mirror)).outcomes.get(`${key.gtin}/de-de`)).toMatchObject({ result: 'failed' })
  await stage.mock.clearFaults()
  expect((await sync(mirror)).outcomes.get(`${key.gtin}/de-de`)).toMatchObject({ result: 'restored' })
  expect((await stage.editor.page(key)).status).toBe('publish')
})

test('an undo that the CMS does not store fails its record', async ({ stage, mirror, key, plugin }) => {
  await sync(mirror)
  await stage.mock.patchProduct(key.gtin, 'de-de', { item_number: 'NEU' })
  const { run } = await sync(mirror)
  await plugin('ignored-texts')
  expect(only((await undo(mirror, run.id)).outcomes)).toMatchObject({
    result: 'failed',
    reason: expect.stringContaining('did not store the text'),
  })
})

test('a listing that the CMS does not store is reported and stays marked', async ({ mirror, plugin }) => {
  const { runId } = await plan(mirror)
  await apply(mirror, runId)
  await plugin('ignored-texts')
  await writeListings(mirror, runId, go)
  expect(noteTexts((await mirror.runs.read(runId))?.notes).join()).toContain('did not store the text')
  expect((await mirror.listings.stale()).size).toBeGreaterThan(0)
})

test('parent pages that the CMS does not publish are reported', async ({ mirror, plugin }) => {
  await plugin('ignored-status', 'mirror-root')
  expect(noteTexts((await sync(mirror)).run.notes).join()).toMatch(/parent page \/products .*status draft/)
})
