import { expect } from 'vitest'
import { observePages } from '../../../src/sync/observe/observe-pages.ts'
import type { Mirror } from '../../helpers/sync/sync-deps.ts'
import { apply, go, only, plan, snapshotOf, sync } from '../../helpers/sync/sync-run.ts'
import { verify } from '../../helpers/sync/verify-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'
import { lose } from '../../helpers/sync/with-plugin.ts'

const workflow = { side: 'cms', kind: 'oddity', name: 'review-workflow' } as const
const registered = { side: 'cms', kind: 'oddity', name: 'editorial-statuses' } as const
const day = 86_400_000

async function results(mirror: Mirror, count: number) {
  const found: (string | undefined)[] = []
  for (let run = 0; run < count; run++) {
    found.push(only((await sync(mirror)).outcomes)?.result)
    mirror.pass(day)
  }
  return found
}

const test = withMirror({
  gtins: 1,
  mirror: { policy: { retireAfterMisses: 1, maxRetireShare: 1 } },
})
  .extend(
    'recordPages',
    ({ stage }) =>
      async () =>
        (await stage.editor.recordPages()).map(({ slug, status }) => `${slug} ${status}`),
  )
  .extend('slug', ({ key }) => `gtin-${key.gtin}-de-de`)
  .extend('archived', ({ stage, mirror, key }) => async () => {
    await sync(mirror)
    await stage.mock.faults([registered])
    const { pageId } = await snapshotOf(mirror, key)
    await stage.editor.edit(pageId, { status: 'archive' })
    return async () => {
      const read = await mirror.cms.readPage(pageId, go)
      return read.state === 'found' ? read.page : undefined
    }
  })

test('a page that a workflow plugin stores in its own status is created once and stays in that status', async ({
  stage,
  mirror,
  key,
  slug,
  recordPages,
}) => {
  await stage.mock.faults([workflow])
  expect(await results(mirror, 3)).toEqual(['created', undefined, undefined])
  await stage.mock.patchProduct(key.gtin, key.language, { item_number: 'NEU' })
  expect(await results(mirror, 1)).toEqual(['updated'])
  expect(await recordPages()).toEqual([`${slug} in-review`])
  expect((await stage.editor.page(key)).content.raw).toContain('NEU')
  expect(await mirror.pageStates.read([key])).toMatchObject([{ state: 'hidden' }])
})

test('a create whose reply was lost is found in the status of a workflow plugin', async ({
  stage,
  mirror,
  slug,
  recordPages,
}) => {
  await stage.mock.faults([workflow])
  const runId = await lose(stage, mirror, [workflow])
  mirror.pass(day)
  await apply(mirror, runId)
  await results(mirror, 1)
  expect(await recordPages()).toEqual([`${slug} in-review`])
})

test.for(['sync', 'rebuild'] as const)(
  'after Redis data loss, %s finds a page in the status of a workflow plugin',
  async (kind, { stage, mirror, key, slug, recordPages }) => {
    await stage.mock.faults([workflow])
    await sync(mirror)
    const { pageId } = await snapshotOf(mirror, key)
    const blind = stage.openMirror()
    const { runId } = await plan(blind, kind)
    await apply(blind, runId)
    expect(await recordPages()).toEqual([`${slug} in-review`])
    expect((await snapshotOf(blind, key)).pageId).toBe(pageId)
  },
)

test('a page that an editor archived is updated in the archive, and is not created again', async ({
  stage,
  mirror,
  key,
  archived,
  recordPages,
}) => {
  const page = await archived()
  await stage.mock.patchProduct(key.gtin, key.language, { item_number: 'NEU' })
  expect(await results(mirror, 3)).toEqual(['updated', undefined, undefined])
  expect(await recordPages()).toEqual([])
  expect(await page()).toMatchObject({ status: 'archive', content: expect.stringContaining('NEU') })
  expect(await mirror.pageStates.read([key])).toMatchObject([{ state: 'hidden' }])
})

test('a page that an editor archived stays archived when its product disappears and when it returns', async ({
  stage,
  mirror,
  key,
  archived,
}) => {
  const page = await archived()
  await stage.mock.deleteProduct(key.gtin)
  expect(await results(mirror, 1)).toEqual(['retired'])
  expect(await page()).toMatchObject({ status: 'archive' })
  await stage.mock.patchProduct(key.gtin, '*', { item_number: 'WIEDER-DA' })
  expect(await results(mirror, 1)).toEqual(['restored'])
  expect(await page()).toMatchObject({ status: 'archive' })
})

test('verify reports no missing page for one that an editor archived', async ({
  mirror,
  archived,
  recordPages,
}) => {
  await archived()
  expect((await verify(mirror, { repair: true })).findings).toEqual([])
  expect(await recordPages()).toEqual([])
})

test('after Redis data loss, no second page of an archived one is left, and the reason names the slug', async ({
  stage,
  archived,
  recordPages,
}) => {
  const page = await archived()
  const before = await page()
  const blind = stage.openMirror()
  const { outcomes } = await sync(blind)
  expect(await recordPages()).toEqual([])
  expect(only(outcomes)).toMatchObject({
    result: 'failed',
    reason: expect.stringContaining('something that our user cannot see has the slug'),
  })
  expect(await page()).toEqual(before)
})

test('a page that got a status which lists omit counts as hidden from the next run on', async ({
  mirror,
  key,
  archived,
}) => {
  await sync(mirror)
  await observePages(mirror, '2026-11-20-9', go)
  await archived()
  await observePages(mirror, '2026-11-20-9', go)
  expect(await mirror.pageStates.read([key])).toMatchObject([{ state: 'hidden' }])
})
