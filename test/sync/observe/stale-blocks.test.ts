import { expect } from 'vitest'
import { observePages } from '../../../src/sync/observe/observe-pages.ts'
import type { Mirror } from '../../helpers/sync/sync-deps.ts'
import { go, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const observe = (mirror: Mirror): Promise<void> => observePages(mirror, '2026-11-20-9', go)

/** A product whose page an editor has open while two versions are written. */
const test = withMirror({ gtins: 2 })
  .extend('write', ({ stage, mirror, key }) => async (item_number: string) => {
    await stage.mock.patchProduct(key.gtin, 'de-de', { item_number })
    return sync(mirror)
  })
  .extend('pageId', async ({ stage, mirror, key, write }) => {
    await sync(mirror)
    await write('EINS')
    await observe(mirror)
    const { id } = await stage.editor.page(key)
    await stage.mock.edit({ do: 'remember', page: id })
    await write('ZWEI')
    return id
  })
  .extend(
    'shown',
    ({ stage, key }) =>
      async () =>
        (await stage.editor.page(key)).content.raw,
  )

test('an older block that an editor saves back is replaced by the next run', async ({
  stage,
  mirror,
  pageId,
  shown,
}) => {
  await stage.mock.edit({ do: 'save-remembered', page: pageId })
  expect(await shown()).not.toContain('ZWEI')
  await observe(mirror)
  const { run, planned } = await sync(mirror)
  expect({ ...run.counts, notes: run.notes, update: planned.update }).toMatchObject({
    updated: 1,
    unchanged: 1,
    update: 1,
    notes: [{ code: 'stale-blocks', count: 1 }],
  })
  expect(await shown()).toContain('ZWEI')
  await observe(mirror)
  expect((await sync(mirror)).planned).toMatchObject({ update: 0 })
})

test('an older block stays marked while its page is open, and no longer once an editor has restored the current one', async ({
  stage,
  mirror,
  pageId,
  shown,
}) => {
  const present = await shown()
  await stage.mock.edit({ do: 'save-remembered', page: pageId })
  await observe(mirror)
  await stage.mock.edit({ do: 'autosave', page: pageId, text: 'Halber Satz.' })
  expect((await sync(mirror)).run.counts).toMatchObject({ deferred: 1 })
  expect((await sync(mirror)).run.counts).toMatchObject({ deferred: 1 })
  await stage.editor.edit(pageId, { content: present })
  await observe(mirror)
  expect((await sync(mirror)).planned).toMatchObject({ update: 0 })
})

test('an older block in the trash is left alone', async ({ stage, mirror, pageId, write }) => {
  await stage.mock.edit({ do: 'save-remembered', page: pageId })
  await stage.editor.trash(pageId)
  await observe(mirror)
  expect((await sync(mirror)).planned).toMatchObject({ update: 0 })
  expect((await write('DREI')).run.counts).toMatchObject({ kept: 1 })
})
