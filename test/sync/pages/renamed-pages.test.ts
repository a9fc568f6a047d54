import { expect } from 'vitest'
import { recordId, type RecordKey } from '../../../src/core/record/record.ts'
import { apply, snapshotOf, sync } from '../../helpers/sync/sync-run.ts'
import type { Mirror, Stage } from '../../helpers/sync/sync-deps.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'
import { lose, loseAndDie } from '../../helpers/sync/with-plugin.ts'

const day = 86_400_000

const test = withMirror({
  gtins: 2,
  prepare: async (mirror) => void (mirror.listed = mirror.listed.slice(0, 1)),
})

/** A product that was added after a backup of Redis, and whose page an editor renamed. */
async function renameNewPage(stage: Stage, mirror: Mirror, key: RecordKey) {
  const gtin = stage.gtins[1] ?? ''
  const added = { ...key, gtin }
  await sync(mirror)
  mirror.listed = [key.gtin, gtin]
  await sync(mirror)
  const { id, content } = await stage.editor.page(added)
  await stage.editor.edit(id, { slug: 'schoene-adresse' })
  async function restoreBackup(): Promise<void> {
    await stage.redis.hdel(mirror.keys.heads(key.language), gtin)
    await stage.redis.hdel(mirror.keys.bodies(key.language), gtin)
  }
  return { added, id, content, restoreBackup }
}

test('a create whose reply was lost is found by its block after an editor changed its slug', async ({
  stage,
  mirror,
  key,
}) => {
  const runId = await lose(stage, mirror)
  const { id } = await stage.editor.page(key)
  await stage.editor.edit(id, { slug: 'schoene-adresse' })
  mirror.pass(day)
  await apply(mirror, runId)
  expect((await snapshotOf(mirror, key)).pageId).toBe(id)
  expect(await stage.editor.recordPages()).toEqual([])
})

test('a page whose slug an editor changed is found by its block after Redis was restored from a backup', async ({
  stage,
  mirror,
  key,
}) => {
  const { added, id, restoreBackup } = await renameNewPage(stage, mirror, key)
  await restoreBackup()
  await sync(mirror)
  expect((await snapshotOf(mirror, added)).pageId).toBe(id)
  expect((await stage.editor.recordPages()).map(({ slug }) => slug)).toEqual([`gtin-${key.gtin}-de-de`])
})

test('a copy of a renamed page in the trash stays the editor’s after Redis was restored from a backup', async ({
  stage,
  mirror,
  key,
}) => {
  const { added, id, content, restoreBackup } = await renameNewPage(stage, mirror, key)
  const copy = await stage.editor.create({ slug: 'kopie', title: 'Kopie', content: content.raw })
  await stage.editor.trash(id)
  await restoreBackup()
  await stage.mock.patchProduct(added.gtin, key.language, { item_number: 'NEU' })
  const { outcomes } = await sync(mirror)
  expect(outcomes.get(recordId(added))).toMatchObject({ result: 'kept', pageId: id })
  expect((await stage.editor.pages()).find((page) => page.id === copy.id)).toEqual(copy)
})

test('a copy of a page that an editor deleted stays the editor’s, and the product gets a page again', async ({
  stage,
  mirror,
  key,
}) => {
  await sync(mirror)
  const before = await stage.editor.page(key)
  const copy = await stage.editor.create({ slug: 'kopie', title: 'Kopie', content: before.content.raw })
  await stage.editor.removeForGood(before.id)
  await stage.mock.patchProduct(key.gtin, key.language, { item_number: 'NEU' })
  const { run } = await sync(mirror)
  expect(run.counts).toMatchObject({ created: 1, failed: 0 })
  expect((await stage.editor.pages()).find(({ id }) => id === copy.id)).toEqual(copy)
  const { pageId } = await snapshotOf(mirror, key)
  expect([before.id, copy.id]).not.toContain(pageId)
})

test.for(['kopie', 'numbered'] as const)(
  'a copy (%s) of a deleted page is not taken for the page that a create without a reply makes again',
  async (kind, { stage, mirror, key }) => {
    await sync(mirror)
    const before = await stage.editor.page(key)
    const slug = kind === 'numbered' ? `${before.slug}-2` : kind
    const made = { slug, title: 'Kopie', status: 'publish', content: before.content.raw }
    const copy = await stage.editor.createAsColleague(made)
    await stage.editor.removeForGood(before.id)
    await stage.mock.patchProduct(key.gtin, key.language, { item_number: 'NEU' })
    const runId = await loseAndDie(stage, mirror, 'sends nothing')
    mirror.pass(day)
    expect((await apply(mirror, runId)).run.counts).toMatchObject({ created: 1, failed: 0 })
    expect((await stage.editor.pages()).find(({ id }) => id === copy.id)).toEqual(copy)
    const { pageId } = await snapshotOf(mirror, key)
    expect([before.id, copy.id]).not.toContain(pageId)
  },
)
