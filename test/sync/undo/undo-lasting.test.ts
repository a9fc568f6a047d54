import { describe, expect } from 'vitest'
import { withoutDigests } from '../../../src/core/merge/text-digests.ts'
import type { RecordKey } from '../../../src/core/record/record.ts'
import { listOpenDecisions } from '../../../src/sync/decisions/list-decisions.ts'
import { resolveRecord } from '../../../src/sync/decisions/resolve-record.ts'
import { fullMap, mappedTypes, openTerms, type MappedPage } from '../../helpers/sync/mapped-site.ts'
import { apply, go, only, plan, snapshotOf, sync } from '../../helpers/sync/sync-run.ts'
import { undo } from '../../helpers/sync/undo.ts'
import { verify } from '../../helpers/sync/verify-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const right = {
  name: 'Band',
  price: 40,
  item_number: '11',
  folded: true,
  intro: '<p>Klebt gut.</p>',
  erp_description_short: 'Kurz',
  trade_unit: 'Rolle',
  availability: 'available',
}
const wrong = {
  name: 'Falsches Band',
  price: 43,
  item_number: '77',
  folded: false,
  intro: '<p>Klebt nie.</p>',
  erp_description_short: 'Falsch',
  trade_unit: 'Karton',
  availability: 'limited',
}

const test = withMirror({
  gtins: 1,
  languages: 'de-de',
  types: mappedTypes,
  mirror: { map: fullMap, policy: { maxUpdateShare: 1 } },
})
  .extend('send', ({ stage, mirror }) => async (fields: Record<string, unknown>) => {
    for (const gtin of mirror.listed) await stage.mock.patchProduct(gtin, '*', fields)
    return (await sync(mirror)).run.id
  })
  .extend('show', ({ stage }) => async (key: RecordKey): Promise<Record<string, unknown>> => {
    const page = await stage.editor.page(key)
    const { meta, menu_order: order, product_cat: units, product_tag: tags } = page as unknown as MappedPage
    const block = withoutDigests(page.content.raw)
    return {
      title: page.title.raw,
      excerpt: page.excerpt.raw,
      block,
      'meta.price': meta['price'],
      'meta.sale': meta['sale'],
      'meta.notes': meta['notes'],
      'terms.product_cat': await openTerms(stage).namesOf('product_cat', units),
      'terms.product_tag': await openTerms(stage).namesOf('product_tag', tags),
      menu_order: order,
    }
  })
  .extend('spoilt', { auto: true }, async ({ send, mirror }) => {
    await send(right)
    return { runId: await send(wrong), gtins: [...mirror.listed] }
  })

/** A field of an undo, the field of the product that fills it, and another value of that as the page shows it. */
const cases = [
  { field: 'title', from: 'name', next: 'Neues Band', shows: 'Neues Band' },
  { field: 'excerpt', from: 'erp_description_short', next: 'Neu', shows: 'Neu' },
  { field: 'meta.price', from: 'price', next: 44, shows: 44 },
  { field: 'meta.notes', from: 'intro', next: '<p>Klebt immer.</p>', shows: ['Klebt immer.'] },
  { field: 'meta.sale', from: 'price', next: 44, shows: true },
  { field: 'terms.product_cat', from: 'trade_unit', next: 'Palette', shows: ['Palette'] },
  { field: 'terms.product_tag', from: 'availability', next: 'not_available', shows: [] },
  { field: 'menu_order', from: 'item_number', next: '78', shows: 78 },
  { field: 'block', from: 'intro', next: '<p>Klebt immer.</p>', shows: expect.stringContaining('immer') },
  { field: 'price', from: 'price', next: 44, shows: expect.stringContaining('44,00') },
  { field: 'intro', from: 'intro', next: '<p>Klebt immer.</p>', shows: expect.stringContaining('immer') },
  { field: 'name', from: 'name', next: 'Neues Band', shows: expect.anything() },
] as const

/** The page’s field that shows a field of the product. */
const placeOf = (field: (typeof cases)[number]['field']): string => {
  if (field === 'price' || field === 'intro') return 'block'
  return field === 'name' ? 'title' : field
}

describe.for(cases)('an undone $field', ({ field, from, next, shows }) => {
  test('stays undone when the partner changes another field, and is written once it changes itself', async ({
    stage,
    mirror,
    key,
    spoilt,
    send,
    show,
  }) => {
    const place = placeOf(field)
    const isBlock = place === 'block'
    const bad = (await show(key))[place]
    await undo(mirror, spoilt.runId, { fields: [field] })
    const good = (await show(key))[place]
    expect(good).not.toEqual(bad)
    expect((await mirror.decisions.read([key]))[0]).toMatchObject({
      kind: 'skip',
      fields: [field === 'block' ? 'inner' : field],
    })

    for (const other of ['<p>Putz</p>', '<p>Beton</p>']) {
      await send({ substrate: other })
      const after = await show(key)
      if (isBlock) {
        for (const text of [field === 'price' ? '40,00' : 'Klebt gut.', other.slice(3, -4)])
          expect(after[place]).toContain(text)
        expect(after[place]).not.toContain(field === 'price' ? '43,00' : 'Klebt nie.')
      } else expect(after[place]).toEqual(good)
    }
    await stage.mock.zeroStats()
    expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 1 })
    expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
    expect((await mirror.decisions.read([key]))[0]).toMatchObject({ kind: 'skip' })

    await send({ [from]: next })
    expect((await show(key))[place]).toEqual(field === 'meta.sale' ? good : shows)
    const isOver = field !== 'meta.sale'
    expect((await snapshotOf(mirror, key)).undone === undefined).toBe(isOver && field !== 'block')
    if (isOver && field !== 'block') expect((await mirror.decisions.read([key]))[0]).toBeUndefined()
  })
})

const part = { fields: ['title', 'price'] }
const substrate = '<p>Putz</p>'

describe('undone fields of a page', () => {
  test('are in no finding, and are listed with their names until they are released', async ({
    mirror,
    key,
    spoilt,
    show,
  }) => {
    const bad = await show(key)
    const { run } = await undo(mirror, spoilt.runId, part)
    expect((await verify(mirror, { repair: true })).findings).toEqual([])
    expect(await listOpenDecisions(mirror, 9)).toMatchObject({
      waiting: [{ ...key, pending: { reason: `undone with run ${run.id}`, fields: ['price', 'title'] } }],
    })
    await resolveRecord(mirror, key, { choice: 'release', by: 'op' }, go)
    expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'updated' })
    expect(await show(key)).toEqual(bad)
    expect((await snapshotOf(mirror, key)).undone).toBeUndefined()
    expect(await listOpenDecisions(mirror, 9)).toMatchObject({ waiting: [] })
  })

  test('are released even if the partner changed another field after the decision', async ({
    mirror,
    key,
    spoilt,
    send,
    show,
  }) => {
    await undo(mirror, spoilt.runId, part)
    await resolveRecord(mirror, key, { choice: 'release', by: 'op' }, go)
    await send({ substrate })
    expect(await show(key)).toMatchObject({ title: wrong.name, 'meta.price': wrong.price })
    expect(await mirror.decisions.read([key])).toEqual([undefined])
  })

  test('are released by the next run if the decision came between a plan and its writes', async ({
    stage,
    mirror,
    key,
    spoilt,
    show,
  }) => {
    await undo(mirror, spoilt.runId, part)
    await stage.mock.patchProduct(key.gtin, '*', { substrate })
    const { runId } = await plan(mirror)
    await resolveRecord(mirror, key, { choice: 'release', by: 'op' }, go)
    await apply(mirror, runId)
    expect(await show(key)).toMatchObject({ title: wrong.name, 'meta.price': right.price })
    await sync(mirror)
    expect(await show(key)).toMatchObject({ title: wrong.name, 'meta.price': wrong.price })
    expect(await mirror.decisions.read([key])).toEqual([undefined])
  })

  test('show the partner’s values again after an undo of the undo, and keep following them', async ({
    mirror,
    key,
    spoilt,
    send,
    show,
  }) => {
    const bad = await show(key)
    const { run } = await undo(mirror, spoilt.runId, part)
    await undo(mirror, run.id)
    expect(await show(key)).toEqual(bad)
    expect((await snapshotOf(mirror, key)).undone).toBeUndefined()
    expect(await mirror.decisions.read([key])).toEqual([undefined])
    await send({ substrate })
    expect(await show(key)).toMatchObject({ title: wrong.name, 'meta.price': wrong.price })
  })

  test('stay undone when an undo of other fields is undone', async ({ mirror, key, spoilt, send, show }) => {
    const first = await undo(mirror, spoilt.runId, { fields: ['title'] })
    const second = await undo(mirror, spoilt.runId, { fields: ['price'] })
    await undo(mirror, second.run.id)
    expect((await mirror.decisions.read([key]))[0]).toMatchObject({
      reason: `undone with run ${first.run.id}`,
      fields: ['title'],
    })
    await send({ substrate })
    expect(await show(key)).toMatchObject({ title: right.name, 'meta.price': wrong.price })
  })

  test('show the partner’s value again if only one of them is undone once more', async ({
    mirror,
    key,
    spoilt,
    send,
    show,
  }) => {
    const { run } = await undo(mirror, spoilt.runId, part)
    await undo(mirror, run.id, { fields: ['price'] })
    expect((await mirror.decisions.read([key]))[0]).toMatchObject({ fields: ['title'] })
    await send({ substrate, price: right.price })
    expect(await show(key)).toMatchObject({ title: right.name, 'meta.price': right.price })
  })

  test('stay undone after the undo of a later run, and of the rest of the same run', async ({
    mirror,
    key,
    spoilt,
    send,
    show,
  }) => {
    await undo(mirror, spoilt.runId, part)
    await undo(mirror, spoilt.runId)
    expect((await mirror.decisions.read([key]))[0]).not.toHaveProperty('fields')
    const later = await send({ substrate })
    expect(await show(key)).toMatchObject({ 'meta.price': right.price, excerpt: wrong.erp_description_short })
    await undo(mirror, later)
    await send({ substrate: '<p>Beton</p>' })
    expect(await show(key)).toMatchObject({ 'meta.price': right.price, excerpt: wrong.erp_description_short })
  })

  test('follow the partner who corrects a value and then sends the undone one again', async ({
    mirror,
    key,
    spoilt,
    send,
    show,
  }) => {
    await undo(mirror, spoilt.runId, part)
    await send({ price: right.price, name: right.name })
    expect(await mirror.decisions.read([key])).toEqual([undefined])
    await send({ price: wrong.price, name: wrong.name })
    expect(await show(key)).toMatchObject({ title: wrong.name, 'meta.price': wrong.price })
  })

  test('stay undone with a new template that does not change them', async ({ mirror, key, spoilt, show }) => {
    const { run } = await undo(mirror, spoilt.runId, { fields: ['title', 'excerpt', 'price'] })
    const old = mirror.renderer
    const render: typeof old.render = (...all) => ({ ...old.render(...all), excerpt: 'Neu!' })
    mirror.renderer = { ...old, digest: 'another template', render }
    await sync(mirror)
    expect(await show(key)).toMatchObject({ title: right.name, excerpt: 'Neu!', 'meta.price': right.price })
    expect((await mirror.decisions.read([key]))[0]).toMatchObject({
      reason: `undone with run ${run.id}`,
      fields: ['price', 'title'],
    })
  })

  test('stay undone when an operator accepts a held version', async ({ mirror, key, spoilt, send, show }) => {
    await send({ application: '<p>Kleben</p>', advantages: '<p>Gut</p>' })
    const { run } = await undo(mirror, spoilt.runId, part)
    expect(run.counts).toMatchObject({ undone: 0 })
    const again = await send({ price: 45, name: 'Band 2' })
    await undo(mirror, again, part)
    await send({ intro: '', application: '', advantages: '', substrate: '' })
    expect(await resolveRecord(mirror, key, { choice: 'accept', by: 'op' }, go)).toMatchObject({ ok: true })
    await sync(mirror)
    const now = await show(key)
    expect(now).toMatchObject({ title: wrong.name, 'meta.price': wrong.price, 'meta.notes': [] })
    expect((await mirror.decisions.read([key]))[0]).toMatchObject({
      kind: 'skip',
      fields: ['price', 'title'],
    })
  })

  test('stay undone on a page that returns after a retirement', async ({
    mirror,
    key,
    spoilt,
    send,
    show,
  }) => {
    await undo(mirror, spoilt.runId, part)
    mirror.policy.retireAfterMisses = 1
    const all = [...mirror.listed]
    mirror.listed = []
    const retiring = await sync(mirror)
    expect(retiring.run.counts).toMatchObject({ retired: 1 })
    mirror.listed = all
    await send({ substrate })
    expect(await show(key)).toMatchObject({ title: right.name, 'meta.price': right.price })
  })

  test('are an edit if the undo restored an editor’s text, with the conflict that it had', async ({
    stage,
    mirror,
    key,
    send,
    show,
  }) => {
    const { id } = await stage.editor.page(key)
    await stage.editor.edit(id, { title: 'Vom Redakteur' })
    await send({ name: 'Neues Band' })
    await resolveRecord(mirror, key, { choice: 'overwrite', by: 'op' }, go)
    const overwriting = (await sync(mirror)).run.id
    expect(await show(key)).toMatchObject({ title: 'Neues Band' })
    await undo(mirror, overwriting, { fields: ['title'] })
    expect(await show(key)).toMatchObject({ title: 'Vom Redakteur' })
    expect((await snapshotOf(mirror, key)).undone).toBeUndefined()
    await send({ substrate })
    expect(await show(key)).toMatchObject({ title: 'Vom Redakteur' })
    expect(await listOpenDecisions(mirror, 9)).toMatchObject({ waiting: [{ conflict: {} }] })
  })
})
