import { expect } from 'vitest'
import { createCms } from '../../../src/cms/cms.ts'
import { slugOf } from '../../../src/core/record/record.ts'
import { openEditor } from '../../helpers/content/editor.ts'
import { openGate } from '../../helpers/sync/gate.ts'
import type { Mirror } from '../../helpers/sync/sync-deps.ts'
import { only, snapshotOf, sync } from '../../helpers/sync/sync-run.ts'
import { verify } from '../../helpers/sync/verify-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({
  gtins: 3,
  mirror: { policy: { retireAfterMisses: 1, maxRetireShare: 1 } },
}).extend('restoreElsewhere', ({ stage, mirror, key }) => async () => {
  mirror.listed = [key.gtin]
  await sync(mirror)
  const { pageId } = await snapshotOf(mirror, key)
  await stage.mock.reset()
  const imprint = { title: 'Impressum', status: 'publish', slug: 'impressum', content: 'Wer wir sind.' }
  for (;;) {
    const { id } = await stage.editor.create(imprint)
    if (id >= pageId) break
  }
  return pageId
})

test('a page that took over a stored id is neither written nor retired', async ({
  stage,
  mirror,
  key,
  restoreElsewhere,
}) => {
  const pageId = await restoreElsewhere()
  const pageAt = async () => (await stage.editor.pages()).find(({ id }) => id === pageId)
  const before = await pageAt()
  await stage.mock.patchProduct(key.gtin, key.language, { item_number: 'NEU' })
  const { outcomes } = await sync(mirror, { media: true })
  expect(only(outcomes)).toMatchObject({
    result: 'failed',
    reasons: [{ code: 'other-page' }],
  })
  expect(await pageAt()).toEqual(before)
  await stage.mock.deleteProduct(key.gtin)
  await sync(mirror)
  expect(await pageAt()).toEqual(before)
})

test('a page whose id another page took over is found by its slug, updated and retired', async ({
  stage,
  mirror,
  key,
  restoreElsewhere,
}) => {
  const { content, slug } = await pageBefore()
  await restoreElsewhere()
  const { id } = await stage.editor.create({ title: 'x', status: 'publish', slug, content: content.raw })
  await stage.mock.patchProduct(key.gtin, key.language, { item_number: 'NEU' })
  await sync(mirror)
  expect((await snapshotOf(mirror, key)).pageId).toBe(id)
  expect((await stage.editor.page(key)).content.raw).toContain('NEU')
  await stage.mock.deleteProduct(key.gtin)
  await sync(mirror)
  expect(await stage.editor.page(key)).toMatchObject({ id, status: 'draft' })

  async function pageBefore() {
    mirror.listed = [key.gtin]
    await sync(mirror)
    return stage.editor.page(key)
  }
})

test('a page that lists hide from our user is not created again', async ({ stage, mirror, key }) => {
  mirror.policy = { ...mirror.policy, cmsType: 'posts' }
  mirror.listed = [key.gtin]
  const cms = createCms({
    apiRoot: stage.mock.cmsRoot,
    namespace: 'cms/v2',
    auth: { user: 'author1', password: 'author1xxxxxxxxxxxxxxxxx' },
    gate: openGate(),
    retry: { tries: 2, baseMs: 1, capMs: 2 },
    type: 'posts',
  })
  mirror.cms = cms
  const posts = openEditor(stage.mock.cmsRoot, 'posts')
  await sync(mirror)
  const { id } = await posts.page(key)
  await posts.edit(id, { author: 2 })
  await stage.mock.patchProduct(key.gtin, key.language, { item_number: 'NEU' })
  const { outcomes } = await sync(mirror)
  expect(only(outcomes)).toMatchObject({
    result: 'failed',
    reasons: [{ code: 'unreadable-page', pageId: id }],
  })
  expect((await posts.recordPages()).map((page) => page.id)).toEqual([id])
  await cms.close()
})

test('PR-19: a page that a language plug-in omits from lists is updated and not created again', async ({
  stage,
  mirror,
  key,
}) => {
  await sync(mirror)
  const before = await stage.editor.recordPages()
  const { id, slug } = await stage.editor.page(key)
  await stage.mock.faults([{ side: 'cms', kind: 'omit-rows', rows: [slug] }])
  await stage.mock.patchProduct(key.gtin, key.language, { item_number: 'NEU' })
  const { run, outcomes } = await sync(mirror)
  expect(run.counts).toMatchObject({ created: 0, updated: 1, failed: 0 })
  expect(outcomes.get(`${key.gtin}/de-de`)).toMatchObject({ result: 'updated', pageId: id })
  await stage.mock.clearFaults()
  const pages = await stage.editor.recordPages()
  expect(pages.map((page) => page.id)).toEqual(before.map((page) => page.id))
  expect(pages.find((page) => page.id === id)?.content.raw).toContain('NEU')
})

test('a page that the CMS cannot return fails its own record, and the others are written', async ({
  stage,
  mirror,
  key,
}) => {
  await sync(mirror)
  const { pageId } = await snapshotOf(mirror, key)
  for (const gtin of mirror.listed) await stage.mock.patchProduct(gtin, key.language, { item_number: 'NEU' })
  const unreadable = { side: 'cms', method: 'GET', kind: 'status', status: 500, as: 'html' } as const
  await stage.mock.faults([
    { ...unreadable, path: `/cms/v2/pages/${pageId}` },
    { ...unreadable, path: '/cms/v2/pages', holds: String(pageId) },
  ])
  const { outcomes } = await sync(mirror)
  expect([...outcomes.values()].map(({ result }) => result).sort()).toEqual(['failed', 'updated', 'updated'])
  await stage.mock.clearFaults()
  expect(outcomes.get(`${key.gtin}/de-de`)).toMatchObject({
    result: 'failed',
    reasons: [{ code: 'unreadable-page', pageId }],
  })
})

/** The same CMS, which omits one page from lists and refuses to return it. */
function hiding(cms: Mirror['cms'], hidden: number): Mirror['cms'] {
  const shown = <One extends { id: number }>(pages: One[]): One[] => pages.filter(({ id }) => id !== hidden)
  const hidesIn =
    <One extends { id: number }>(
      read: (ids: readonly number[], signal: AbortSignal) => Promise<{ pages: One[] }>,
    ) =>
    async (ids: readonly number[], signal: AbortSignal) => {
      const { pages } = await read(ids, signal)
      const unreadable = ids.includes(hidden) ? [[hidden, '403 rest_forbidden_context'] as const] : []
      return { pages: shown(pages), unreadable: new Map(unreadable) }
    }
  return {
    ...cms,
    readEach: hidesIn((ids, signal) => cms.readEach(ids, signal)),
    readTexts: hidesIn((ids, signal) => cms.readTexts(ids, signal)),
    readAddresses: hidesIn((ids, signal) => cms.readAddresses(ids, signal)),
    async findExactly(slugs, signal) {
      return shown(await cms.findExactly(slugs, signal))
    },
    async findEach(slugs, signal) {
      const { pages, unreadable } = await cms.findEach(slugs, signal)
      return { pages: shown(pages), unreadable }
    },
    async *walkPages(skip, signal) {
      for await (const part of cms.walkPages(skip, signal)) yield { ...part, pages: shown(part.pages) }
    },
    async *walkBlocks(signal) {
      for await (const part of cms.walkBlocks(signal)) yield { ...part, pages: shown(part.pages) }
    },
  }
}

test('verify names a page that lists hide from our user, and reports no finding about it', async ({
  mirror,
  key,
}) => {
  await sync(mirror)
  const { pageId } = await snapshotOf(mirror, key)
  mirror.cms = hiding(mirror.cms, pageId)
  const { run, findings } = await verify(mirror)
  expect(findings).toEqual([])
  expect(run).toMatchObject({ state: 'partial', counts: { failed: 1 } })
  const outcomes = await Array.fromAsync(mirror.runs.scanOutcomes(run.id))
  expect(outcomes.flat().map(({ reasons }) => reasons)).toMatchObject([[{ code: 'not-compared', pageId }]])
  expect(await mirror.pageStates.read([key])).toEqual([undefined])
})

test('a language page that lists hide from our user is not created again for a new product', async ({
  stage,
  mirror,
  key,
}) => {
  const [, added = ''] = mirror.listed
  mirror.listed = [key.gtin]
  await sync(mirror)
  const { parent } = await stage.editor.page(key)
  const before = (await stage.editor.pages()).length
  mirror.cms = hiding(mirror.cms, parent)
  mirror.listed = [key.gtin, added]
  await sync(mirror)
  expect((await stage.editor.pages()).length).toBe(before + 1)
  expect(await stage.editor.page({ ...key, gtin: added })).toMatchObject({ parent })
})

test('a lookup of slugs with one unreadable page fails the record of that page only', async ({
  stage,
  mirror,
  key,
}) => {
  const slug = slugOf(key)
  await stage.mock.faults([
    {
      side: 'cms',
      method: 'GET',
      path: '/cms/v2/pages',
      kind: 'status',
      status: 500,
      as: 'html',
      holds: slug,
    },
  ])
  const { outcomes } = await sync(mirror)
  await stage.mock.clearFaults()
  expect([...outcomes.values()].map(({ result }) => result).sort()).toEqual(['created', 'created', 'failed'])
  expect(outcomes.get(`${key.gtin}/de-de`)?.reasons).toMatchObject([{ code: 'unreadable-slug', slug }])
})
