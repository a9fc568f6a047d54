import { describe, expect } from 'vitest'
import type { FieldMap } from '../../../src/core/mapping/field-map.ts'
import { causesOf } from '../../../src/core/report/record-state.ts'
import { resolveRecord } from '../../../src/sync/decisions/resolve-record.ts'
import { observePages } from '../../../src/sync/observe/observe-pages.ts'
import { previewPage } from '../../../src/sync/pages/preview/preview-page.ts'
import { writePages } from '../../../src/sync/pages/write-pages.ts'
import { finishRun } from '../../../src/sync/runs/finish-run.ts'
import type { Mirror } from '../../helpers/sync/sync-deps.ts'
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
import { undo } from '../../helpers/sync/undo.ts'
import { verify } from '../../helpers/sync/verify-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const map = (...publishIf: string[]): FieldMap => ({ rows: [], publishIf })
const policy = { maxUpdateShare: 1, maxRetireShare: 1, retireAfterMisses: 1 }

const test = withMirror({ gtins: 1, mirror: { map: map('price'), policy } })
  .extend(
    'partner',
    ({ stage, key }) =>
      (fields: Record<string, unknown>) =>
        stage.mock.patchProduct(key.gtin, 'de-de', fields),
  )
  .extend(
    'page',
    ({ stage, key }) =>
      () =>
        stage.editor.page(key),
  )
  .extend(
    'state',
    ({ mirror, key }) =>
      async () =>
        (await mirror.pageStates.read([key]))[0],
  )
  .extend('waiting', ({ mirror, partner, page }) => async () => {
    await partner({ price: null })
    const { run } = await sync(mirror)
    await observe(mirror)
    return { ...(await page()), runId: run.id }
  })
  .extend(
    'another',
    ({ stage, mirror }) =>
      (publishIf: string[]): Mirror =>
        stage.openMirror({
          map: { rows: [], ...(publishIf.length > 0 && { publishIf }) },
          policy,
          keys: mirror.keys,
        }),
  )

const observe = (mirror: Mirror): Promise<void> => observePages(mirror, '2026-11-20-9', go)
const notPublic = 'not public: it waits for price. The run that receives this field publishes it'

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
  const mirror = stage.openMirror({ map: map('image', 'price'), policy })
  await partner({ price: '9' })
  await stage.mock.faults([{ side: 'partner', path: '/media/products', kind: 'status', status: 503 }])
  expect(only((await sync(mirror, { media: true })).outcomes)).toMatchObject({
    result: 'created',
    reason: expect.stringMatching(/^not public: it waits for image\./) as unknown,
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
    const lost = () => stage.openMirror({ map: map('price'), policy })
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
    const lost = stage.openMirror({ map: map('price'), policy })
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
    const { outcomes } = await sync(stage.openMirror({ map: map('price'), policy }))
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

describe('an undo', () => {
  test('of the create leaves the draft, which is published when the record is released', async ({
    mirror,
    key,
    partner,
    page,
    waiting,
  }) => {
    const { runId } = await waiting()
    expect(only((await undo(mirror, runId)).outcomes)).toMatchObject({ result: 'undone' })
    await partner({ price: '9' })
    await sync(mirror)
    expect((await page()).status).toBe('draft')
    await resolveRecord(mirror, key, { choice: 'release', by: 'op' }, go)
    await sync(mirror)
    expect((await page()).status).toBe('publish')
  })

  test('of the publication makes the page a draft that waits, until the record is released', async ({
    mirror,
    partner,
    page,
    state,
    waiting,
  }) => {
    await waiting()
    await partner({ price: '9' })
    const { run } = await sync(mirror)
    const undone = await undo(mirror, run.id)
    expect(only(undone.outcomes)).toMatchObject({ result: 'undone' })
    expect((await page()).status).toBe('draft')
    expect(await state()).toMatchObject({ state: 'draft', awaits: ['price'] })
    await sync(mirror)
    expect((await page()).status).toBe('draft')
    await undo(mirror, undone.run.id)
    expect((await page()).status).toBe('publish')
    expect(await state()).toBeUndefined()
  })

  test('of a publication without another change holds the record', async ({
    another,
    key,
    page,
    waiting,
  }) => {
    await waiting()
    const lenient = another([])
    const { run } = await sync(lenient)
    expect((await page()).status).toBe('publish')
    expect(only((await undo(lenient, run.id)).outcomes)).toMatchObject({ result: 'undone' })
    expect((await page()).status).toBe('draft')
    expect(await lenient.decisions.read([key])).toMatchObject([{ kind: 'hold' }])
    await sync(lenient)
    expect((await page()).status).toBe('draft')
    await resolveRecord(lenient, key, { choice: 'release', by: 'op' }, go)
    await sync(lenient)
    expect((await page()).status).toBe('publish')
  })

  test('of the retirement leaves a draft that waits', async ({
    stage,
    mirror,
    key,
    page,
    state,
    waiting,
  }) => {
    await waiting()
    await stage.mock.deleteProduct(key.gtin)
    const { run } = await sync(mirror)
    await undo(mirror, run.id)
    expect((await page()).status).toBe('draft')
    expect(await state()).toMatchObject({ state: 'draft', awaits: ['price'] })
  })
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
