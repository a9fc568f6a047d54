import { expect } from 'vitest'
import { wrapBlock } from '../../../src/core/markup/wrap-block.ts'
import { slugOf } from '../../../src/core/record/record.ts'
import { writePages } from '../../../src/sync/pages/write-pages.ts'
import { drawPng } from '../../helpers/content/files.ts'
import {
  apply,
  beforeNext,
  go,
  inputOf,
  outcomesOf,
  plan,
  startWriting,
  sync,
} from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({
  gtins: 25,
  languages: 'de-de,en-gb',
  prepare: async (mirror) => {
    mirror.languages = ['de-de']
  },
})

test('one refused page of 25 is reported with the CMS’s message, and the other 24 are written', async ({
  stage,
  mirror,
}) => {
  mirror.languages = 'all'
  const gtin = mirror.listed.pop()
  await stage.mock.deleteProduct(gtin ?? '', 'de-de')
  for (const other of mirror.listed) await stage.mock.deleteProduct(other, 'en-gb')
  mirror.listed.push(gtin ?? '')
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  const input = await inputOf(mirror, runId)
  const parents = { ...input.parents, 'en-gb': 999_999 }
  expect(await writePages(mirror, { ...input, parents }, go)).toMatchObject({ written: 25, waitMs: 0 })
  const outcomes = await outcomesOf(mirror, runId)
  expect(outcomes.get(`${gtin}/en-gb`)).toMatchObject({
    result: 'failed',
    reason: expect.stringContaining('Invalid post parent ID. (400 rest_post_invalid_id)'),
  })
  expect([...outcomes.values()].filter(({ result }) => result === 'created')).toHaveLength(24)
  expect(await stage.editor.slugs()).toHaveLength(24)
})

test('a page whose slug belongs to an attachment gets a numbered slug, with a note, and is updated there', async ({
  stage,
  mirror,
  key,
}) => {
  mirror.listed = [key.gtin]
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  const { parents } = await inputOf(mirror, runId)
  await stage.editor.uploadPng(slugOf(key), await drawPng(), parents['de-de'])
  await stage.mock.zeroStats()
  const { outcomes, run } = await apply(mirror, runId)
  expect(outcomes.get(`${key.gtin}/de-de`)).toMatchObject({
    result: 'created',
    reasons: [{ code: 'numbered-slug', slug: `${slugOf(key)}-2`, wanted: slugOf(key) }],
  })
  expect(run.state).toBe('done')
  expect((await stage.mock.stats()).cmsWrites.byKind).toEqual({ 'pages.create': 1 })
  expect(await stage.editor.slugs()).toEqual([`${slugOf(key)}-2`])

  await stage.mock.patchProduct(key.gtin, 'de-de', { name: 'Neues Band' })
  expect((await sync(mirror)).run.counts).toMatchObject({ updated: 1 })
  expect(await stage.editor.recordPages()).toMatchObject([{ title: { raw: 'Neues Band' } }])
})

test('a page that another process created between lookup and create stays, and ours is deleted', async ({
  stage,
  mirror,
  key,
}) => {
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  const input = await inputOf(mirror, runId)
  let first = 0
  beforeNext(mirror, 'writePages', async () => {
    const content = wrapBlock(key, '<p>Vom anderen Prozess.</p>')
    const parent = input.parents['de-de'] ?? 0
    first = (await stage.editor.create({ slug: slugOf(key), parent, content, status: 'publish' })).id
  })
  await writePages(mirror, input, go)
  expect(await stage.editor.slugs()).toEqual(
    mirror.listed.map((gtin) => slugOf({ gtin, language: 'de-de' })).sort(),
  )
  expect((await stage.editor.page(key)).id).toBe(first)
  const [head] = await mirror.snapshots.heads([key])
  expect(head?.pageId).toBe(first)
})

test('a foreign page at our slug is never touched and is reported, while the others are written', async ({
  stage,
  mirror,
  key,
}) => {
  const content = '<!-- wp:paragraph --><p>Von Hand.</p><!-- /wp:paragraph -->'
  const foreign = await stage.editor.create({ slug: slugOf(key), content, status: 'publish' })
  const { outcomes } = await sync(mirror)
  expect(outcomes.get(`${key.gtin}/de-de`)).toMatchObject({
    result: 'failed',
    pageId: foreign.id,
    reasons: [{ code: 'foreign' }],
  })
  expect(await stage.editor.page(key)).toMatchObject({
    modified_gmt: foreign.modified_gmt,
    content: { raw: content },
  })
  expect(await stage.editor.slugs()).toHaveLength(25)
})

test('a foreign page that appears between lookup and create stays, ours is deleted, and the record is reported', async ({
  stage,
  mirror,
  key,
}) => {
  mirror.listed = [key.gtin]
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  const input = await inputOf(mirror, runId)
  beforeNext(mirror, 'writePages', () =>
    stage.editor.create({ slug: slugOf(key), parent: input.parents['de-de'], content: 'Von Hand.' }),
  )
  await writePages(mirror, input, go)
  expect(await stage.editor.recordPages()).toMatchObject([
    { slug: slugOf(key), content: { raw: 'Von Hand.' } },
  ])
  const outcome = (await outcomesOf(mirror, runId)).get(`${key.gtin}/de-de`)
  expect(outcome).toMatchObject({
    result: 'failed',
    reasons: [{ code: 'foreign' }],
  })
})

test('our page is found even if a foreign page elsewhere has the same slug', async ({
  stage,
  mirror,
  key,
}) => {
  await stage.editor.create({ slug: slugOf(key), content: 'Von Hand.', status: 'publish' })
  mirror.listed = [key.gtin]
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  const { parents } = await inputOf(mirror, runId)
  const content = wrapBlock(key, '<p>Unser Text.</p>')
  const ours = await stage.editor.create({
    slug: slugOf(key),
    parent: parents['de-de'],
    content,
    status: 'publish',
  })
  const { outcomes } = await apply(mirror, runId)
  expect(outcomes.get(`${key.gtin}/de-de`)).toMatchObject({ pageId: ours.id, result: 'kept' })
})

test('a page that vanishes between reading and writing is created again', async ({ stage, mirror, key }) => {
  await sync(mirror)
  await stage.mock.patchProduct(key.gtin, 'de-de', { name: 'Neues Band' })
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  const before = await stage.editor.page(key)
  beforeNext(mirror, 'writePages', () => stage.editor.removeForGood(before.id))
  const { run } = await apply(mirror, runId)
  expect(run).toMatchObject({ state: 'done', counts: { failed: 0 } })
  const after = await stage.editor.page(key)
  expect(after.id).not.toBe(before.id)
  expect(after.title.raw).toBe('Neues Band')
})

test('our page that the CMS refuses to delete is reported, and the next run removes it', async ({
  stage,
  mirror,
  key,
}) => {
  mirror.listed = [key.gtin]
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  // A firewall that lets neither batches nor deletes pass.
  const forbidden = { side: 'cms', kind: 'status', status: 403 } as const
  await stage.mock.faults([
    { ...forbidden, path: '/batch/v1' },
    { ...forbidden, path: '/cms/v2/pages', method: 'DELETE' },
  ])
  await mirror.cms.checkBatches(go)
  // Another process writes the same page at the same time.
  const { cms } = mirror
  mirror.cms = {
    ...cms,
    async writePages(writes, signal) {
      mirror.cms = cms
      await cms.writePages(writes, signal)
      return cms.writePages(writes, signal)
    },
  }
  const { run } = await apply(mirror, runId)
  expect(await stage.editor.slugs()).toEqual([slugOf(key), `${slugOf(key)}-2`])
  expect(run.notes).toMatchObject([
    { code: 'batches-blocked' },
    {
      code: 'duplicate-not-removed',
      name: `${key.gtin} de-de`,
      detail: expect.stringMatching(/^the CMS refused to remove it \(.*\)$/) as unknown,
    },
  ])
  const again = await sync(mirror)
  expect(again.run.notes.map(({ code }) => code)).toContain('duplicate-not-removed')
  await stage.mock.faults([])
  expect((await sync(mirror)).run.notes).toEqual([])
  const pages = await stage.editor.recordPages()
  expect(pages.map(({ status }) => status)).toEqual(['publish', 'trash'])
  expect(await mirror.writes.uncertain('none')).toEqual([])
})
