import { describe, expect } from 'vitest'
import type { Finding } from '../../../src/core/page/finding.ts'
import { repairText } from '../../../src/core/report/findings/finding-text.ts'
import type { RecordKey } from '../../../src/core/record/record.ts'
import type { Mirror, Stage } from '../../helpers/sync/sync-deps.ts'
import { snapshotOf, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'
import { verify } from '../../helpers/sync/verify-run.ts'

const repair = { repair: true }

const test = withMirror({ gtins: 8, prepare: (mirror) => sync(mirror, { media: true }) })

const at = (mirror: Mirror, index: number): RecordKey => ({
  gtin: mirror.listed[index] ?? '',
  language: 'de-de',
})
const shown = (findings: readonly Finding[]): string[] =>
  findings.map(({ kind, repaired }) => `${kind}: ${repaired ? repairText(repaired) : 'open'}`).toSorted()

/** The next run finds the recreated page, or the repaired one, with the same content. */
async function expectNothingToDo(mirror: Mirror): Promise<void> {
  expect((await verify(mirror)).findings).toEqual([])
  const { run } = await sync(mirror)
  expect(run.counts).toMatchObject({ unchanged: 8, created: 0, updated: 0 })
}

/** An editor saves, over a newer version of ours, the page as it was opened before. */
async function saveOldVersion(stage: Stage, mirror: Mirror, record: RecordKey): Promise<number> {
  const { id } = await stage.editor.page(record)
  await stage.mock.edit({ do: 'remember', page: id })
  await stage.mock.patchProduct(record.gtin, 'de-de', { item_number: `NEU-${record.gtin}` })
  await sync(mirror, { media: true })
  await stage.mock.edit({ do: 'save-remembered', page: id })
  return id
}

test('a missing page is recreated from its snapshot, with its media and without the partner', async ({
  stage,
  mirror,
  key,
}) => {
  const before = await stage.editor.page(key)
  await stage.editor.removeForGood(before.id)
  await stage.mock.zeroStats()
  const { run, findings } = await verify(mirror, repair)
  const after = await stage.editor.page(key)
  expect(shown(findings)).toEqual([`missing: recreated as page ${after.id}`])
  expect(run).toMatchObject({ state: 'done', findings: {}, repaired: { missing: 1 }, counts: { created: 1 } })
  expect(after).toMatchObject({
    slug: before.slug,
    parent: before.parent,
    status: 'publish',
    title: before.title,
    content: before.content,
    featured_media: before.featured_media,
  })
  expect((await snapshotOf(mirror, key)).pageId).toBe(after.id)
  await expectNothingToDo(mirror)
})

test('a stale block is written again, and the editor’s text around it stays', async ({
  stage,
  mirror,
  key,
}) => {
  const id = await saveOldVersion(stage, mirror, key)
  await stage.mock.edit({ do: 'edit-outside', page: id, text: 'Von Hand.' })
  const { findings } = await verify(mirror, repair)
  expect(shown(findings)).toEqual(['stale: written again'])
  const { content } = await stage.editor.page(key)
  expect(content.raw).toContain(`NEU-${key.gtin}`)
  expect(content.raw).toContain('Von Hand.')
  await expectNothingToDo(mirror)
})

test('a scheduled verify repairs stale blocks and nothing else', async ({ stage, mirror, key }) => {
  const id = await saveOldVersion(stage, mirror, key)
  await stage.editor.removeForGood((await stage.editor.page(at(mirror, 1))).id)
  const { run, findings } = await verify(mirror, { trigger: 'schedule' })
  expect(shown(findings)).toEqual(['missing: open', 'stale: written again'])
  expect(run).toMatchObject({ state: 'done', findings: { missing: 1 }, repaired: { stale: 1 } })
  expect((await stage.editor.page(key)).id).toBe(id)
  expect(mirror.notified.map(({ findings: told }) => told)).toEqual([{ missing: 1 }])
})

test('without --repair nothing is written', async ({ stage, mirror, key }) => {
  await saveOldVersion(stage, mirror, key)
  await stage.editor.removeForGood((await stage.editor.page(at(mirror, 1))).id)
  await stage.mock.zeroStats()
  expect(shown((await verify(mirror)).findings)).toEqual(['missing: open', 'stale: open'])
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
})

test('an untouched duplicate goes to the trash; an edited one stays', async ({ stage, mirror }) => {
  const duplicateOf = async (record: RecordKey) => {
    const { slug, status, parent, title, excerpt, content, featured_media } = await stage.editor.page(record)
    const texts = { title: title.raw, excerpt: excerpt.raw, content: content.raw }
    return stage.editor.create({ slug, status, parent, featured_media, ...texts })
  }
  const [duplicate, touched] = [await duplicateOf(at(mirror, 0)), await duplicateOf(at(mirror, 1))]
  await stage.editor.edit(touched.id, { title: 'Vom Redakteur' })
  const { findings } = await verify(mirror, repair)
  expect(findings).toMatchObject([
    { kind: 'duplicate', pageId: duplicate.id, repaired: { code: 'trashed' } },
    { kind: 'duplicate', pageId: touched.id },
  ])
  expect(findings[1]).not.toHaveProperty('repaired')
  expect((await verify(mirror)).findings).toMatchObject([{ kind: 'duplicate', pageId: touched.id }])
})

test('edited, moved, trashed and foreign pages and held records are not repaired', async ({
  stage,
  mirror,
}) => {
  const [edited, moved, trashed, gone, held] = await Promise.all(
    [0, 1, 2, 3, 4].map((index) => stage.editor.page(at(mirror, index))),
  )
  if (!edited || !moved || !trashed || !gone || !held) throw new Error('five pages are expected')
  await stage.editor.edit(edited.id, { title: 'Vom Redakteur' })
  await stage.editor.edit(moved.id, { slug: 'anders' })
  await stage.editor.trash(trashed.id)
  await stage.editor.removeForGood(gone.id)
  await stage.editor.create({
    slug: gone.slug,
    content: '<p>Meins.</p>',
    status: 'publish',
    parent: gone.parent,
  })
  await stage.editor.removeForGood(held.id)
  const hold = { kind: 'hold', at: '2026-11-20T04:00:00.000Z', by: 'cli', reason: 'law' } as const
  await mirror.decisions.save([{ key: at(mirror, 4), value: hold }])
  await stage.mock.zeroStats()
  const { run, findings } = await verify(mirror, repair)
  expect(shown(findings)).toEqual([
    'edited: open',
    'foreign: open',
    'missing: open',
    'missing: open',
    'moved: open',
    'trashed: open',
  ])
  expect(run.findings).toEqual({ edited: 1, foreign: 1, missing: 1, moved: 1, trashed: 1 })
  expect(run.planned).toEqual({ create: 0, update: 0, restore: 0, retire: 0 })
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
})

describe('after the CMS was restored from elsewhere', () => {
  test('a page at a record’s slug with its block replaces the missing page', async ({
    stage,
    mirror,
    key,
  }) => {
    const { id, slug, status, parent, title, excerpt, content, featured_media } = await stage.editor.page(key)
    await stage.editor.removeForGood(id)
    const texts = { title: title.raw, excerpt: excerpt.raw, content: content.raw }
    const heir = await stage.editor.create({ slug, status, parent, featured_media, ...texts })
    expect((await verify(mirror)).findings).toMatchObject([
      { kind: 'missing', pageId: id, reason: { code: 'deleted-adoptable', pageId: heir.id } },
    ])
    await stage.mock.zeroStats()
    const { findings } = await verify(mirror, repair)
    expect(shown(findings)).toEqual([`missing: page ${heir.id} is the record’s page now`])
    expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
    expect((await snapshotOf(mirror, key)).pageId).toBe(heir.id)
    await expectNothingToDo(mirror)
  })

  test('a trashed page of the record blocks its recreation', async ({ stage, mirror, key }) => {
    const { id, slug, parent, content } = await stage.editor.page(key)
    await stage.editor.removeForGood(id)
    const other = await stage.editor.create({ slug, status: 'publish', parent, content: content.raw })
    await stage.editor.trash(other.id)
    const { findings } = await verify(mirror, repair)
    expect(findings).toMatchObject([
      { kind: 'missing', reason: { code: 'deleted-in-trash', pageId: other.id } },
    ])
    expect(shown(findings)).toEqual(['missing: open'])
  })
})

test('a missing parent page is recreated', async ({ stage, mirror }) => {
  const before = await mirror.parents.read()
  await stage.editor.removeForGood(before['products'] ?? 0)
  const found = await verify(mirror)
  expect(found.findings).toMatchObject([
    { kind: 'missing', path: 'products', reason: { code: 'parent-deleted' } },
  ])
  const { findings } = await verify(mirror, repair)
  const after = await mirror.parents.read()
  expect(shown(findings)).toEqual([`missing: recreated as page ${after['products']}`])
  expect(after['products']).not.toBe(before['products'])
})

test('the repair is held when most pages are missing', async ({ stage, mirror }) => {
  for (let index = 0; index < 6; index++)
    await stage.editor.removeForGood((await stage.editor.page(at(mirror, index))).id)
  const { verdicts } = await verify(mirror, repair)
  expect(verdicts).toMatchObject([{ guard: 'update', count: 6, of: 8, limit: 5, create: 6, rewrite: 0 }])
})
