import { describe, expect, test } from 'vitest'
import {
  exceptUndone,
  keepUndone,
  stillSent,
  undoneAfter,
  undoneAfterWhole,
  withRestored,
  type PartialUndo,
} from '../../../src/core/plan/undone.ts'
import type { PageTexts } from '../../../src/core/record/page.ts'
import type { Product } from '../../../src/core/record/product.ts'
import type { Snapshot } from '../../../src/core/record/snapshot.ts'
import type { WriteChange } from '../../../src/core/run/change.ts'
import { digestOf } from '../../../src/core/text/digest.ts'
import { key, productOf, snapshotOf, textsOf } from '../../helpers/content/records.ts'

const [sent, shown] = [productOf({ price: '3', name: 'Neu' }), productOf({ price: '13', name: 'Neu' })]
const digest = digestOf(sent)
const undo = { runId: 'run-3', at: '2026-11-20T04:00:00.000Z' }
const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`
const blockOf = (...paragraphs: string[]) => paragraphs.map(paragraph).join('\n\n')

/** A change that a run planned for a version of the partner. */
const changeTo = (product: Product, of: Product = product, undone?: Partial<Product>): WriteChange => ({
  ...key,
  kind: 'update',
  pageId: 41,
  fields: [],
  product,
  digest: digestOf(of),
  ...(undone && { undone }),
})

describe('an undone value of the product', () => {
  test('is still sent if the partner’s version differs only in writing', () => {
    expect(stillSent({ price: '3', name: 'Alt' }, sent)).toEqual({ price: '3' })
    const [a, b] = ['A', 'B'].map((name) => ({ name, value: '1' }))
    const reordered = productOf({ materials: [a, b].flatMap((one) => one ?? []) })
    const undone = { materials: [b, a].flatMap((one) => one ?? []) }
    expect(stillSent(undone, reordered)).toEqual({ materials: reordered.materials })
    expect(stillSent({ price: '4' }, sent)).toBeUndefined()
    expect(stillSent(undefined, sent)).toBeUndefined()
  })

  test('gives way to the restored one', () => {
    expect(withRestored(sent, shown, { price: '3' })).toEqual(shown)
    expect(withRestored(sent, shown, undefined)).toEqual(sent)
  })
})

describe('a write to a page with undone fields', () => {
  const base = textsOf({
    title: 'Alt',
    inner: blockOf('Alt', 'Zwei'),
    featuredMedia: 7,
    'terms.x': { shared: [1] },
  })
  const raw = textsOf({
    title: 'Neu',
    inner: blockOf('Neu', 'Zwei'),
    featuredMedia: 8,
    'terms.x': { shared: [2] },
  })
  const { title, inner, featuredMedia } = raw
  const texts = { title, inner, featuredMedia, 'terms.x': { shared: [2] } }
  const snapshot = snapshotOf(shown, {
    base,
    digest,
    undone: { ...undo, digest, product: { price: '3' }, texts },
  })
  const write = (wanted: PageTexts, change = changeTo(shown, sent), of: Snapshot | undefined = snapshot) =>
    keepUndone(change, of, wanted)

  test('keeps the restored values while the undone ones are wanted', () => {
    expect(write(raw)).toEqual({ wanted: { ...raw, ...base }, undone: snapshot.undone })
  })

  const others: [keyof PageTexts, PageTexts[keyof PageTexts]][] = [
    ['title', 'Neuer'],
    ['featuredMedia', 9],
    ['terms.x', { shared: [2, 3] }],
    ['inner', blockOf('Neuer', 'Zwei')],
  ]
  test.each(others)('writes another %s', (field, value) => {
    const { wanted, undone } = write({ ...raw, [field]: value })
    expect(wanted).toEqual({ ...raw, ...base, [field]: value })
    expect(undone?.texts).not.toHaveProperty(field)
    expect(Object.keys(undone?.texts ?? {})).toHaveLength(3)
  })

  test('writes the other parts of an undone block', () => {
    const { wanted, undone } = write({ ...raw, inner: blockOf('Neu', 'Drei') })
    expect(wanted.inner).toBe(blockOf('Alt', 'Drei'))
    expect(undone?.texts?.inner).toBe(blockOf('Neu', 'Drei'))
  })

  test('keeps no field that the map no longer fills or that was never written', () => {
    const { 'terms.x': _, ...unmapped } = raw
    expect(write(unmapped).undone?.texts).not.toHaveProperty('terms.x')
    const { 'terms.x': __, ...older } = base
    expect(write(raw, changeTo(shown, sent), { ...snapshot, base: older }).wanted['terms.x']).toEqual({
      shared: [2],
    })
  })

  test('keeps the undone values of the product that its plan found, or else those of the same version', () => {
    const newer = productOf({ price: '3', name: 'Drei' })
    const planned = changeTo({ ...newer, price: '13' }, newer, { price: '3' })
    expect(write(raw, planned).undone).toMatchObject({ digest: digestOf(newer), product: { price: '3' } })
    expect(write(raw, changeTo(newer)).undone).not.toHaveProperty('product')
    expect(write(raw, changeTo(sent)).undone).not.toHaveProperty('product')
    const {
      pageId: _,
      fields: __,
      ...rest
    } = changeTo(shown, sent) as Extract<WriteChange, { kind: 'update' }>
    expect(write(raw, { ...rest, kind: 'create' }).undone).toMatchObject({ product: { price: '3' } })
  })

  test('changes nothing if nothing is undone, or only of an older version', () => {
    const old = { ...snapshot, digest: 'newer' }
    for (const of of [snapshotOf(), old])
      expect(write(raw, changeTo(sent), of)).toEqual({ wanted: raw, undone: undefined })
    expect(keepUndone(changeTo(sent), undefined, raw)).toEqual({ wanted: raw, undone: undefined })
    const ofProduct = { ...snapshot, undone: { ...undo, digest, product: { price: '3' } } }
    expect(write(raw, changeTo(shown, sent), ofProduct)).toEqual({ wanted: raw, undone: ofProduct.undone })
    const ofPage = { ...snapshot, product: sent, undone: { ...undo, digest, texts } }
    expect(write(raw, changeTo(sent), ofPage).undone).toEqual(ofPage.undone)
  })

  test('can release some of its fields, or all', () => {
    expect(Object.keys(exceptUndone(snapshot, ['title', 'inner'])?.undone?.texts ?? {})).toEqual([
      'featuredMedia',
      'terms.x',
    ])
    expect(exceptUndone(snapshot, 'all')?.undone).toEqual({ ...snapshot.undone, texts: {} })
    expect(exceptUndone(undefined, 'all')).toBeUndefined()
    const ofProduct = snapshotOf(shown, { undone: { ...undo, digest, product: { price: '3' } } })
    expect(exceptUndone(ofProduct, ['title'])?.undone?.product).toEqual({ price: '3' })
  })
})

describe('the undone values after an undo of some fields', () => {
  const base = textsOf({ title: 'Neu' })
  const before = snapshotOf(sent, { digest, base })
  const partial = (more: Partial<PartialUndo> = {}): PartialUndo => ({
    ...undo,
    named: { product: ['price'], page: ['title'] },
    restored: ['title', 'inner'],
    product: shown,
    base: textsOf({ title: 'Alt' }),
    editors: {},
    ...more,
  })

  test('are the partner’s values that the page showed', () => {
    expect(undoneAfter(before, partial())).toEqual({
      ...undo,
      digest,
      product: { price: '3' },
      texts: { title: 'Neu' },
    })
  })

  test('are not those that an editor changed, that got an editor’s text, or that did not change', () => {
    expect(undoneAfter(before, partial({ restored: [] }))).not.toHaveProperty('texts')
    expect(undoneAfter(before, partial({ editors: { title: 'Alt' } }))).not.toHaveProperty('texts')
    expect(undoneAfter(before, partial({ base, product: sent }))).toBeUndefined()
  })

  test('keep those of an earlier undo, and lose those that are shown again', () => {
    const undone = { ...undo, digest, product: { price: '3' }, texts: { title: 'Neu' } }
    const after = snapshotOf(shown, { digest, base: textsOf({ title: 'Alt' }), undone })
    const named = (product: (keyof Product)[], page: 'excerpt'[] = []) => ({ product, page })
    const other = partial({
      named: named([], ['excerpt']),
      restored: ['excerpt'],
      base: textsOf({ excerpt: 'Alt' }),
    })
    expect(undoneAfter(after, other)).toMatchObject({
      product: { price: '3' },
      texts: { title: 'Neu', excerpt: after.base.excerpt },
    })
    expect(undoneAfter(after, partial({ product: sent, base }))).toBeUndefined()
  })

  test('are none of a page that was undone as a whole', () => {
    const whole = snapshotOf(productOf({ price: '13', name: 'Alt' }), { digest, base })
    expect(undoneAfter(whole, partial())).toBeUndefined()
  })
})

describe('the undone values after an undo of a whole record', () => {
  const older = {
    runId: 'run-1',
    at: undo.at,
    digest: 'older',
    product: { price: '9' },
    texts: { title: 'T' },
  }
  const undone = { ...undo, digest, product: { price: '3' } }
  const after = (more: Partial<Snapshot>, replaced: Parameters<typeof undoneAfterWhole>[2]) =>
    undoneAfterWhole('run-2', snapshotOf(shown, { digest, ...more }), replaced)

  test('are those before the undone write', () => {
    expect(after({ undone }, { did: 'updated' })).toBeUndefined()
    expect(after({ undone }, { did: 'updated', undone: older })).toEqual({ ...older, digest })
  })

  test('include those of an earlier undo of some fields of the same run', () => {
    const part = { undone, undoneInPart: { runId: 'run-2', by: 'run-3' } }
    expect(after(part, { did: 'updated' })).toEqual(undone)
    expect(after(part, { did: 'updated', undone: older })).toEqual({ ...undone, texts: { title: 'T' } })
    const ofPage = { ...undo, digest, texts: { excerpt: 'E' } }
    expect(after({ ...part, undone: ofPage }, { did: 'updated' })).toEqual(ofPage)
  })

  test('are not changed by an undone retirement or creation', () => {
    expect(after({ undone }, { did: 'retired' })).toEqual(undone)
    expect(after({ undone }, undefined)).toEqual(undone)
  })
})
