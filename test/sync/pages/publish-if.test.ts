import { describe, expect } from 'vitest'
import { causesOf } from '../../../src/core/report/record-state.ts'
import { resolveRecord } from '../../../src/sync/decisions/resolve-record.ts'
import { previewPage } from '../../../src/sync/pages/preview/preview-page.ts'
import { writePages } from '../../../src/sync/pages/write-pages.ts'
import { finishRun } from '../../../src/sync/runs/finish-run.ts'
import {
  apply,
  go,
  inputOf,
  only,
  outcomesOf,
  plan,
  snapshotOf,
  startWriting,
  sync,
} from '../../helpers/sync/sync-run.ts'
import { verify } from '../../helpers/sync/verify-run.ts'
import { mapOf, observe, policy, withWaitingDraft } from '../../helpers/sync/with-waiting-draft.ts'

const test = withWaitingDraft()
const notPublic = 'not public: it waits for price'

test('a product without the field is created as a draft with this as its reason, and a second run writes nothing', async ({
  stage,
  mirror,
  key,
  partner,
  page,
  state,
}) => {
  await partner({ price: null })
  const { outcomes, run } = await sync(mirror)
  expect(only(outcomes)).toMatchObject({ result: 'created', reason: notPublic })
  expect(run).toMatchObject({ state: 'done', counts: { created: 1, failed: 0 } })
  expect((await page()).status).toBe('draft')
  expect(await state()).toMatchObject({ state: 'draft', awaits: ['price'] })
  const [pageState] = await mirror.pageStates.read([key])
  expect(causesOf({ head: await snapshotOf(mirror, key), pageState })[0]).toMatchObject({
    state: 'draft',
    cause: expect.stringMatching(/is not public: it waits for price/) as unknown,
  })
  await stage.mock.zeroStats()
  await observe(mirror)
  expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 1 })
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
  expect(await state()).toMatchObject({ state: 'draft', awaits: ['price'] })
  expect((await verify(mirror)).findings).toEqual([])
})

test('the run that receives the field publishes the page, which its plan shows, and later never hides it', async ({
  stage,
  mirror,
  key,
  partner,
  page,
  state,
  waiting,
}) => {
  const { id } = await waiting()
  await partner({ item_number: 'A1' })
  expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'updated', reason: notPublic })
  expect((await page()).status).toBe('draft')
  await partner({ price: '9.50' })
  const { runId } = await plan(mirror)
  const [planned] = await mirror.plans.read(runId, await mirror.plans.list(runId, 'write', 0, 1))
  expect(planned).toMatchObject({ kind: 'update', fields: ['price', 'publication'] })
  const outcome = only((await apply(mirror, runId)).outcomes)
  expect(outcome).toMatchObject({
    result: 'updated',
    fields: ['price', 'publication'],
    reason: expect.stringMatching(/was a draft and is public now/) as unknown,
  })
  const { content, ...published } = await page()
  expect(published).toMatchObject({ id, status: 'publish' })
  expect(content.raw).not.toContain('-draft')
  expect(await state()).toBeUndefined()
  await stage.mock.zeroStats()
  expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 1 })
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
  const { price: _, ...product } = (await snapshotOf(mirror, key)).product
  expect(product).toMatchObject({ item_number: 'A1' })
  // A price that vanishes is held; accepted, it does not hide the page.
  await partner({ price: null })
  await sync(mirror)
  await resolveRecord(mirror, key, { choice: 'accept', by: 'op' }, go)
  await sync(mirror)
  expect((await page()).status).toBe('publish')
})

test('an image counts once it is in the media library', async ({ stage, key, partner, page }) => {
  const mirror = stage.openMirror({ map: mapOf('image', 'price'), policy })
  await partner({ price: '9' })
  await stage.mock.faults([{ side: 'partner', path: '/media/products', kind: 'status', status: 503 }])
  expect(only((await sync(mirror, { media: true })).outcomes)).toMatchObject({
    result: 'created',
    reason: expect.stringMatching(/^not public: it waits for image$/) as unknown,
  })
  expect(await page()).toMatchObject({ status: 'draft', featured_media: 0 })
  await stage.mock.clearFaults()
  await sync(mirror, { media: true })
  const { status, featured_media: image } = await page()
  expect(status).toBe('publish')
  expect(image).toBeGreaterThan(0)
  expect(await mirror.pageStates.read([key])).toEqual([undefined])
})

describe('a draft that waits', () => {
  test.for([
    ['publish', undefined],
    ['private', 'hidden'],
    ['pending', 'hidden'],
    ['trash', 'trashed'],
  ] as const)(
    'that an editor set to %s is the editor’s from then on',
    async ([status, seen], { stage, mirror, partner, page, state, waiting }) => {
      const { id } = await waiting()
      if (status === 'trash') await stage.editor.trash(id)
      else await stage.editor.edit(id, { status })
      await observe(mirror)
      expect((await state())?.state).toBe(seen)
      await stage.editor.edit(id, { status: 'draft' })
      await observe(mirror)
      expect((await state())?.state).toBe('hidden')
      await partner({ price: '9' })
      await sync(mirror)
      expect((await page()).status).toBe('draft')
    },
  )

  test.for(['publish', 'private'] as const)(
    'that an editor set to %s for a time between two runs is the editor’s, even if a save followed',
    async (status, { stage, mirror, partner, page, state, waiting }) => {
      const { id } = await waiting()
      await stage.editor.edit(id, { status, date: '2026-01-01T08:00:00' })
      await stage.editor.edit(id, { status: 'draft' })
      await stage.editor.edit(id, { title: 'Von Hand' })
      await partner({ price: '9' })
      const outcome = only((await sync(mirror)).outcomes)
      expect(outcome?.reason ?? '').not.toMatch(/is public now|waits/)
      expect((await page()).status).toBe('draft')
      expect((await state())?.state).toBe('hidden')
      await stage.mock.zeroStats()
      await observe(mirror)
      await sync(mirror)
      expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
    },
  )

  test('that an editor published stays public while fields are missing', async ({
    stage,
    mirror,
    partner,
    page,
    waiting,
  }) => {
    const { id } = await waiting()
    await stage.editor.edit(id, { status: 'publish' })
    await partner({ item_number: 'A1' })
    expect(only((await sync(mirror)).outcomes)).not.toHaveProperty('reason')
    expect(await page()).toMatchObject({ id, status: 'publish' })
    await partner({ price: '9' })
    await sync(mirror)
    expect((await page()).status).toBe('publish')
  })

  test('that an editor saved as a draft is still published, with the edit', async ({
    stage,
    mirror,
    partner,
    page,
    state,
    waiting,
  }) => {
    const { id } = await waiting()
    await stage.editor.edit(id, { title: 'Von Hand' })
    await observe(mirror)
    expect(await state()).toMatchObject({ state: 'draft', edited: ['title'], awaits: ['price'] })
    await partner({ price: '9' })
    expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'updated', kept: ['title'] })
    expect(await page()).toMatchObject({ status: 'publish', title: { raw: 'Von Hand' } })
    expect(await state()).toMatchObject({ state: 'edited' })
    await stage.editor.edit(id, { status: 'draft' })
    await partner({ price: '10' })
    await sync(mirror)
    expect((await page()).status).toBe('draft')
  })

  test('is published once the map no longer requires the field', async ({
    another,
    mirror,
    key,
    page,
    state,
    waiting,
  }) => {
    await waiting()
    const stricter = another(['price', 'catalog.rank'])
    stricter.columns.set(key.gtin, { rank: '' })
    expect((await sync(stricter)).run.counts).toMatchObject({ unchanged: 1 })
    expect(await state()).toMatchObject({ awaits: ['price', 'catalog.rank'] })
    const { outcomes } = await sync(another([]))
    expect(only(outcomes)).toMatchObject({ result: 'updated', fields: ['publication'] })
    expect((await page()).status).toBe('publish')
    expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 1 })
  })

  test('is published after a loss of Redis data, unless an editor ever published it', async ({
    stage,
    key,
    partner,
    page,
    waiting,
  }) => {
    const { id } = await waiting()
    const lost = () => stage.openMirror({ map: mapOf('price'), policy })
    const first = lost()
    expect((await sync(first)).run.counts).toMatchObject({ created: 0, failed: 0 })
    expect(await first.pageStates.read([key])).toMatchObject([{ state: 'draft', awaits: ['price'] }])
    await partner({ price: '9' })
    const second = lost()
    expect(only((await sync(second)).outcomes)?.reason).toMatch(/was a draft and is public now/)
    expect(await page()).toMatchObject({ id, status: 'publish' })
  })

  test('is found by a rebuild, which publishes nothing', async ({ stage, key, partner, page, waiting }) => {
    await waiting()
    await partner({ price: '9' })
    const lost = stage.openMirror({ map: mapOf('price'), policy })
    await stage.mock.zeroStats()
    const { runId } = await plan(lost, 'rebuild')
    await startWriting(lost, runId)
    await writePages(lost, { ...(await inputOf(lost, runId)), readOnly: true }, go)
    expect(only(await outcomesOf(lost, runId))?.reason).toBe(
      'it shows an older version of ours; the next sync updates it',
    )
    await finishRun(lost, runId)
    expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
    expect(await lost.pageStates.read([key])).toMatchObject([{ state: 'draft', awaits: [] }])
    await sync(lost)
    expect((await page()).status).toBe('publish')
  })

  test('that an editor published and hid is not published after a loss of Redis data', async ({
    stage,
    partner,
    page,
    waiting,
  }) => {
    const { id } = await waiting()
    await stage.editor.edit(id, { status: 'publish', date: '2026-01-01T08:00:00' })
    await stage.editor.edit(id, { status: 'draft' })
    await partner({ price: '9' })
    const { outcomes } = await sync(stage.openMirror({ map: mapOf('price'), policy }))
    expect(only(outcomes)?.reason).toMatch(/the page is draft, and it is unknown who set that status/)
    expect((await page()).status).toBe('draft')
  })

  test('is published by the next try if the process is killed after the write', async ({
    mirror,
    partner,
    page,
    state,
    waiting,
  }) => {
    await waiting()
    await partner({ price: '9' })
    const { runId } = await plan(mirror)
    await startWriting(mirror, runId)
    const { cms } = mirror
    mirror.cms = {
      ...cms,
      async writePages(writes, signal) {
        await cms.writePages(writes, signal)
        throw new Error('killed')
      },
    }
    const recordIds = await mirror.plans.list(runId, 'write', 0, 10)
    await expect(writePages(mirror, { runId, recordIds, parents: {} }, go)).rejects.toThrow('killed')
    mirror.cms = cms
    expect((await page()).status).toBe('publish')
    await writePages(mirror, { runId, recordIds, parents: {} }, go)
    expect((await page()).status).toBe('publish')
    expect(await state()).toBeUndefined()
  })

  test.for(['draft', 'private', 'trash', 'keep', 'notice'] as const)(
    'is retired to %s, and returns as such a draft',
    async (retireTo, { stage, mirror, key, partner, page, state, waiting }) => {
      mirror.policy = { ...mirror.policy, retireTo }
      const { id } = await waiting()
      await stage.mock.deleteProduct(key.gtin)
      await sync(mirror)
      const moves = retireTo === 'private' || retireTo === 'trash'
      expect((await page()).status).toBe(moves ? retireTo : 'draft')
      await stage.mock.patchProduct(key.gtin, '*', { item_number: 'WIEDER', price: null })
      expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'restored', reason: notPublic })
      expect(await page()).toMatchObject({ id, status: 'draft' })
      expect(await state()).toMatchObject({ state: 'draft', awaits: ['price'] })
      await partner({ price: '9' })
      await sync(mirror)
      expect(await page()).toMatchObject({ id, status: 'publish' })
    },
  )
})

test('a preview shows for which field the page waits, and that the next run publishes it', async ({
  mirror,
  key,
  partner,
  waiting,
}) => {
  await partner({ price: null })
  const waits = { code: 'merged', reasons: [{ code: 'waits-for', fields: ['price'] }] }
  expect(await previewPage(mirror, key, go)).toMatchObject({
    notes: expect.arrayContaining([waits]) as unknown,
  })
  const { id } = await waiting()
  expect(await previewPage(mirror, key, go)).toMatchObject({
    notes: expect.arrayContaining([waits]) as unknown,
  })
  await partner({ price: '9' })
  expect(await previewPage(mirror, key, go)).toMatchObject({
    notes: [{ code: 'publishes', pageId: id }],
  })
})
