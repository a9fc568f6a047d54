import { expect } from 'vitest'
import type { RecordKey } from '../../../src/core/record/record.ts'
import { verifyMirror } from '../../../src/sync/verify/verify-mirror.ts'
import type { Mirror } from '../../helpers/sync/sync-deps.ts'
import { go, outcomesOf, plan, snapshotOf, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'
import { compare, findingsOf, verify } from '../../helpers/sync/verify-run.ts'

const test = withMirror({ gtins: 3, prepare: sync })

const at = (mirror: Mirror, index: number): RecordKey => ({
  gtin: mirror.listed[index] ?? '',
  language: 'de-de',
})

async function kinds(mirror: Mirror): Promise<string[]> {
  const { findings } = await verify(mirror)
  return findings.map(({ kind, pageId }) => `${kind} ${pageId}`)
}

test('an unchanged mirror gives no finding, and verify writes nothing', async ({ stage, mirror }) => {
  await stage.mock.zeroStats()
  const { run, findings } = await verify(mirror)
  expect(findings).toEqual([])
  expect(run).toMatchObject({ state: 'done', findings: {}, repaired: {}, counts: { records: 3 } })
  const { cmsWrites, totals } = await stage.mock.stats()
  // One request for a hundred pages, one for the parents.
  expect({ writes: cmsWrites.total, ...totals }).toMatchObject({ writes: 0, partner: 0, cms: 2 })
})

test('an edited page is found with the changed fields; text around the block is not a finding', async ({
  stage,
  mirror,
  key,
}) => {
  const page = await stage.editor.page(key)
  await stage.editor.edit(page.id, {
    content: `<!-- wp:paragraph -->\n<p>Davor.</p>\n<!-- /wp:paragraph -->\n\n${page.content.raw}`,
  })
  expect(await kinds(mirror)).toEqual([])
  await stage.editor.edit(page.id, {
    title: 'Vom Redakteur',
    content: page.content.raw.replace('</h2>', ' neu</h2>'),
  })
  const { run, findings } = await verify(mirror)
  expect(findings).toMatchObject([
    { ...key, kind: 'edited', pageId: page.id, reason: { code: 'edited', fields: ['title', 'inner'] } },
  ])
  expect(run.findings).toEqual({ edited: 1 })
})

test('a page that lost its slug and its block is still found by its id', async ({ stage, mirror, key }) => {
  const page = await stage.editor.page(key)
  await stage.editor.edit(page.id, { slug: 'anders', parent: 0, content: '<p>Leer.</p>' })
  expect((await verify(mirror)).findings).toMatchObject([
    { ...key, kind: 'edited', reason: { code: 'block-removed' } },
    {
      ...key,
      kind: 'moved',
      reason: {
        code: 'moved',
        slug: { is: 'anders', wanted: page.slug },
        parent: { is: 0, wanted: page.parent },
      },
    },
  ])
})

test('a second block of a record is found; a copy of the page belongs to the editor', async ({
  stage,
  mirror,
  key,
}) => {
  const { id } = await stage.editor.page(key)
  await stage.mock.edit({ do: 'copy', page: id })
  expect(await kinds(mirror)).toEqual([])
  await stage.mock.edit({ do: 'duplicate-group', page: id })
  expect((await verify(mirror)).findings).toMatchObject([
    {
      kind: 'edited',
      pageId: id,
      reason: { code: 'block-repeated', count: 2 },
    },
  ])
})

test('missing, trashed, duplicate and foreign pages are distinguished', async ({ stage, mirror }) => {
  // By id, as findings are listed.
  const [gone, trashed, kept] = await stage.editor.recordPages()
  if (!gone || !trashed || !kept) throw new Error('three pages are expected')
  await stage.editor.removeForGood(gone.id)
  await stage.editor.trash(trashed.id)
  const { status, parent } = kept
  const foreign = await stage.editor.create({ slug: gone.slug, content: '<p>Meins.</p>', status, parent })
  const duplicate = await stage.editor.create({ slug: kept.slug, content: kept.content.raw, status, parent })
  expect(duplicate.slug).toBe(`${kept.slug}-2`)
  const { run, findings } = await verify(mirror)
  expect(findings.map(({ kind, pageId, reason }) => [kind, pageId, reason])).toMatchObject([
    ['missing', gone.id, { code: 'deleted-slug-taken', pageId: foreign.id }],
    ['trashed', trashed.id, { code: 'trashed' }],
    ['foreign', foreign.id, { code: 'foreign' }],
    ['duplicate', duplicate.id, { code: 'duplicate', pageId: kept.id }],
  ])
  expect(run.findings).toEqual({ missing: 1, trashed: 1, foreign: 1, duplicate: 1 })
})

test('a save from an old editor tab is stale, not edited', async ({ stage, mirror, key }) => {
  const { id } = await stage.editor.page(key)
  await stage.mock.edit({ do: 'remember', page: id })
  await stage.mock.patchProduct(key.gtin, 'de-de', { item_number: 'NEU-1' })
  await sync(mirror)
  expect(await kinds(mirror)).toEqual([])
  await stage.mock.edit({ do: 'save-remembered', page: id })
  expect((await verify(mirror)).findings).toMatchObject([{ ...key, kind: 'stale', pageId: id }])
})

test('retired pages are not findings, whatever happens to them', async ({ stage, mirror }) => {
  mirror.policy = { ...mirror.policy, maxRetireShare: 1, retireAfterMisses: 1 }
  mirror.listed = mirror.listed.slice(1)
  await sync(mirror)
  expect(await kinds(mirror)).toEqual([])
  await stage.editor.removeForGood(
    (await stage.editor.page({ gtin: stage.gtins[0] ?? '', language: 'de-de' })).id,
  )
  expect(await kinds(mirror)).toEqual([])
})

test('held records and edits with an open conflict are marked as known', async ({ stage, mirror }) => {
  const [first, second] = [await stage.editor.page(at(mirror, 0)), await stage.editor.page(at(mirror, 1))]
  await stage.editor.edit(first.id, { title: 'Vom Redakteur' })
  await stage.editor.edit(second.id, { title: 'Auch', slug: 'anders' })
  const by = { at: '2026-11-20T04:00:00.000Z', by: 'cli' }
  await mirror.decisions.save([{ key: at(mirror, 0), value: { ...by, kind: 'hold', reason: 'law' } }])
  const conflict = { pageId: second.id, link: '', runId: 'r', at: by.at, fields: [] }
  await mirror.conflicts.save([{ key: at(mirror, 1), value: conflict }])
  const { run, findings } = await verify(mirror)
  const found = findings.map(({ pageId, kind, known }) => `${pageId} ${kind} ${known ?? 'open'}`)
  expect(found.toSorted()).toEqual(
    [`${first.id} edited hold`, `${second.id} edited conflict`, `${second.id} moved open`].toSorted(),
  )
  expect(run.findings).toEqual({ moved: 1 })
  expect(run.notes).toEqual([
    { code: 'known-conflicts', count: 1 },
    { code: 'known-holds', count: 1 },
  ])
})

test('a held plan still waits after a verify run', async ({ stage, mirror, key }) => {
  await stage.mock.patchProduct(key.gtin, 'de-de', { item_number: 'NEU-1' })
  const { runId } = await plan(mirror)
  await mirror.runs.update(runId, { state: 'held' })
  await verify(mirror)
  expect((await mirror.runs.read(runId))?.state).toBe('held')
})

test('an interrupted verify continues at the same position and reads no page twice', async ({
  stage,
  mirror,
  key,
}) => {
  const page = await stage.editor.page(key)
  await stage.editor.edit(page.id, { title: 'Vom Redakteur' })
  await stage.editor.removeForGood((await stage.editor.page(at(mirror, 1))).id)
  const run = await compare(mirror)
  await stage.editor.trash((await stage.editor.page(at(mirror, 2))).id)
  await stage.mock.zeroStats()
  await verifyMirror(mirror, run, { read: 1, save: async () => undefined }, go)
  const { totals } = await stage.mock.stats()
  // Beyond the last page, and the parents.
  expect(totals.cms).toBe(2)
  expect((await findingsOf(mirror, run.id)).map(({ kind }) => kind).toSorted()).toEqual(['edited', 'missing'])
})

test('a cancelled verify reads no further', async ({ stage, mirror, key }) => {
  const run = await compare(mirror)
  await mirror.runs.update(run.id, { state: 'cancelled' })
  await stage.editor.edit((await stage.editor.page(key)).id, { title: 'Vom Redakteur' })
  await stage.editor.removeForGood((await stage.editor.page(at(mirror, 1))).id)
  await verifyMirror(mirror, run, { read: 0, save: async () => undefined }, go)
  expect(await findingsOf(mirror, run.id)).toEqual([])
})

test('drift sends one notice, and another one when it changes', async ({ stage, mirror, key }) => {
  const scheduled = { trigger: 'schedule' } as const
  const events = () => mirror.notified.map(({ findings }) => findings)
  const page = await stage.editor.page(key)
  await stage.editor.edit(page.id, { title: 'Vom Redakteur' })
  await verify(mirror)
  expect(events()).toEqual([])
  await verify(mirror, scheduled)
  await verify(mirror, scheduled)
  expect(events()).toEqual([{ edited: 1 }])
  await stage.editor.trash((await stage.editor.page(at(mirror, 1))).id)
  await verify(mirror, scheduled)
  expect(events()).toEqual([{ edited: 1 }, { edited: 1, trashed: 1 }])
  expect((await snapshotOf(mirror, key)).pageId).toBe(page.id)
})

test('a page that the CMS cannot return is failed instead of compared, and the verify is partial', async ({
  stage,
  mirror,
  key,
}) => {
  const { pageId } = await snapshotOf(mirror, key)
  const { cms } = mirror
  mirror.cms = {
    ...cms,
    async *walkPages(from, signal) {
      for await (const part of cms.walkPages(from, signal))
        yield { ...part, pages: part.pages.filter(({ id }) => id !== pageId) }
    },
  }
  const unreadable = { side: 'cms', method: 'GET', kind: 'status', status: 500, as: 'html' } as const
  await stage.mock.faults([
    { ...unreadable, path: `/cms/v2/pages/${pageId}` },
    { ...unreadable, path: '/cms/v2/pages', holds: String(pageId) },
  ])
  const { run } = await verify(mirror)
  await stage.mock.clearFaults()
  expect(run).toMatchObject({ state: 'partial', counts: { records: 3, unchanged: 2, failed: 1 } })
  expect((await outcomesOf(mirror, run.id)).get(`${key.gtin}/de-de`)).toMatchObject({
    reason: expect.stringContaining(`page ${pageId} cannot be read and was not compared`),
  })
})

test('a parent page that lists omit is requested directly, and one that cannot be read is not reported as missing', async ({
  stage,
  mirror,
}) => {
  const id = (await mirror.parents.read())['products/de-de'] ?? 0
  const { cms } = mirror
  const unreadable = new Map([[id, '403 rest_forbidden_context']])
  mirror.cms = {
    ...cms,
    async readAddresses(ids, signal) {
      const read = await cms.readAddresses(ids, signal)
      return ids.includes(id) ? { pages: read.pages.filter((page) => page.id !== id), unreadable } : read
    },
  }
  const { run, findings } = await verify(mirror)
  expect(findings).toEqual([])
  expect(run.notes).toEqual([
    {
      code: 'parent-unreadable',
      path: 'products/de-de',
      pageId: id,
      detail: '403 rest_forbidden_context',
    },
  ])
  mirror.cms = cms
  await stage.editor.removeForGood(id)
  const missing = { kind: 'missing', path: 'products/de-de' }
  expect((await verify(mirror)).findings).toContainEqual(expect.objectContaining(missing))
})
