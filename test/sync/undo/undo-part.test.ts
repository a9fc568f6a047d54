import { describe, expect } from 'vitest'
import { withoutDigests } from '../../../src/core/merge/text-digests.ts'
import type { RecordKey } from '../../../src/core/record/record.ts'
import { resolveRecord } from '../../../src/sync/decisions/resolve-record.ts'
import { beginUndo } from '../../../src/sync/undo/begin-undo.ts'
import { fullMap, mappedTypes, type MappedPage } from '../../helpers/sync/mapped-site.ts'
import { go, only, snapshotOf, sync } from '../../helpers/sync/sync-run.ts'
import { undo } from '../../helpers/sync/undo.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({
  gtins: 3,
  languages: 'de-de,en-gb',
  types: mappedTypes,
  prepare: sync,
  mirror: { map: fullMap, policy: { maxUpdateShare: 1, retireAfterMisses: 1 } },
})
  .extend('spoil', ({ stage, mirror }) => async (fields: Record<string, unknown>) => {
    for (const gtin of mirror.listed) await stage.mock.patchProduct(gtin, '*', fields)
    return (await sync(mirror)).run.id
  })
  .extend('show', ({ stage }) => async (key: RecordKey) => {
    const page = await stage.editor.page(key)
    const { meta, acf, menu_order: order } = page as unknown as MappedPage
    const text = withoutDigests(page.content.raw)
    return { title: page.title.raw, excerpt: page.excerpt.raw, text, price: meta['price'], meta, acf, order }
  })

const wrong = { name: 'Falsches Band', price: 3, item_number: '77' }

describe('an undo of one product and language', () => {
  test('reverts only that page, and leaves the others to a later undo', async ({
    mirror,
    key,
    spoil,
    show,
  }) => {
    const english = { ...key, language: 'en-gb' }
    const other = { ...key, gtin: mirror.listed[1] ?? '' }
    const keys = [key, english, other]
    const before = await Promise.all(keys.map(show))
    const runId = await spoil(wrong)
    const spoilt = await Promise.all(keys.map(show))
    const part = { gtins: [key.gtin], languages: ['de-de'] }
    const { run } = await undo(mirror, runId, part)
    expect(run).toMatchObject({ state: 'done', undoPart: part, counts: { records: 1, undone: 1 } })
    expect(await Promise.all(keys.map(show))).toEqual([before[0], spoilt[1], spoilt[2]])

    const rest = await undo(mirror, runId)
    expect(rest.run.counts).toMatchObject({ records: 6, undone: 5, kept: 1 })
    expect(await Promise.all(keys.map(show))).toEqual(before)
  })

  test('reverts a page that the run created or retired, too', async ({ stage, mirror, key }) => {
    const gtins = [...mirror.listed]
    mirror.listed = gtins.slice(1)
    const retiring = (await sync(mirror)).run.id
    expect((await stage.editor.page(key)).status).toBe('draft')
    const { run } = await undo(mirror, retiring, { languages: ['de-de'] })
    expect(run.counts).toMatchObject({ records: 1, undone: 1 })
    expect((await stage.editor.page(key)).status).toBe('publish')
    expect((await stage.editor.page({ ...key, language: 'en-gb' })).status).toBe('draft')
  })
})

describe('an undo of a field of the product', () => {
  test('reverts it wherever the page shows it, and nothing else', async ({
    stage,
    mirror,
    key,
    spoil,
    show,
  }) => {
    const before = await show(key)
    const runId = await spoil(wrong)
    const spoilt = await show(key)
    const { run, outcomes } = await undo(mirror, runId, { gtins: [key.gtin], fields: ['price'] })
    expect(run.counts).toMatchObject({ records: 2, undone: 2, failed: 0 })
    expect([...outcomes.values()].map(({ fields }) => fields)).toEqual([['price'], ['price']])
    const now = await show(key)
    expect(now.price).toBe(before.price)
    expect({ ...now, price: 0, meta: 0, text: '' }).toEqual({ ...spoilt, price: 0, meta: 0, text: '' })
    expect(now.text).not.toBe(spoilt.text)
    expect(now.text).not.toBe(before.text)
    const { product } = await snapshotOf(mirror, key)
    expect(product).toMatchObject({ name: wrong.name, item_number: wrong.item_number })

    await stage.mock.zeroStats()
    expect((await sync(mirror)).run.counts).toMatchObject({ updated: 0, unchanged: 6 })
    expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
  })

  test('shows the page that the partner’s mixed version would have', async ({
    stage,
    mirror,
    key,
    spoil,
    show,
  }) => {
    const { product } = await snapshotOf(mirror, key)
    const runId = await spoil(wrong)
    await undo(mirror, runId, { fields: ['price'] })
    const now = await show(key)
    await undo(mirror, runId)
    for (const gtin of mirror.listed)
      await stage.mock.patchProduct(gtin, '*', { ...wrong, price: Number(product.price) })
    await sync(mirror)
    expect(await show(key)).toEqual(now)
  })

  test('leaves the other fields to a later undo, field by field or together', async ({
    mirror,
    key,
    spoil,
    show,
  }) => {
    const before = await show(key)
    const runId = await spoil(wrong)
    await undo(mirror, runId, { fields: ['price'] })
    const second = await undo(mirror, runId, { fields: ['name'] })
    expect(second.run.counts).toMatchObject({ records: 6, undone: 6 })
    expect(await show(key)).toMatchObject({ title: before.title, price: before.price, order: 77 })
    const last = await undo(mirror, runId)
    expect(last.run.counts).toMatchObject({ records: 6, undone: 6 })
    expect(await show(key)).toEqual(before)
    expect((await sync(mirror)).run.counts).toMatchObject({ updated: 0, unchanged: 6 })
  })

  test('can itself be undone, and a decision releases it', async ({ mirror, key, spoil, show }) => {
    const runId = await spoil(wrong)
    const spoilt = await show(key)
    const first = await undo(mirror, runId, { fields: ['price', 'name'] })
    await undo(mirror, first.run.id)
    expect(await show(key)).toEqual(spoilt)
    const again = await undo(mirror, runId, { fields: ['price'] })
    expect(again.run.counts).toMatchObject({ undone: 0, kept: 6 })
  })

  test('stays until the partner sends another version or it is released', async ({
    stage,
    mirror,
    key,
    spoil,
    show,
  }) => {
    const other = { ...key, language: 'en-gb' }
    const runId = await spoil(wrong)
    const spoilt = await show(key)
    await undo(mirror, runId, { fields: ['price'] })
    expect(await resolveRecord(mirror, key, { choice: 'release', by: 'op' }, go)).toMatchObject({ ok: true })
    await stage.mock.patchProduct(key.gtin, 'en-gb', { price: 4 })
    await sync(mirror)
    expect(await show(key)).toEqual(spoilt)
    expect((await show(other)).price).toBe(4)
  })

  test('keeps what an editor changed in the field, and the rest of the edits', async ({
    stage,
    mirror,
    key,
    spoil,
  }) => {
    const runId = await spoil(wrong)
    const page = await stage.editor.page(key)
    await stage.editor.edit(page.id, { title: 'Vom Redakteur', excerpt: 'Auszug' })
    const { outcomes } = await undo(mirror, runId, {
      gtins: [key.gtin],
      languages: ['de-de'],
      fields: ['name', 'price'],
    })
    expect(only(outcomes)).toMatchObject({ result: 'undone', kept: ['title'] })
    const now = await stage.editor.page(key)
    expect([now.title.raw, now.excerpt.raw]).toEqual(['Vom Redakteur', 'Auszug'])
  })

  test('is refused with a reason after the template changed', async ({ mirror, spoil }) => {
    const runId = await spoil(wrong)
    mirror.renderer = { ...mirror.renderer, digest: 'another template' }
    const { outcomes } = await undo(mirror, runId, { fields: ['price'] })
    expect([...outcomes.values()][0]).toMatchObject({
      result: 'kept',
      reasons: [{ code: 'not-undone', causes: [{ code: 'undo-other-template' }] }],
    })
  })
})

describe('an undo of a field of the page', () => {
  test('reverts only that field', async ({ mirror, key, spoil, show }) => {
    const before = await show(key)
    const runId = await spoil(wrong)
    const spoilt = await show(key)
    const { run } = await undo(mirror, runId, { languages: ['de-de'], fields: ['meta.price', 'title'] })
    expect(run.counts).toMatchObject({ records: 3, undone: 3 })
    expect(await show(key)).toMatchObject({
      title: before.title,
      price: before.price,
      text: spoilt.text,
      order: spoilt.order,
    })
    expect((await sync(mirror)).run.counts).toMatchObject({ updated: 0, unchanged: 6 })
    await undo(mirror, runId, { fields: ['block'] })
    expect(await show(key)).toMatchObject({ text: before.text, order: spoilt.order })
    await undo(mirror, runId)
    expect(await show(key)).toEqual(before)
  })
})

test('an undo of something that the run did not change is refused, with what it changed', async ({
  mirror,
  key,
  spoil,
}) => {
  const runId = await spoil(wrong)
  const wrote = 'It wrote 6 pages, in de-de (3), en-gb (3); changed fields: item_number, name, price.'
  const reasonFor = async (part: Parameters<typeof undo>[2]) =>
    beginUndo(mirror, { undoes: runId, trigger: 'cli', part })
  expect(await reasonFor({ languages: ['fr-fr'] })).toEqual({
    ok: false,
    why: 'misuse',
    reason: `Run ${runId} changed nothing of language fr-fr. ${wrote}`,
  })
  expect(await reasonFor({ gtins: [key.gtin], fields: ['banner', 'meta.sale'] })).toMatchObject({
    reason: `Run ${runId} changed nothing of product ${key.gtin}, fields banner, meta.sale. ${wrote}`,
  })
})
