import { reasonOf } from '../helpers/content/reason-of.ts'
import { expect } from 'vitest'
import type { RecordKey } from '../../src/core/record/record.ts'
import { slugOf } from '../../src/core/record/record.ts'
import { syncMenu } from '../../src/sync/finish/sync-menu.ts'
import { trashDuplicatePages } from '../../src/sync/finish/trash-duplicate-pages.ts'
import { writeListings } from '../../src/sync/finish/write-listings.ts'
import { writePages } from '../../src/sync/pages/write-pages.ts'
import { openEditor } from '../helpers/content/editor.ts'
import { recordRequests } from '../helpers/world/record-requests.ts'
import { writeGraceMs, type Mirror, type Stage } from '../helpers/sync/sync-deps.ts'
import {
  beforeNext,
  go,
  inputOf,
  only,
  plan,
  snapshotOf,
  startWriting,
  sync,
} from '../helpers/sync/sync-run.ts'
import { undo } from '../helpers/sync/undo.ts'
import { verify } from '../helpers/sync/verify-run.ts'
import { withMirror } from '../helpers/sync/with-mirror.ts'

const policy = { cmsType: 'posts', retireAfterMisses: 1 } as const

const test = withMirror({ gtins: 3, mirror: { policy } })
  .extend('editor', { scope: 'file' }, ({ stage }) => openEditor(stage.mock.cmsRoot, 'posts'))
  .extend(
    'post',
    ({ editor, key }) =>
      () =>
        editor.page(key),
  )
  .extend(
    'partnerSays',
    ({ stage, key }) =>
      (fields: object) =>
        stage.mock.patchProduct(key.gtin, key.language, { ...fields }),
  )

const writes = async (stage: Stage) => (await stage.mock.stats()).cmsWrites
const onlyOne = (mirror: Mirror, { gtin }: RecordKey) => void (mirror.listed = [gtin])

test('products become posts, root and language pages stay pages, and a second run sends no request to the CMS', async ({
  stage,
  mirror,
  editor,
  post,
  partnerSays,
}) => {
  await partnerSays({ name: 'Band\t& mehr', intro: 'Kurz gesagt.' })
  const wire = recordRequests(stage.mock.origin)
  const { run } = await sync(mirror, { media: true })
  wire.stop()
  expect(run).toMatchObject({ state: 'done', counts: { created: 3, failed: 0 } })
  expect(await editor.slugs()).toEqual(
    mirror.listed.map((gtin) => slugOf({ gtin, language: 'de-de' })).sort(),
  )
  expect(await stage.editor.slugs()).toEqual([])
  expect((await stage.editor.pages()).map(({ slug }) => slug).slice(-2)).toEqual(['products', 'de-de'])
  expect(await post()).toMatchObject({ title: { raw: 'Band &amp; mehr' }, status: 'publish' })
  expect((await post()).meta).toMatchObject({
    _seo_title: 'Band & mehr',
    _seo_metadesc: 'Kurz gesagt.',
    _seo_focuskw: 'Band & mehr',
    footnotes: '',
  })
  const bodies = wire.sent.map(({ body }) => body).filter((body) => body.includes('/posts'))
  expect(bodies.join('')).not.toMatch(/"parent"|_crdt_document|footnotes/)

  await stage.mock.zeroStats()
  expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 3, updated: 0 })
  expect((await stage.mock.stats()).totals.cms).toBe(0)
})

test('a change is written without meta, and edits stay, including SEO fields', async ({
  mirror,
  editor,
  post,
  partnerSays,
}) => {
  await sync(mirror)
  const { id, content } = await post()
  await editor.edit(id, {
    content: `${content.raw}\n\n<!-- wp:paragraph -->\n<p>Von Hand.</p>\n<!-- /wp:paragraph -->`,
    meta: { _seo_title: 'Vom Redakteur' },
  })
  await partnerSays({ name: 'Neues Band', item_number: 'NEU-1' })
  expect((await sync(mirror)).run.counts).toMatchObject({ updated: 1, failed: 0 })
  const now = await post()
  expect(now.title.raw).toBe('Neues Band')
  expect(now.content.raw).toContain('NEU-1')
  expect(now.content.raw).toContain('Von Hand.')
  expect(now.meta).toMatchObject({ _seo_title: 'Vom Redakteur' })

  await editor.edit(id, { title: 'Vom Redakteur' })
  await partnerSays({ name: 'Anderes Band' })
  expect(only((await sync(mirror)).outcomes)).toMatchObject({ conflicts: ['title'] })
  expect((await post()).title.raw).toBe('Vom Redakteur')
})

test('a save between our read and our write is restored, an open draft is left for later', async ({
  mirror,
  key,
  editor,
  post,
  partnerSays,
}) => {
  onlyOne(mirror, key)
  await sync(mirror)
  await partnerSays({ item_number: 'EINS' })
  await sync(mirror)
  const { id } = await post()
  await partnerSays({ item_number: 'ZWEI' })
  beforeNext(mirror, 'writePages', async () =>
    editor.edit(id, { content: `<p>Davor.</p>\n${(await post()).content.raw}` }),
  )
  expect(reasonOf(only((await sync(mirror)).outcomes))).toContain('the edit was restored')
  expect((await post()).content.raw).toMatch(/Davor\.[^]*ZWEI/)
  await editor.autosave(id, { content: 'Halber Satz.' })
  await partnerSays({ item_number: 'DREI' })
  expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'deferred', pageId: id })
})

test.for(['draft', 'trash'] as const)(
  'a record that is gone goes to %s, and comes back as the same post',
  async (to, { stage, mirror, key, post, partnerSays }) => {
    onlyOne(mirror, key)
    mirror.policy.retireTo = to
    await sync(mirror)
    const { id } = await post()
    await stage.mock.deleteProduct(key.gtin)
    expect((await sync(mirror)).run.counts).toMatchObject({ retired: 1, failed: 0 })
    expect((await post()).status).toBe(to)
    await partnerSays({ item_number: 'WIEDER-DA' })
    expect((await sync(mirror)).run.counts).toMatchObject({ restored: 1, failed: 0 })
    expect(await post()).toMatchObject({ id, status: 'publish', slug: slugOf(key) })
  },
)

test('an update is undone', async ({ mirror, key, post, partnerSays }) => {
  onlyOne(mirror, key)
  await sync(mirror)
  const before = await post()
  await partnerSays({ name: 'Neues Band' })
  const { run } = await sync(mirror)
  expect(only((await undo(mirror, run.id)).outcomes)).toMatchObject({ result: 'undone' })
  expect((await post()).title).toEqual(before.title)
})

test('a create whose reply was lost is found and not sent again, and a duplicate that lands late is trashed', async ({
  stage,
  mirror,
  key,
  editor,
  post,
}) => {
  onlyOne(mirror, key)
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  const input = await inputOf(mirror, runId)
  await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'reset-before', count: 1 }])
  expect(await writePages(mirror, input, go)).toMatchObject({ written: 0, waitMs: writeGraceMs })
  mirror.pass(writeGraceMs)
  await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'reset-after', count: 1 }])
  await writePages(mirror, input, go)
  expect((await writePages(mirror, input, go)).waitMs).toBe(0)
  expect(await editor.slugs()).toEqual([slugOf(key)])
  const { slug, title, excerpt, content } = await post()
  const texts = { title: title.raw, excerpt: excerpt.raw, content: content.raw }
  const duplicate = await editor.create({ slug, status: 'publish', ...texts })
  expect(duplicate.slug).toBe(`${slug}-2`)
  expect(await trashDuplicatePages(mirror, runId, go)).toBe(1)
  expect(await editor.slugs()).toEqual([slug, `${slug}-2__trashed`])
})

test('after a lost Redis posts are found by slug and by block, and nothing is written', async ({
  stage,
  mirror,
  key,
  editor,
  post,
}) => {
  await sync(mirror)
  await editor.edit((await post()).id, { slug: 'ganz-anders' })
  await stage.mock.zeroStats()
  const other = stage.openMirror({ policy })
  expect((await sync(other)).run.counts).toMatchObject({ created: 0, unchanged: 3, failed: 0 })
  expect((await snapshotOf(other, key)).pageId).toBe((await snapshotOf(mirror, key)).pageId)
  expect((await writes(stage)).total).toBe(0)
})

test('verify finds nothing in an unchanged mirror, and recreates a post and a language page', async ({
  stage,
  mirror,
  editor,
  post,
}) => {
  await sync(mirror)
  const clean = await verify(mirror)
  expect(clean.findings).toEqual([])
  expect(clean.run).toMatchObject({ counts: { records: 3 } })
  const language = (await stage.editor.pages()).find(({ slug }) => slug === 'de-de')
  await editor.removeForGood((await post()).id)
  await stage.editor.removeForGood(language?.id ?? 0)
  expect((await verify(mirror, { repair: true })).run.repaired).toEqual({ missing: 2 })
  expect((await verify(mirror)).findings).toEqual([])
  expect((await post()).meta['_seo_title']).not.toBe('')
})

test('the language page lists the posts by their URLs, is in the menu, and is known by its id', async ({
  stage,
  post,
}) => {
  const withMenu = stage.openMirror({ policy: { ...policy, menuId: 15 } })
  const all = withMenu.listed.splice(1)
  const { run } = await sync(withMenu)
  await writeListings(withMenu, run.id, go)
  await syncMenu(withMenu, run, go)
  const language = (await stage.editor.pages()).find(({ slug }) => slug === 'de-de')
  const { link } = await post()
  expect(language?.content.raw).toContain(`href="${link}"`)
  expect(await stage.editor.menuItems(15)).toMatchObject([{ object_id: language?.id }])
  expect((await fetch(link)).status).toBe(200)

  await stage.editor.edit(language?.id ?? 0, { slug: 'deutsch' })
  withMenu.listed.push(...all)
  expect((await sync(withMenu)).run.counts).toMatchObject({ created: 2 })
  expect((await stage.editor.pages()).map(({ slug }) => slug).slice(-2)).toEqual(['products', 'deutsch'])
})
