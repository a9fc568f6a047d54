import { reasonOf } from '../../helpers/content/reason-of.ts'
import { expect } from 'vitest'
import { slugOf } from '../../../src/core/record/record.ts'
import { trashDuplicatePages } from '../../../src/sync/finish/trash-duplicate-pages.ts'
import { writePages } from '../../../src/sync/pages/write-pages.ts'
import { drawPng } from '../../helpers/content/files.ts'
import type { CmsPage } from '../../helpers/content/editor.ts'
import { writeGraceMs, type Mirror, type Stage } from '../../helpers/sync/sync-deps.ts'
import { go, inputOf, outcomesOf, plan, snapshotOf, startWriting, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

type Input = Awaited<ReturnType<typeof inputOf>>

const test = withMirror({ gtins: 25 })
  .extend('slug', ({ key }) => slugOf(key))
  .extend('ready', ({ mirror }) => async (gtins: number) => {
    mirror.listed = mirror.listed.slice(0, gtins)
    const { runId } = await plan(mirror)
    await startWriting(mirror, runId)
    return inputOf(mirror, runId)
  })
  .extend(
    'holdSlug',
    ({ stage, slug }) =>
      async (input: Input) =>
        stage.editor.uploadPng(slug, await drawPng(), input.parents['de-de']),
  )
  .extend(
    'outcomeOf',
    ({ mirror, key }) =>
      async (input: Input) =>
        (await outcomesOf(mirror, input.runId)).get(`${key.gtin}/de-de`),
  )

/** Sends one create that is carried out and whose reply is lost. */
async function loseAnswer(stage: Stage, mirror: Mirror, input: Input) {
  await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'reset-after', count: 1 }])
  expect(await writePages(mirror, input, go)).toMatchObject({ written: 0, waitMs: writeGraceMs })
  await stage.mock.zeroStats()
}

const copyOf = (stage: Stage, { slug, status, parent, title, excerpt, content }: CmsPage) =>
  stage.editor.create({
    slug,
    status,
    parent,
    title: title.raw,
    excerpt: excerpt.raw,
    content: content.raw,
  })
const creates = async (stage: Stage) => (await stage.mock.stats()).cmsWrites.byKind['pages.create'] ?? 0

test('an update of a page that a lost create made keeps the intent of that create', async ({
  stage,
  mirror,
  key,
  ready,
}) => {
  const input = await ready(1)
  await loseAnswer(stage, mirror, input)
  const [created] = await mirror.writes.intents([key])
  await stage.editor.edit((await stage.editor.page(key)).id, { title: 'Von Hand' })
  mirror.policy = { ...mirror.policy, onEdit: 'overwrite' }
  mirror.pass(writeGraceMs)
  await loseAnswer(stage, mirror, input)
  expect(created).toBeDefined()
  expect(await mirror.writes.intents([key])).toEqual([created])
})

test('our page at the slug is bound, and its duplicate is trashed', async ({
  stage,
  mirror,
  key,
  slug,
  ready,
  outcomeOf,
}) => {
  const input = await ready(1)
  await loseAnswer(stage, mirror, input)
  const first = await stage.editor.page(key)
  const duplicate = await copyOf(stage, first)
  expect(duplicate.slug).toBe(`${slug}-2`)
  expect(await writePages(mirror, input, go)).toEqual({ written: 0, done: 1, waitMs: 0 })
  expect(await outcomeOf(input)).toMatchObject({ result: 'created', pageId: first.id })
  expect(await trashDuplicatePages(mirror, input.runId, go)).toBe(1)
  expect((await stage.editor.recordPages()).map(({ status }) => status)).toEqual(['publish', 'trash'])
})

test('a single numbered page of a lost create is bound with a note, and none is created', async ({
  stage,
  mirror,
  slug,
  ready,
  holdSlug,
  outcomeOf,
}) => {
  const input = await ready(1)
  await holdSlug(input)
  await loseAnswer(stage, mirror, input)
  mirror.pass(writeGraceMs)
  expect(await writePages(mirror, input, go)).toEqual({ written: 0, done: 1, waitMs: 0 })
  const [page, ...others] = await stage.editor.recordPages()
  expect(others).toEqual([])
  expect(page?.slug).toBe(`${slug}-2`)
  const outcome = await outcomeOf(input)
  expect(outcome).toMatchObject({ result: 'created', pageId: page?.id })
  expect(reasonOf(outcome)).toContain(`the slug ${slug}-2 because something that is not a page`)
  expect(await trashDuplicatePages(mirror, input.runId, go)).toBe(0)
  expect(await creates(stage)).toBe(0)
})

test('of several numbered pages the oldest is bound, and the others are trashed', async ({
  stage,
  mirror,
  key,
  slug,
  ready,
  holdSlug,
}) => {
  const input = await ready(1)
  await holdSlug(input)
  await loseAnswer(stage, mirror, input)
  const [oldest] = await stage.editor.recordPages()
  if (oldest === undefined) throw new Error('no page')
  expect((await copyOf(stage, { ...oldest, slug })).slug).toBe(`${slug}-3`)
  await writePages(mirror, input, go)
  expect((await snapshotOf(mirror, key)).pageId).toBe(oldest.id)
  expect(await trashDuplicatePages(mirror, input.runId, go)).toBe(1)
  expect(await stage.editor.slugs()).toEqual([`${slug}-2`, `${slug}-3__trashed`])
})

test('our numbered page is bound if a foreign page has the slug, and the note names the foreign page', async ({
  stage,
  mirror,
  key,
  slug,
  ready,
  outcomeOf,
}) => {
  const input = await ready(1)
  const parent = input.parents['de-de']
  const foreign = await stage.editor.create({ slug, parent, content: 'Von Hand.', status: 'private' })
  await mirror.writes.intend(input.runId, [{ key, known: undefined }])
  const ours = await stage.editor.create({
    slug,
    parent,
    status: 'publish',
    content: `<!-- wp:group {"className":"product-mirror gtin-${key.gtin} lang-de-de"} --><div class="wp-block-group product-mirror gtin-${key.gtin} lang-de-de"></div><!-- /wp:group -->`,
  })
  expect(ours.slug).toBe(`${slug}-2`)
  await writePages(mirror, input, go)
  const outcome = await outcomeOf(input)
  expect(outcome?.pageId).toBe(ours.id)
  expect(reasonOf(outcome)).toContain(`because page ${foreign.id} (`)
})

test('a numbered page that an editor trashed stays there and is not created again', async ({
  stage,
  mirror,
  ready,
  holdSlug,
  outcomeOf,
}) => {
  const input = await ready(1)
  await holdSlug(input)
  await loseAnswer(stage, mirror, input)
  const [page] = await stage.editor.recordPages()
  await stage.editor.trash(page?.id ?? 0)
  mirror.pass(writeGraceMs)
  await writePages(mirror, input, go)
  expect(await outcomeOf(input)).toMatchObject({ result: 'kept', pageId: page?.id })
  expect(await creates(stage)).toBe(0)
})

test('a new page with a numbered slug gives way to an older page of ours with another number', async ({
  stage,
  mirror,
  key,
  slug,
  ready,
  holdSlug,
}) => {
  const input = await ready(1)
  await holdSlug(input)
  await loseAnswer(stage, mirror, input)
  const [first] = await stage.editor.recordPages()
  // The intent is lost with a part of Redis, so that the create is sent once more.
  await stage.redis.hdel(mirror.keys.intents, `${key.gtin}/de-de`)
  await writePages(mirror, input, go)
  expect(await stage.editor.recordPages()).toMatchObject([{ id: first?.id, slug: `${slug}-2` }])
  expect((await snapshotOf(mirror, key)).pageId).toBe(first?.id)
})

test('a batch of 25 with a lost reply is resolved with one list request, after a check of our rights', async ({
  stage,
  mirror,
  ready,
}) => {
  const input = await ready(25)
  await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'cut', count: 1 }])
  await writePages(mirror, input, go)
  await stage.mock.zeroStats()
  expect(await writePages(mirror, input, go)).toEqual({ written: 0, done: 25, waitMs: 0 })
  expect((await stage.mock.stats()).requests.cms).toEqual({
    'GET /cms/v2/pages': 1,
    'GET /cms/v2/pages/:id': 1,
  })
})

test('a deleted page that a create with a lost reply made again counts as created', async ({
  stage,
  mirror,
  key,
  ready,
  outcomeOf,
}) => {
  mirror.listed = [key.gtin]
  await sync(mirror)
  await stage.editor.removeForGood((await stage.editor.page(key)).id)
  await stage.mock.patchProduct(key.gtin, 'de-de', { name: 'Neues Band' })
  const input = await ready(1)
  await loseAnswer(stage, mirror, input)
  mirror.pass(writeGraceMs)
  await writePages(mirror, input, go)
  expect(await outcomeOf(input)).toMatchObject({
    result: 'created',
    reasons: [{ code: 'recreated' }],
  })
  expect(await creates(stage)).toBe(0)
})

test('the rest of a partly executed batch is sent after another lookup', async ({ stage, mirror, ready }) => {
  const input = await ready(25)
  await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'batch-prefix', applied: 10, count: 1 }])
  await writePages(mirror, input, go)
  expect(await writePages(mirror, input, go)).toEqual({ written: 0, done: 10, waitMs: writeGraceMs })
  mirror.pass(writeGraceMs)
  await stage.mock.zeroStats()
  expect(await writePages(mirror, input, go)).toEqual({ written: 15, done: 0, waitMs: 0 })
  expect((await stage.mock.stats()).requests.cms).toEqual({
    'GET /cms/v2/pages': 2,
    'GET /cms/v2/pages/:id': 1,
    'POST /batch/v1': 1,
  })
  expect(await stage.editor.slugs()).toEqual(
    mirror.listed.map((gtin) => slugOf({ gtin, language: 'de-de' })).sort(),
  )
})

test('later runs find a page at a numbered slug by its id', async ({
  stage,
  mirror,
  key,
  ready,
  holdSlug,
}) => {
  const input = await ready(1)
  await holdSlug(input)
  await loseAnswer(stage, mirror, input)
  await writePages(mirror, input, go)
  await mirror.runs.update(input.runId, { state: 'done' })
  await stage.mock.zeroStats()
  expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 1, created: 0 })
  await stage.mock.patchProduct(key.gtin, 'de-de', { name: 'Neues Band' })
  expect((await sync(mirror)).run.counts).toMatchObject({ updated: 1, created: 0 })
  expect(await creates(stage)).toBe(0)
})
