import { describe, expect } from 'vitest'
import { withoutDigests } from '../../../src/core/merge/text-digests.ts'
import type { RecordKey } from '../../../src/core/record/record.ts'
import { listOpenDecisions } from '../../../src/sync/decisions/list-decisions.ts'
import { resolveRecord } from '../../../src/sync/decisions/resolve-record.ts'
import { fullMap, mappedTypes, openTerms, type MappedPage } from '../../helpers/sync/mapped-site.ts'
import { go, only, outcomesOf, snapshotOf, sync } from '../../helpers/sync/sync-run.ts'
import { undo } from '../../helpers/sync/undo.ts'
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
