import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RecordKey } from '../../src/core/record.ts'
import { sweepTwins } from '../../src/sync/sweep-twins.ts'
import { openStage, type Mirror, type Stage } from '../helpers/sync-deps.ts'
import { go, sync } from '../helpers/sync-run.ts'

let stage: Stage
let mirror: Mirror
let key: RecordKey
let runId: string
beforeAll(async () => {
  stage = await openStage({ gtins: 1 })
})
beforeEach(async () => {
  mirror = stage.openMirror()
  key = { gtin: mirror.listed[0] ?? '', language: 'de-de' }
  runId = (await sync(mirror)).run.id
})
afterEach(() => stage.tidy())
afterAll(() => stage.close())

/** The page that a create sent twice leaves behind when both land. */
async function landLate() {
  const { slug, status, parent, title, excerpt, content, featured_media } = await stage.editor.page(key)
  const texts = { title: title.raw, excerpt: excerpt.raw, content: content.raw }
  return stage.editor.create({ slug, status, parent, featured_media, ...texts })
}

test('a twin that landed late goes to the trash, and the page that the mirror knows stays', async () => {
  const bound = await stage.editor.page(key)
  const twin = await landLate()
  expect(twin.slug).toBe(`${bound.slug}-2`)
  await mirror.writes.markUncertain(runId, [key])
  expect(await sweepTwins(mirror, runId, go)).toBe(1)
  const statuses = (await stage.editor.recordPages()).map(({ id, status }) => ({ id, status }))
  expect(statuses).toEqual([
    { id: bound.id, status: 'publish' },
    { id: twin.id, status: 'trash' },
  ])
  expect(await sweepTwins(mirror, runId, go)).toBe(0)
})

test('a copy in which somebody has written is never swept', async () => {
  const twin = await landLate()
  await stage.editor.edit(twin.id, { content: `${twin.content.raw}\n\n<p>Vom Redakteur.</p>` })
  await mirror.writes.markUncertain(runId, [key])
  expect(await sweepTwins(mirror, runId, go)).toBe(0)
})

test('a copy of a record whose create was certain is an editor’s, and stays', async () => {
  await landLate()
  expect(await sweepTwins(mirror, runId, go)).toBe(0)
  expect((await stage.editor.recordPages()).map(({ status }) => status)).toEqual(['publish', 'publish'])
})
