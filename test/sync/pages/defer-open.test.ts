import { reasonOf } from '../../helpers/content/reason-of.ts'
import { expect } from 'vitest'
import { only, sync } from '../../helpers/sync/sync-run.ts'
import { withDrafts } from '../../helpers/sync/with-drafts.ts'

const hour = 3600_000
const test = withDrafts()

test('an update of 60 pages costs one read, a check of our rights and three batches, the second time too, and no request about drafts', async ({
  stage,
  mirror,
  requests,
}) => {
  await sync(mirror)
  for (const item_number of ['EINS', 'ZWEI']) {
    for (const gtin of mirror.listed) await stage.mock.patchProduct(gtin, 'de-de', { item_number })
    await stage.mock.zeroStats()
    expect((await sync(mirror)).run.counts).toMatchObject({ updated: 60, deferred: 0 })
    expect(await requests()).toEqual({
      'GET /cms/v2/pages': 1,
      'GET /cms/v2/pages/:id': 1,
      'POST /batch/v1': 3,
    })
  }
})

test('a page with unsaved text is deferred, and the reason names page, time and next step', async ({
  mirror,
  partnerChanges,
  autosave,
  content,
  asksForDrafts,
  onePage,
}) => {
  const pageId = await onePage()
  const before = await content()
  await autosave(pageId)
  await partnerChanges('ZWEI')
  const { outcomes, run } = await sync(mirror)
  expect(run).toMatchObject({ state: 'done', counts: { deferred: 1, updated: 0, failed: 0 } })
  expect(only(outcomes)).toMatchObject({ result: 'deferred', pageId })
  expect(reasonOf(only(outcomes))).toMatch(
    new RegExp(
      `^page ${pageId} \\(http.+\\) is open in the editor with unsaved text \\(last autosave \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC\\), .* after 2026-11-21 03:00 UTC`,
    ),
  )
  expect(await content()).toBe(before)
  expect(await asksForDrafts()).toBe(1)
})

test('a deferred page is planned again and written once the editor has saved', async ({
  stage,
  mirror,
  key,
  partnerChanges,
  autosave,
  content,
  onePage,
}) => {
  const pageId = await onePage()
  await autosave(pageId)
  await partnerChanges('ZWEI')
  await sync(mirror)
  mirror.pass(hour)
  expect((await sync(mirror)).run.counts).toMatchObject({ deferred: 1 })
  expect((await mirror.deferrals.read([key]))[0]?.since).toBe('2026-11-20T04:00:00.000Z')
  await stage.editor.edit(pageId, { content: `${await content()}\n\n<p>Ganzer Satz.</p>` })
  expect((await sync(mirror)).run.counts).toMatchObject({ deferred: 0, updated: 1 })
  expect(await content()).toContain('ZWEI')
  expect(await content()).toContain('Ganzer Satz.')
  expect(await mirror.deferrals.count()).toBe(0)
})

test('a deferred page is written after a day, and the text saved in it stays', async ({
  stage,
  mirror,
  partnerChanges,
  autosave,
  content,
  onePage,
}) => {
  const pageId = await onePage()
  await stage.editor.edit(pageId, { content: `${await content()}\n\n<p>Ganzer Satz.</p>` })
  await autosave(pageId)
  await partnerChanges('ZWEI')
  await sync(mirror)
  mirror.pass(22 * hour)
  expect((await sync(mirror)).run.counts).toMatchObject({ deferred: 1 })
  mirror.pass(hour)
  expect((await sync(mirror)).run.counts).toMatchObject({ deferred: 0, updated: 1 })
  expect(await content()).toContain('ZWEI')
  expect(await content()).toContain('Ganzer Satz.')
  expect(await mirror.deferrals.count()).toBe(0)
})

test('a deferral ends with the reason to write, and a later change of the open page is deferred again', async ({
  mirror,
  partnerChanges,
  autosave,
  content,
  onePage,
}) => {
  const pageId = await onePage()
  await autosave(pageId)
  await partnerChanges('ZWEI')
  await sync(mirror)
  await partnerChanges('EINS')
  expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 1, deferred: 0 })
  expect(await mirror.deferrals.count()).toBe(0)
  mirror.pass(30 * 24 * hour)
  await autosave(pageId)
  await partnerChanges('DREI')
  expect((await sync(mirror)).run.counts).toMatchObject({ deferred: 1, updated: 0 })
  expect(await content()).not.toContain('DREI')
})

test('a deferral of a record that could not be read continues; one that is older than two days starts again', async ({
  stage,
  mirror,
  key,
  partnerChanges,
  autosave,
  onePage,
}) => {
  const pageId = await onePage()
  await autosave(pageId)
  await partnerChanges('ZWEI')
  await sync(mirror)
  await stage.mock.faults([{ side: 'partner', path: '/product', kind: 'status', status: 500 }])
  expect((await sync(mirror)).run.counts).toMatchObject({ failed: 1 })
  await stage.mock.clearFaults()
  expect((await mirror.deferrals.read([key]))[0]?.since).toBe('2026-11-20T04:00:00.000Z')
  mirror.pass(49 * hour)
  expect((await sync(mirror)).run.counts).toMatchObject({ deferred: 1, updated: 0 })
  expect((await mirror.deferrals.read([key]))[0]?.since).toBe('2026-11-22T05:00:00.000Z')
})

test('an autosave from before our last write is ignored and costs no request', async ({
  stage,
  mirror,
  partnerChanges,
  autosave,
  asksForDrafts,
  onePage,
}) => {
  const pageId = await onePage()
  await autosave(pageId)
  await partnerChanges('ZWEI')
  await sync(mirror)
  mirror.pass(24 * hour)
  await sync(mirror)
  await stage.mock.zeroStats()
  await partnerChanges('DREI')
  expect((await sync(mirror)).run.counts).toMatchObject({ updated: 1 })
  expect(await asksForDrafts()).toBe(0)
})

test('a page that an editor saved costs one request once and is not deferred', async ({
  stage,
  mirror,
  partnerChanges,
  asksForDrafts,
  onePage,
}) => {
  const pageId = await onePage()
  await stage.editor.edit(pageId, { title: 'Vom Redakteur' })
  for (const [item_number, asked] of [
    ['ZWEI', 1],
    ['DREI', 0],
  ] as const) {
    await stage.mock.zeroStats()
    await partnerChanges(item_number)
    expect((await sync(mirror)).run.counts).toMatchObject({ updated: 1, deferred: 0 })
    expect(await asksForDrafts()).toBe(asked)
  }
})

test('a write without a revision does not mistake an open autosave for its own', async ({
  stage,
  mirror,
  key,
  partnerChanges,
  autosave,
  onePage,
}) => {
  const pageId = await onePage()
  const others = stage.gtins.slice(1, 2)
  mirror.policy = { ...mirror.policy, retireAfterMisses: 1 }
  mirror.listed = [...others]
  await sync(mirror)
  expect((await stage.editor.page(key)).status).toBe('draft')
  await autosave(pageId)
  mirror.listed = [key.gtin, ...others]
  expect((await sync(mirror)).run.counts).toMatchObject({ deferred: 1, restored: 0 })
  mirror.pass(24 * hour)
  // Only the status changes.
  expect((await sync(mirror)).run.counts).toMatchObject({ deferred: 0, restored: 1 })
  await autosave(pageId)
  await partnerChanges('ZWEI')
  expect((await sync(mirror)).run.counts).toMatchObject({ deferred: 1, updated: 0 })
})

test('a page that was adopted after Redis data loss is checked for autosaves once', async ({
  stage,
  key,
  partnerChanges,
  autosave,
  asksForDrafts,
  onePage,
}) => {
  const pageId = await onePage()
  const fresh = stage.openMirror()
  fresh.listed = [key.gtin]
  expect((await sync(fresh)).run.counts).toMatchObject({ unchanged: 1 })
  expect(await asksForDrafts()).toBe(0)
  await autosave(pageId)
  await partnerChanges('ZWEI')
  expect((await sync(fresh)).run.counts).toMatchObject({ deferred: 1 })
  fresh.pass(24 * hour)
  await sync(fresh)
  expect(await asksForDrafts()).toBe(2)
  await partnerChanges('DREI')
  expect((await sync(fresh)).run.counts).toMatchObject({ updated: 1 })
  expect(await asksForDrafts()).toBe(2)
})

test.for([
  ['trash', 1],
  ['delete', 1],
  ['draft', 0],
] as const)(
  'a page that is to be retired to %s while it is open becomes a draft',
  async ([retireTo, asked], { stage, mirror, key, autosave, asksForDrafts, onePage }) => {
    const pageId = await onePage()
    mirror.policy = { ...mirror.policy, retireTo, retireAfterMisses: 1 }
    mirror.listed = stage.gtins.slice(1, 2)
    await autosave(pageId)
    const { outcomes } = await sync(mirror)
    expect(outcomes.get(`${key.gtin}/de-de`)?.result).toBe('retired')
    expect(await stage.editor.page(key)).toMatchObject({ id: pageId, status: 'draft' })
    expect(await asksForDrafts()).toBe(asked)
  },
)

test('autosaves that the CMS does not show defer nothing', async ({
  stage,
  mirror,
  partnerChanges,
  autosave,
  onePage,
}) => {
  const pageId = await onePage()
  await autosave(pageId)
  await partnerChanges('ZWEI')
  await stage.mock.faults([
    { side: 'cms', path: `/cms/v2/pages/${pageId}/autosaves`, kind: 'status', status: 403 },
  ])
  expect((await sync(mirror)).run.counts).toMatchObject({ updated: 1, deferred: 0, failed: 0 })
})

test('no autosaves are requested of a page that was never saved since its creation', async ({
  stage,
  mirror,
  key,
  partnerChanges,
  asksForDrafts,
}) => {
  mirror.listed = [key.gtin]
  await sync(mirror)
  // Throws unless the page exists.
  await stage.editor.page(key)
  await stage.mock.zeroStats()
  await partnerChanges('EINS')
  await sync(mirror)
  expect(await asksForDrafts()).toBe(0)
})
