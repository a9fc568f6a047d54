import { expect } from 'vitest'
import { slugOf } from '../../../src/core/record/record.ts'
import { prepareParents } from '../../../src/sync/parents/prepare-parents.ts'
import { writePages } from '../../../src/sync/pages/write-pages.ts'
import { apply, go, inputOf, outcomesOf, plan, snapshotOf, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({ gtins: 4, prepare: sync })
  /** The mirror after Redis was lost. */
  .extend('lost', ({ stage, mirror: _first }) => stage.openMirror())
  .extend('keyAt', ({ stage }) => (index: number) => ({ gtin: stage.gtins[index] ?? '', language: 'de-de' }))
  .extend(
    'pageAt',
    ({ stage, keyAt }) =>
      (index: number) =>
        stage.editor.page(keyAt(index)),
  )
  .extend(
    'reads',
    ({ stage }) =>
      async () =>
        (await stage.mock.stats()).requests.cms['GET /cms/v2/pages'] ?? 0,
  )
  .extend('rebuild', ({ lost }) => async () => {
    const { runId } = await plan(lost, 'rebuild')
    const run = await lost.runs.update(runId, { state: 'writing' })
    if (run === undefined) throw new Error('no run')
    await prepareParents(lost, run, go)
    const report = await writePages(lost, { ...(await inputOf(lost, runId)), readOnly: true }, go)
    await lost.runs.update(runId, { state: 'done' })
    return { runId, report }
  })

test('a sync after Redis data loss binds a page whose slug an editor changed and creates no second one', async ({
  stage,
  lost,
  keyAt,
  pageAt,
}) => {
  const { id } = await pageAt(0)
  await stage.editor.edit(id, { slug: 'unser-bestes-band' })
  await stage.mock.zeroStats()
  const { run } = await sync(lost)
  expect(run).toMatchObject({ state: 'done', counts: { unchanged: 4, created: 0, failed: 0 } })
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
  expect((await snapshotOf(lost, keyAt(0))).pageId).toBe(id)
  await stage.mock.patchProduct(keyAt(0).gtin, 'de-de', { name: 'Neues Band' })
  expect((await sync(lost)).run.counts).toMatchObject({ updated: 1 })
  expect((await stage.editor.pages()).find((page) => page.id === id)).toMatchObject({
    slug: 'unser-bestes-band',
    title: { raw: 'Neues Band' },
  })
})

test('a sync after Redis data loss creates no page for one that was renamed and then trashed', async ({
  stage,
  lost,
  keyAt,
  pageAt,
}) => {
  const { id } = await pageAt(0)
  await stage.editor.edit(id, { slug: 'unser-bestes-band' })
  await stage.editor.trash(id)
  await stage.mock.zeroStats()
  const { outcomes } = await sync(lost)
  expect(outcomes.get(`${keyAt(0).gtin}/de-de`)).toMatchObject({
    result: 'kept',
    pageId: id,
    reason: expect.stringContaining('trash'),
  })
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
})

test('a rebuild finds a renamed page as well, writes nothing, and the sync after it has nothing to do', async ({
  stage,
  lost,
  keyAt,
  pageAt,
  rebuild,
}) => {
  const { id } = await pageAt(0)
  await stage.editor.edit(id, { slug: 'unser-bestes-band' })
  await stage.mock.zeroStats()
  const { runId } = await rebuild()
  expect((await outcomesOf(lost, runId)).get(`${keyAt(0).gtin}/de-de`)?.pageId).toBe(id)
  expect((await sync(lost)).run.counts).toMatchObject({ unchanged: 4, created: 0, kept: 0 })
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
})

test('the page at the slug wins over a copy elsewhere, and of pages elsewhere the oldest', async ({
  stage,
  lost,
  keyAt,
  pageAt,
}) => {
  const [first, second] = [await pageAt(0), await pageAt(1)]
  await stage.mock.edit({ do: 'copy', page: first.id, slug: 'kopie-eins' })
  await stage.mock.edit({ do: 'copy', page: second.id, slug: 'kopie-zwei' })
  await stage.editor.edit(second.id, { slug: 'unser-bestes-band' })
  await sync(lost)
  expect((await snapshotOf(lost, keyAt(0))).pageId).toBe(first.id)
  expect((await snapshotOf(lost, keyAt(1))).pageId).toBe(second.id)
  expect([...(await stage.editor.slugs())]).toHaveLength(3)
})

test.for([['at its slug'], ['under another slug', 'unser-bestes-band']] as const)(
  'if an editor copied a page and trashed it (%s), the copy is not written to after a loss of Redis data',
  async ([, slug], { stage, lost, keyAt, pageAt }) => {
    const { id } = await pageAt(0)
    if (slug !== undefined) await stage.editor.edit(id, { slug })
    await stage.mock.edit({ do: 'copy', page: id, slug: 'kopie' })
    await stage.editor.trash(id)
    await stage.mock.patchProduct(keyAt(0).gtin, 'de-de', { name: 'Neues Band' })
    const copy = async () => (await stage.editor.pages()).find((page) => page.slug === 'kopie')
    const before = await copy()
    const { outcomes } = await sync(lost)
    expect(outcomes.get(`${keyAt(0).gtin}/de-de`)).toMatchObject({ result: 'kept', pageId: id })
    await sync(lost)
    expect(await copy()).toEqual(before)
  },
)

test('a page whose block was removed since the walk is not bound to the record', async ({
  stage,
  lost,
  pageAt,
}) => {
  const { id } = await pageAt(0)
  await stage.editor.edit(id, { slug: 'unser-bestes-band' })
  const { runId } = await plan(lost)
  const run = await lost.runs.read(runId)
  if (run === undefined) throw new Error('no run')
  await prepareParents(lost, run, go)
  await stage.editor.edit(id, { content: 'Etwas anderes.' })
  const { run: after } = await apply(lost, runId)
  expect(after.counts).toMatchObject({ created: 1, unchanged: 3 })
})

test('the CMS is walked once: the next run uses the result of a first, partial run', async ({
  stage,
  lost,
  keyAt,
  pageAt,
  reads,
}) => {
  const { id } = await pageAt(1)
  await stage.editor.edit(id, { slug: 'unser-bestes-band' })
  lost.listed = stage.gtins.slice(0, 1)
  await stage.mock.zeroStats()
  await sync(lost)
  // The review's lookup of the one page, the walk, the lookup of parents (root, language), and of the one page.
  expect(await reads()).toBe(5)
  lost.listed = [...stage.gtins]
  await sync(lost)
  expect((await snapshotOf(lost, keyAt(1))).pageId).toBe(id)
  expect((await stage.mock.stats()).cmsWrites.byKind['pages.create'] ?? 0).toBe(0)
  await stage.mock.zeroStats()
  await stage.mock.patchProduct(keyAt(0).gtin, 'de-de', { name: 'Neues Band' })
  await sync(lost)
  expect(await reads()).toBe(1)
})

test('a mirror with snapshots, or whose first run found nothing to mirror, does not walk again', async ({
  stage,
  lost,
  reads,
}) => {
  await sync(lost)
  await lost.movedPages.clear()
  await stage.mock.zeroStats()
  await sync(lost)
  expect(await reads()).toBe(0)

  const empty = stage.openMirror()
  empty.listed = []
  await sync(empty)
  expect(await reads()).toBeGreaterThan(0)
  await stage.mock.zeroStats()
  await sync(empty)
  expect(await reads()).toBe(0)
})

test('another record’s page at a changed slug is not confused with this one', async ({
  stage,
  lost,
  keyAt,
  pageAt,
}) => {
  const [first, second] = [await pageAt(0), await pageAt(1)]
  await stage.editor.edit(first.id, { slug: 'zwischen' })
  await stage.editor.edit(second.id, { slug: slugOf(keyAt(0)) })
  const { outcomes } = await sync(lost)
  expect((await snapshotOf(lost, keyAt(0))).pageId).toBe(first.id)
  expect((await snapshotOf(lost, keyAt(1))).pageId).toBe(second.id)
  expect([...outcomes.values()].map(({ result }) => result)).toEqual(Array(4).fill('unchanged'))
})

test('a second rebuild forgets the moved pages of the first one', async ({
  stage,
  lost,
  keyAt,
  pageAt,
  rebuild,
}) => {
  const { id } = await pageAt(0)
  await stage.editor.edit(id, { slug: 'unser-bestes-band' })
  await rebuild()
  expect(await lost.movedPages.read([keyAt(0)])).toEqual([id])
  await stage.editor.edit(id, { slug: slugOf(keyAt(0)) })
  await rebuild()
  expect(await lost.movedPages.read([keyAt(0)])).toEqual([undefined])
})
