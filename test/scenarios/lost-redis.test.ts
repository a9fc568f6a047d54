import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Mirror, type Stage } from '../helpers/sync/sync-deps.ts'
import { sync } from '../helpers/sync/sync-run.ts'

let stage: Stage
let mirror: Mirror
let pages: Awaited<ReturnType<Stage['editor']['recordPages']>>
beforeAll(async () => {
  stage = await openStage({ gtins: 12 })
  await sync(stage.openMirror(), { media: true })
  const [edited] = await stage.editor.recordPages()
  await stage.editor.edit(edited?.id ?? 0, { title: 'Vom Redakteur' })
  pages = await stage.editor.recordPages()
  await stage.mock.zeroStats()
  mirror = stage.openMirror()
})
afterAll(async () => {
  await stage.tidy()
  await stage.close()
})

test('with an empty Redis a sync adopts every page and every file of a full CMS, and writes nothing to it', async () => {
  const { run, outcomes } = await sync(mirror, { media: true })
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
  expect(await stage.editor.recordPages()).toEqual(pages)
  expect(run).toMatchObject({ state: 'done', counts: { created: 0, unchanged: 11, kept: 1, failed: 0 } })
  const bound = await mirror.snapshots.heads([...outcomes.values()])
  expect(bound.map((head) => head?.pageId)).toEqual([...outcomes.values()].map(({ pageId }) => pageId))
})

test('a page whose text differs from the rendered one was kept and reported', async () => {
  const [latest] = await mirror.runs.list(1)
  const kept = []
  for await (const some of mirror.runs.scanOutcomes(latest?.id ?? '')) {
    kept.push(...some.filter(({ result }) => result === 'kept'))
  }
  expect(kept).toMatchObject([{ pageId: pages[0]?.id, kept: ['title'] }])
})

test('the run after that has nothing to do', async () => {
  await stage.mock.zeroStats()
  expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 12, created: 0, kept: 0 })
  expect((await stage.mock.stats()).totals.cms).toBe(0)
})

test('an adopted page takes the next change in its unedited parts', async () => {
  const [first, second] = pages
  for (const page of [first, second]) {
    const gtin = page?.slug.slice('gtin-'.length, 'gtin-'.length + 13) ?? ''
    await stage.mock.patchProduct(gtin, 'de-de', { name: 'Neues Band', item_number: 'NEU-1' })
  }
  const { run } = await sync(mirror)
  expect(run).toMatchObject({ keptEdits: 1, counts: { updated: 2, kept: 0 } })
  const after = await stage.editor.recordPages()
  expect(after.slice(0, 2).map(({ title }) => title.raw)).toEqual(['Vom Redakteur', 'Neues Band'])
  expect(after[0]?.content.raw).toContain('NEU-1')
})
