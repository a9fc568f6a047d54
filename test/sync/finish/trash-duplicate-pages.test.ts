import { expect } from 'vitest'
import { slugOf, type RecordKey } from '../../../src/core/record/record.ts'
import { trashDuplicatePages } from '../../../src/sync/finish/trash-duplicate-pages.ts'
import { finishRun } from '../../../src/sync/runs/finish-run.ts'
import { writePages } from '../../../src/sync/pages/write-pages.ts'
import type { CmsPage } from '../../helpers/content/editor.ts'
import { writeGraceMs, type Mirror, type Stage } from '../../helpers/sync/sync-deps.ts'
import { go, inputOf, plan, startWriting, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

/** A run whose first create had a lost reply, and whose second one made the page. */
async function createTwice(stage: Stage, mirror: Mirror, key: RecordKey) {
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  const input = await inputOf(mirror, runId)
  await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'reset-before', count: 1 }])
  await writePages(mirror, input, go)
  mirror.pass(writeGraceMs)
  expect(await writePages(mirror, input, go)).toMatchObject({ written: 1 })
  return { runId, bound: await stage.editor.page(key) }
}

const test = withMirror({ gtins: 1 })
  .extend(
    'createdTwice',
    ({ stage, mirror, key }) =>
      () =>
        createTwice(stage, mirror, key),
  )
  /** The page that the first create leaves behind when it lands after the second. */
  .extend('landLate', ({ stage }) => (page: CmsPage, more: Record<string, unknown> = {}) => {
    const { slug, status, parent, title, excerpt, content, featured_media } = page
    const texts = { title: title.raw, excerpt: excerpt.raw, content: content.raw }
    return stage.editor.create({ slug, status, parent, featured_media, ...texts, ...more })
  })
  .extend('statuses', ({ stage }) => async () => {
    const pages = await stage.editor.recordPages()
    return pages.map(({ id, status }) => ({ id, status }))
  })
  .extend(
    'notesOf',
    ({ mirror }) =>
      async (runId: string) =>
        (await mirror.runs.read(runId))?.notes,
  )

test('a duplicate that landed late goes to the trash, and the page that the mirror knows stays', async ({
  mirror,
  createdTwice,
  landLate,
  statuses,
  notesOf,
}) => {
  const { runId, bound } = await createdTwice()
  const duplicate = await landLate(bound)
  expect(duplicate.slug).toBe(`${bound.slug}-2`)
  expect(await trashDuplicatePages(mirror, runId, go)).toBe(1)
  expect(await statuses()).toEqual([
    { id: bound.id, status: 'publish' },
    { id: duplicate.id, status: 'trash' },
  ])
  expect(await trashDuplicatePages(mirror, runId, go)).toBe(0)
  expect(await notesOf(runId)).toEqual([])
})

test('a create that lands late, after the second one, is trashed', async ({ stage, mirror, statuses }) => {
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  const input = await inputOf(mirror, runId)
  await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'late', ms: 4_000, count: 1 }])
  await writePages(mirror, input, go)
  mirror.pass(writeGraceMs)
  expect(await writePages(mirror, input, go)).toMatchObject({ written: 1 })
  await expect.poll(() => stage.editor.slugs()).toHaveLength(2)
  expect(await trashDuplicatePages(mirror, runId, go)).toBe(1)
  expect((await statuses()).map(({ status }) => status)).toEqual(['publish', 'trash'])
})

test('a copy that an editor made in the meantime stays, and a note names the page, the reason and the remedy', async ({
  stage,
  mirror,
  key,
  createdTwice,
  statuses,
  notesOf,
}) => {
  const { runId, bound } = await createdTwice()
  await stage.mock.edit({ do: 'copy', page: bound.id, slug: `${bound.slug}-2` })
  const [, copy] = await stage.editor.recordPages()
  expect(copy?.content.raw).toBe(bound.content.raw)
  expect(await trashDuplicatePages(mirror, runId, go)).toBe(0)
  expect((await statuses()).map(({ status }) => status)).toEqual(['publish', 'publish'])
  expect(await notesOf(runId)).toMatchObject([
    {
      code: 'duplicate-kept',
      pageId: copy?.id,
      name: `${key.gtin} de-de`,
      detail: 'another user made it',
    },
  ])
})

test('a page of the mirror’s own user that is older than the first try stays, with a note', async ({
  mirror,
  createdTwice,
  landLate,
  notesOf,
}) => {
  const { runId, bound } = await createdTwice()
  await landLate(bound, { date_gmt: '2020-01-01T00:00:00' })
  expect(await trashDuplicatePages(mirror, runId, go)).toBe(0)
  expect(await notesOf(runId)).toMatchObject([
    { code: 'duplicate-kept', detail: 'it is older than the mirror’s first try to make the page' },
  ])
})

test('a duplicate that an editor changed is never trashed', async ({
  stage,
  mirror,
  createdTwice,
  landLate,
  notesOf,
}) => {
  const { runId, bound } = await createdTwice()
  const duplicate = await landLate(bound)
  await stage.editor.edit(duplicate.id, { content: `${duplicate.content.raw}\n\n<p>Vom Redakteur.</p>` })
  expect(await trashDuplicatePages(mirror, runId, go)).toBe(0)
  expect(await notesOf(runId)).toMatchObject([
    { code: 'duplicate-kept', detail: expect.stringContaining('it was edited') as unknown },
  ])
})

test('duplicates stay if the CMS does not name our user', async ({
  stage,
  mirror,
  createdTwice,
  landLate,
  notesOf,
}) => {
  const { runId, bound } = await createdTwice()
  await landLate(bound)
  await stage.mock.faults([{ side: 'cms', path: '/cms/v2/users', kind: 'status', status: 401 }])
  expect(await trashDuplicatePages(mirror, runId, go)).toBe(0)
  expect(await notesOf(runId)).toMatchObject([
    { code: 'duplicate-kept', detail: 'the CMS does not say who made it' },
  ])
})

test('the time of the first try is kept from run to run', async ({ stage, mirror, key }) => {
  // The first two batches make the parent pages.
  await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'reset-before', after: 2 }])
  const first = await sync(mirror)
  const [before] = await mirror.writes.intents([key])
  expect(before?.since).toBeGreaterThan(0)
  mirror.pass(writeGraceMs)
  const second = await sync(mirror)
  const [after] = await mirror.writes.intents([key])
  expect(after).toMatchObject({ runId: second.run.id, since: before?.since })
  expect(after?.sentAt).toBeGreaterThan(before?.sentAt ?? 0)
  expect(await mirror.writes.uncertain(first.run.id)).toEqual([])
  expect(await mirror.writes.uncertain(second.run.id)).toEqual([
    { id: `${key.gtin}/de-de`, since: before?.since },
  ])
})

test('no duplicate is searched for if every create got a response', async ({
  stage,
  mirror,
  key,
  landLate,
}) => {
  const { run } = await sync(mirror)
  await landLate(await stage.editor.page(key))
  await stage.mock.zeroStats()
  expect(await trashDuplicatePages(mirror, run.id, go)).toBe(0)
  expect((await stage.mock.stats()).totals.cms).toBe(0)
  expect(await stage.editor.slugs()).toEqual([slugOf(key), `${slugOf(key)}-2`])
})

test('a create that lands after the end of its run is trashed at the end of the next run, whatever was updated in between', async ({
  stage,
  mirror,
  key,
  statuses,
}) => {
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  const input = await inputOf(mirror, runId)
  await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'late', ms: 4_000, count: 1 }])
  await writePages(mirror, input, go)
  mirror.pass(writeGraceMs)
  await writePages(mirror, input, go)
  await trashDuplicatePages(mirror, runId, go)
  await finishRun(mirror, runId)
  await expect.poll(() => stage.editor.slugs(), { timeout: 20_000 }).toHaveLength(2)
  await stage.mock.patchProduct(key.gtin, 'de-de', { item_number: 'NEU' })
  expect((await sync(mirror)).run.counts).toMatchObject({ updated: 1 })
  expect((await statuses()).map((one) => one.status)).toEqual(['publish', 'trash'])
})

test('a late create that an editor changed stays, with a note in the next run', async ({
  stage,
  mirror,
  createdTwice,
  landLate,
  statuses,
}) => {
  const { runId, bound } = await createdTwice()
  await trashDuplicatePages(mirror, runId, go)
  await finishRun(mirror, runId)
  const late = await landLate(bound)
  await stage.editor.edit(late.id, { title: 'Vom Redakteur' })
  expect((await sync(mirror)).run.notes).toMatchObject([
    { code: 'duplicate-kept', detail: expect.stringContaining('it was edited') as unknown },
  ])
  expect((await statuses()).map(({ status }) => status)).toEqual(['publish', 'publish'])
})

test('a run of the product also finds a create that landed late, and a day later nothing is searched for', async ({
  stage,
  mirror,
  key,
  createdTwice,
  landLate,
  statuses,
}) => {
  const { runId, bound } = await createdTwice()
  await trashDuplicatePages(mirror, runId, go)
  await finishRun(mirror, runId)
  expect(await trashDuplicatePages(mirror, 'other', go, ['4026639000000'])).toBe(0)
  await landLate(bound)
  expect(await trashDuplicatePages(mirror, 'other', go, [key.gtin])).toBe(1)
  expect((await statuses()).map(({ status }) => status)).toEqual(['publish', 'trash'])
  await stage.redis.hset(mirror.keys.lateCreates, `${key.gtin}/de-de`, '0|1000')
  await trashDuplicatePages(mirror, 'another', go)
  expect(await mirror.writes.lateCreates()).toEqual([])
})
