import { expect } from 'vitest'
import { slugOf } from '../../src/core/record/record.ts'
import { only, sync } from '../helpers/sync/sync-run.ts'
import { withMirror } from '../helpers/sync/with-mirror.ts'

const test = withMirror({
  gtins: 2,
  prepare(mirror) {
    mirror.listed = mirror.listed.slice(0, 1)
    return sync(mirror)
  },
}).extend(
  'partnerChanges',
  ({ stage, key }) =>
    (fields: Record<string, unknown>) =>
      stage.mock.patchProduct(key.gtin, 'de-de', fields),
)

test('a page that an editor put in the trash stays there and counts as kept', async ({
  stage,
  mirror,
  key,
  partnerChanges,
}) => {
  const { id, content } = await stage.editor.page(key)
  await stage.editor.trash(id)
  await partnerChanges({ item_number: 'NEU-1' })
  await stage.mock.zeroStats()
  const { outcomes, run } = await sync(mirror)
  expect(only(outcomes)).toMatchObject({ result: 'kept', reason: expect.stringContaining('trash') })
  expect(run).toMatchObject({ state: 'done', counts: { kept: 1, failed: 0 } })
  expect(await stage.editor.page(key)).toMatchObject({ id, status: 'trash', content: { raw: content.raw } })
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
})

test('a page that comes back from the trash is brought up to date by the next run', async ({
  stage,
  mirror,
  key,
  partnerChanges,
}) => {
  const { id } = await stage.editor.page(key)
  await stage.editor.trash(id)
  await partnerChanges({ name: 'Neues Band', item_number: 'NEU-1' })
  await sync(mirror)
  expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'kept' })
  await stage.editor.edit(id, { status: 'publish', slug: slugOf(key) })
  expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'updated' })
  const page = await stage.editor.page(key)
  expect(page).toMatchObject({ id, title: { raw: 'Neues Band' } })
  expect(page.content.raw).toContain('NEU-1')
  expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 1 })
})

test('a page that comes back from the trash takes the partner’s next change', async ({
  stage,
  mirror,
  key,
  partnerChanges,
}) => {
  const { id } = await stage.editor.page(key)
  await stage.editor.trash(id)
  await partnerChanges({ item_number: 'NEU-1' })
  await sync(mirror)
  await stage.editor.edit(id, { status: 'publish', slug: slugOf(key) })
  await partnerChanges({ name: 'Neues Band', item_number: 'NEU-2' })
  const { outcomes } = await sync(mirror)
  expect(only(outcomes)).toMatchObject({ result: 'updated' })
  expect(only(outcomes)).not.toHaveProperty('kept')
  const page = await stage.editor.page(key)
  expect(page.title.raw).toBe('Neues Band')
  expect(page.content.raw).toContain('NEU-2')
})

test('a trashed page of ours that the mirror has no data about is left there and not created again', async ({
  stage,
  key,
}) => {
  await stage.editor.trash((await stage.editor.page(key)).id)
  const empty = stage.openMirror()
  empty.listed = [key.gtin]
  const { outcomes } = await sync(empty)
  expect(only(outcomes)).toMatchObject({ result: 'kept', reason: expect.stringContaining('trash') })
  expect(await stage.editor.slugs()).toEqual([`${slugOf(key)}__trashed`])
})

test('a page that an editor deleted permanently is not missed while nothing changes, and created again with the next change', async ({
  stage,
  mirror,
  key,
  partnerChanges,
}) => {
  const { id } = await stage.editor.page(key)
  await stage.editor.removeForGood(id)
  expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 1 })
  expect(await stage.editor.slugs()).toEqual([])

  await partnerChanges({ item_number: 'NEU-1' })
  const { outcomes } = await sync(mirror)
  const page = await stage.editor.page(key)
  expect(page.content.raw).toContain('NEU-1')
  expect(only(outcomes)).toMatchObject({
    result: 'created',
    pageId: page.id,
    reason: 'its page was gone: created again',
  })
  expect(page.id).not.toBe(id)
})

test('parents that an editor removed are created again with the next new page', async ({
  stage,
  mirror,
  key,
}) => {
  const { id, parent } = await stage.editor.page(key)
  await stage.editor.removeForGood(parent)
  mirror.listed = [...stage.gtins]
  await sync(mirror)
  const [first, second] = await stage.editor.recordPages()
  expect(first).toMatchObject({ id })
  expect(second?.parent).not.toBe(parent)
  expect((await mirror.parents.read())['products/de-de']).toBe(second?.parent)
})
