import { expect } from 'vitest'
import { readOpenDecision } from '../../../src/sync/decisions/list-decisions.ts'
import { resolveRecord } from '../../../src/sync/decisions/resolve-record.ts'
import { fullMap, mappedTypes, openTerms, rowOf, type MappedPage } from '../../helpers/sync/mapped-site.ts'
import { observePages } from '../../../src/sync/observe/observe-pages.ts'
import { writePages } from '../../../src/sync/pages/write-pages.ts'
import { finishRun } from '../../../src/sync/runs/finish-run.ts'
import { go, inputOf, only, plan, snapshotOf, startWriting, sync } from '../../helpers/sync/sync-run.ts'
import { editWithinSecond } from '../../helpers/sync/edit-within-second.ts'
import { undo } from '../../helpers/sync/undo.ts'
import { verify } from '../../helpers/sync/verify-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({
  gtins: 1,
  types: mappedTypes,
  mirror: { map: fullMap, policy: { maxUpdateShare: 1 } },
})
  .extend(
    'partner',
    ({ stage, key }) =>
      (fields: Record<string, unknown>) =>
        stage.mock.patchProduct(key.gtin, 'de-de', fields),
  )
  .extend('page', ({ stage, key }) => async () => {
    const page = await stage.editor.page(key)
    return page as typeof page & MappedPage
  })
  .extend('terms', ({ stage }) => openTerms(stage))

const start = {
  price: '12.50',
  folded: true,
  intro: 'dicht\nfest',
  trade_unit: 'Rolle > Klein',
  availability: 'available',
  item_number: '4711',
  erp_description_short: 'Kurz & gut',
}

test('a new page has every mapped value, and a second run writes nothing', async ({
  stage,
  mirror,
  key,
  partner,
  page,
  terms,
}) => {
  await partner(start)
  await sync(mirror, { media: true })
  const { id, meta, acf, ...rest } = await page()
  expect(meta).toMatchObject({ gtin: key.gtin, price: 12.5, sale: true, notes: ['dicht', 'fest'] })
  expect(meta['headline']).toBe((await snapshotOf(mirror, key)).product.name)
  expect(acf).toMatchObject({ subtitle: 'Katalog', datasheet: expect.any(Number) })
  expect(rest).toMatchObject({ menu_order: 4711, excerpt: { raw: 'Kurz &amp; gut' } })
  expect(await terms.namesOf('product_cat', rest.product_cat)).toEqual(['Klein'])
  expect(await terms.namesOf('product_tag', rest.product_tag)).toEqual(['In stock'])
  const [roll, small] = await terms.all('product_cat')
  expect([roll?.name, small?.parent]).toEqual(['Rolle', roll?.id])
  await stage.mock.zeroStats()
  expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 1 })
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
  expect((await page()).id).toBe(id)
  expect((await verify(mirror)).findings).toEqual([])
})

test('the partner’s changes reach mapped fields, and a value that the partner removed is removed', async ({
  mirror,
  partner,
  page,
  terms,
}) => {
  await partner(start)
  await sync(mirror, { media: true })
  await partner({ price: '9', folded: false, intro: 'dicht', availability: 'limited', item_number: 'x' })
  await sync(mirror, { media: true })
  const { meta, menu_order: order, product_tag: tags } = await page()
  expect(meta).toMatchObject({ price: 9, sale: false, notes: ['dicht'] })
  expect(order).toBe(0)
  expect(await terms.namesOf('product_tag', tags)).toEqual(['Few left'])
  await partner({ price: null, folded: null, intro: '', availability: 'unknown' })
  await sync(mirror, { media: true })
  expect(await page()).toMatchObject({ meta: { price: 0, sale: false, notes: [] }, product_tag: [] })
})

test('an editor’s terms stay, removed ones stay removed, the partner’s are added, and nothing is in conflict', async ({
  stage,
  mirror,
  key,
  partner,
  page,
  terms,
}) => {
  await partner({ ...start, trade_unit: 'A\nB' })
  await sync(mirror, { media: true })
  const own = await terms.create('product_cat', { name: 'Editor’s' })
  const { id, product_cat: before } = await page()
  const names = async () => terms.namesOf('product_cat', (await page()).product_cat)
  expect(await names()).toEqual(['A', 'B'])
  const [a = 0] = before
  await stage.editor.edit(id, { product_cat: [a, own.id] })
  await partner({ price: '13' })
  expect(only((await sync(mirror)).outcomes)).toMatchObject({
    result: 'updated',
    kept: ['terms.product_cat'],
  })
  expect((await names()).sort()).toEqual(['A', 'Editor’s'])
  await partner({ trade_unit: 'A\nB\nC' })
  const outcome = only((await sync(mirror)).outcomes)
  expect(outcome).toMatchObject({ result: 'updated', kept: ['terms.product_cat'] })
  expect(outcome).not.toHaveProperty('conflicts')
  expect((await names()).sort()).toEqual(['A', 'C', 'Editor’s'])
  expect((await mirror.pageStates.read([key]))[0]).toMatchObject({
    state: 'edited',
    edited: ['terms.product_cat'],
  })
  await partner({ trade_unit: 'B' })
  await sync(mirror)
  expect(await names()).toEqual(['Editor’s'])
})

test('a field with the owner “once” is the editor’s after the page was created', async ({
  stage,
  mirror,
  partner,
  page,
}) => {
  await partner(start)
  await sync(mirror)
  await stage.editor.edit((await page()).id, { meta: { headline: ' Von  Hand ' } })
  for (const name of ['Band 1', 'Band 2', 'Band 3']) {
    await partner({ name })
    const outcome = only((await sync(mirror)).outcomes)
    expect(outcome).toMatchObject({ result: 'updated' })
    expect(outcome).not.toHaveProperty('kept')
  }
  expect((await page()).meta['headline']).toBe(' Von  Hand ')
})

test('if editor and partner change the same field, it is in conflict, and overwrite changes only that field', async ({
  stage,
  mirror,
  key,
  partner,
  page,
}) => {
  await partner(start)
  await sync(mirror)
  const { id, title } = await page()
  await stage.editor.edit(id, { title: `${title.raw} neu`, meta: { price: 11 } })
  await partner({ price: '14' })
  expect(only((await sync(mirror)).outcomes)).toMatchObject({
    conflicts: ['meta.price'],
    kept: expect.arrayContaining(['title']),
  })
  expect((await page()).meta['price']).toBe(11)
  expect((await readOpenDecision(mirror, key))?.conflict?.fields).toEqual([
    { field: 'meta.price', base: '12.5', theirs: '11', ours: '14' },
  ])
  expect(await resolveRecord(mirror, key, { choice: 'overwrite', by: 'olive' }, go)).toMatchObject({
    ok: true,
  })
  const { run, outcomes } = await sync(mirror)
  expect(only(outcomes)).toMatchObject({
    result: 'updated',
    reasons: expect.arrayContaining([
      expect.objectContaining({ code: 'overwritten', fields: ['meta.price'] }),
    ]),
  })
  expect(await page()).toMatchObject({ meta: { price: 14 }, title: { raw: `${title.raw} neu` } })
  await undo(mirror, run.id)
  expect((await page()).meta['price']).toBe(11)
  expect((await readOpenDecision(mirror, key))?.conflict?.fields).toMatchObject([
    { field: 'meta.price', theirs: '11', ours: '14' },
  ])
})

test('keep ends a conflict in a mapped field until the partner changes it again', async ({
  stage,
  mirror,
  key,
  partner,
  page,
}) => {
  await partner(start)
  await sync(mirror)
  await stage.editor.edit((await page()).id, { meta: { price: 11 } })
  await partner({ price: '14' })
  await sync(mirror)
  expect(await resolveRecord(mirror, key, { choice: 'keep', by: 'olive' }, go)).toMatchObject({ ok: true })
  expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 1 })
  await partner({ price: '15' })
  expect(only((await sync(mirror)).outcomes)).toMatchObject({ conflicts: ['meta.price'] })
  expect((await page()).meta['price']).toBe(11)
})

test('an undo restores mapped values and removes only our terms', async ({
  stage,
  mirror,
  partner,
  page,
  terms,
}) => {
  await partner({ ...start, trade_unit: 'A' })
  await sync(mirror)
  const own = await terms.create('product_cat', { name: 'Editor’s' })
  await partner({ price: '14', trade_unit: 'A\nC' })
  const { run } = await sync(mirror)
  const { id, product_cat: ours } = await page()
  await stage.editor.edit(id, { product_cat: [...ours, own.id] })
  await undo(mirror, run.id)
  const { meta, product_cat: after } = await page()
  expect(meta['price']).toBe(12.5)
  expect((await terms.namesOf('product_cat', after)).sort()).toEqual(['A', 'Editor’s'])
})

test('after Redis data loss a rebuild and a sync write nothing and lose no edit', async ({
  stage,
  mirror,
  partner,
  page,
}) => {
  await partner(start)
  await sync(mirror, { media: true })
  const { id } = await page()
  await stage.editor.edit(id, { meta: { price: 11 }, acf: { subtitle: 'Von Hand' } })
  const lost = stage.openMirror({ map: fullMap })
  await stage.mock.zeroStats()
  const { runId } = await plan(lost, 'rebuild')
  await startWriting(lost, runId)
  await writePages(lost, { ...(await inputOf(lost, runId)), readOnly: true }, go)
  await finishRun(lost, runId)
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
  await partner({ folded: false })
  await sync(lost)
  expect(await page()).toMatchObject({ meta: { price: 11, sale: false }, acf: { subtitle: 'Von Hand' } })
})

test('a changed map fills fields of existing pages, but not over an editor’s value', async ({
  stage,
  mirror,
  key,
  partner,
  page,
}) => {
  const few = stage.openMirror({ keys: mirror.keys, map: { rows: [rowOf('meta.gtin', 'gtin')] } })
  await partner(start)
  await sync(few)
  await stage.editor.edit((await page()).id, { acf: { subtitle: 'Von Hand' } })
  expect(await page()).toMatchObject({ meta: { gtin: key.gtin, price: 0 } })
  expect(only((await sync(mirror)).outcomes)).toMatchObject({
    result: 'updated',
    conflicts: ['acf.subtitle'],
  })
  expect(await page()).toMatchObject({ meta: { price: 12.5, headline: '' }, acf: { subtitle: 'Von Hand' } })
})

test('a term that the CMS refuses is named, and only its records fail', async ({
  stage,
  mirror,
  partner,
  page,
}) => {
  await partner({ ...start, trade_unit: 'Rolle' })
  const { cms } = mirror
  mirror.cms = { ...cms, createTerm: async () => ({ ok: false, reason: '403, "Sorry."' }) }
  expect(only((await sync(mirror)).outcomes)).toMatchObject({
    result: 'failed',
    reasons: [{ code: 'term-refused', taxonomy: 'product_cat', path: 'Rolle', detail: '403, "Sorry."' }],
  })
  mirror.cms = cms
  expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'created' })
  expect((await page()).product_cat).toHaveLength(1)
  expect(stage.gtins).toHaveLength(1)
})

test('an adopted page gets the mapped fields that are empty, and our terms in addition to the editor’s', async ({
  stage,
  mirror,
  key,
  partner,
  page,
  terms,
}) => {
  mirror.policy = { ...mirror.policy, onSlugTaken: 'adopt' }
  await partner({ ...start, trade_unit: 'A' })
  const own = await terms.create('product_cat', { name: 'Editor’s' })
  const fields = { meta: { price: 11 }, product_cat: [own.id] }
  await stage.editor.create({ slug: `gtin-${key.gtin}-de-de`, title: 'Mine', status: 'publish', ...fields })
  const adopted = only((await sync(mirror)).outcomes)
  expect(adopted).toMatchObject({
    kept: expect.arrayContaining(['title', 'meta.price', 'terms.product_cat']),
  })
  const { meta, product_cat: cat, title } = await page()
  expect({ meta, title }).toMatchObject({
    meta: { gtin: key.gtin, price: 11, headline: '' },
    title: { raw: 'Mine' },
  })
  expect((await terms.namesOf('product_cat', cat)).sort()).toEqual(['A', 'Editor’s'])
  await partner({ gtin: key.gtin, trade_unit: 'B', folded: false })
  await sync(mirror)
  expect(await page()).toMatchObject({ meta: { price: 11, sale: false } })
  expect((await terms.namesOf('product_cat', (await page()).product_cat)).sort()).toEqual(['B', 'Editor’s'])
})

test('an edit of a mapped field in the second of our write is noticed', async ({
  stage,
  mirror,
  key,
  partner,
}) => {
  await partner(start)
  await observePages(mirror, '2026-11-20-9', go)
  await sync(mirror)
  await observePages(mirror, '2026-11-20-9', go)
  await editWithinSecond(stage, mirror, key, { meta: { price: 11 } })
  expect((await mirror.pageStates.read([key]))[0]).toMatchObject({ state: 'edited', edited: ['meta.price'] })
})

test('while a new file is missing, the field keeps the earlier one', async ({
  stage,
  mirror,
  partner,
  page,
}) => {
  await partner(start)
  await sync(mirror, { media: true })
  const { datasheet } = (await page()).acf
  expect(datasheet).toEqual(expect.any(Number))
  await partner({ datasheet: `${stage.mock.origin}/media/documents/datasheet/missing.pdf`, price: '14' })
  await sync(mirror, { media: true })
  expect(await page()).toMatchObject({ meta: { price: 14 }, acf: { datasheet } })
})

test('a rebuild creates no terms', async ({ stage, mirror, partner, terms }) => {
  await partner({ ...start, trade_unit: 'A' })
  await sync(mirror)
  await partner({ trade_unit: 'B' })
  const lost = stage.openMirror({ map: fullMap })
  const { runId } = await plan(lost, 'rebuild')
  await startWriting(lost, runId)
  await writePages(lost, { ...(await inputOf(lost, runId)), readOnly: true }, go)
  expect((await terms.all('product_cat')).map(({ name }) => name)).toEqual(['A'])
})
