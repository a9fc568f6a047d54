import { expect } from 'vitest'
import { blockOf } from '../../../src/core/page/compose.ts'
import { slugOf } from '../../../src/core/record/record.ts'
import { writePages } from '../../../src/sync/pages/write-pages.ts'
import { openDecisions } from '../../helpers/content/decisions.ts'
import type { Mirror } from '../../helpers/sync/sync-deps.ts'
import { go, inputOf, outcomesOf, plan, snapshotOf, startWriting, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const theirs = '\n<!-- wp:paragraph -->\r\n<p>Von Hand  &amp; „so“.</p>\n<!-- /wp:paragraph -->  '

const test = withMirror({ gtins: 1, mirror: { policy: { onSlugTaken: 'adopt' } } })
  .extend('record', ({ stage, mirror }) => openDecisions(stage, mirror))
  .extend(
    'stranger',
    ({ stage, record }) =>
      (fields: Record<string, unknown> = {}) =>
        stage.editor.create({
          slug: slugOf(record.key),
          title: 'Von Hand',
          excerpt: 'Kurz gesagt.',
          content: theirs,
          status: 'publish',
          ...fields,
        }),
  )

test('a foreign page at our slug stays as it is by default, and the reason names both remedies', async ({
  stage,
  record,
  stranger,
}) => {
  const before = await stranger()
  const { outcomes } = await sync(stage.openMirror())
  expect([...outcomes.values()]).toMatchObject([
    {
      result: 'failed',
      pageId: before.id,
      reason: expect.stringMatching(/Rename it, or set ON_SLUG_TAKEN=adopt/),
    },
  ])
  expect(await stage.editor.page(record.key)).toEqual(before)
})

test('an adopted page keeps its content, the block is added below, and the next run has nothing to do', async ({
  stage,
  mirror,
  record,
  stranger,
}) => {
  const before = await stranger()
  expect(await record.outcome()).toMatchObject({
    result: 'updated',
    pageId: before.id,
    kept: ['title', 'excerpt'],
    reason: expect.stringContaining('was adopted: its text stays'),
  })
  const page = await stage.editor.page(record.key)
  const snapshot = await snapshotOf(mirror, record.key)
  expect(page).toMatchObject({
    id: before.id,
    title: before.title,
    excerpt: before.excerpt,
    parent: before.parent,
  })
  expect(page.content.raw).toBe(`${before.content.raw}\n\n${blockOf(record.key, snapshot.base)}`)
  expect(snapshot.pageId).toBe(before.id)
  expect(await stage.editor.slugs()).toEqual([slugOf(record.key)])
  await stage.mock.zeroStats()
  expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 1, failed: 0 })
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
})

test('later changes of the partner update the block of an adopted page, and its title stays the editor’s', async ({
  stage,
  mirror,
  record,
  stranger,
}) => {
  const before = await stranger()
  await sync(mirror)
  await record.partner({ item_number: 'NEU-1', name: 'Neues Band' })
  expect(await record.outcome()).toMatchObject({
    result: 'updated',
    kept: ['excerpt', 'title'],
    conflicts: ['title'],
  })
  const page = await stage.editor.page(record.key)
  expect(page.title.raw).toBe('Von Hand')
  expect(page.content.raw.startsWith(before.content.raw)).toBe(true)
  expect(page.content.raw).toContain('NEU-1')
})

test.for(['draft', 'private'])(
  'a foreign page with status %s keeps it',
  async (status, { stage, record, stranger }) => {
    await stranger({ status })
    expect(await record.outcome()).toMatchObject({ result: 'updated' })
    expect((await stage.editor.page(record.key)).status).toBe(status)
  },
)

test('an adopted page is never retired further than draft', async ({ stage, mirror, record, stranger }) => {
  await stranger()
  await sync(mirror)
  mirror.policy = { ...mirror.policy, retireTo: 'delete', retireAfterMisses: 1 }
  mirror.listed = []
  expect(await record.outcome()).toMatchObject({ result: 'retired' })
  const page = await stage.editor.page(record.key)
  expect(page.status).toBe('draft')
  expect(page.content.raw).toContain('Von Hand')
})

test('a crash between the write and its acknowledgement adds no second block', async ({
  stage,
  mirror,
  record,
  stranger,
}) => {
  const before = await stranger()
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  const input = await inputOf(mirror, runId)
  const dead: Mirror = {
    ...mirror,
    writes: {
      ...mirror.writes,
      async commit(id, commits) {
        if (commits.length > 0) throw new Error('killed')
        return mirror.writes.commit(id, commits)
      },
    },
  }
  await expect(writePages(dead, input, go)).rejects.toThrow('killed')
  const once = await stage.editor.page(record.key)
  await stage.mock.zeroStats()
  await writePages(mirror, input, go)
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
  expect((await outcomesOf(mirror, runId)).get(`${record.key.gtin}/de-de`)).toMatchObject({
    pageId: before.id,
    kept: ['title', 'excerpt'],
  })
  expect((await stage.editor.page(record.key)).content.raw).toBe(once.content.raw)
  expect((await snapshotOf(mirror, record.key)).pageId).toBe(before.id)
})
