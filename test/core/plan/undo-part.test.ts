import { describe, expect, test } from 'vitest'
import type { Outcome } from '../../../src/core/run/change.ts'
import {
  isInUndo,
  isWrittenBy,
  pageFieldOf,
  partOfReplaced,
  undoneFields,
  withEarlier,
} from '../../../src/core/plan/undo-part.ts'
import { planUndo } from '../../../src/core/plan/undo.ts'
import { key, pageOf, productOf, snapshotOf, textsOf } from '../../helpers/content/records.ts'

const updated: Outcome = { ...key, result: 'updated', fields: ['price'] }

test.each([
  [{}, true],
  [{ gtins: [key.gtin], languages: ['en-gb', key.language], fields: ['price'] }, true],
  [{ gtins: ['4026639012340'] }, false],
  [{ languages: ['en-gb'] }, false],
] as const)('an undo of %j may revert an update in German: %j', (part, isIn) => {
  const { gtins, languages, fields } = part as { gtins?: string[]; languages?: string[]; fields?: string[] }
  const lists = { ...(gtins && { gtins }), ...(languages && { languages }), ...(fields && { fields }) }
  expect(isInUndo(updated, lists)).toBe(isIn)
})

test('only a page that was updated has an earlier value of a field', () => {
  const results = ['created', 'updated', 'restored', 'retired', 'undone', 'kept', 'failed'] as const
  const of = (part: { fields?: string[] }) => results.filter((result) => isInUndo({ ...key, result }, part))
  expect(of({})).toEqual(['created', 'updated', 'restored', 'retired', 'undone'])
  expect(of({ fields: ['price'] })).toEqual(['updated', 'undone'])
  expect(results.map((result) => isWrittenBy({ result }))).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
    false,
  ])
})

test('the fields of a page have the names of decisions', () => {
  expect(
    ['title', 'excerpt', 'block', 'image', 'meta.price', 'menu_order', 'price'].map(pageFieldOf),
  ).toEqual(['title', 'excerpt', 'inner', 'featuredMedia', 'meta.price', 'menu_order', undefined])
})

describe('the fields that an undo may revert', () => {
  const before = productOf({ name: 'Altes Band', image: 'https://a.example/1.png' })
  const snapshot = snapshotOf(productOf({ name: 'Neues Band', image: 'https://a.example/2.png' }))
  const replaced = {
    did: 'updated' as const,
    product: before,
    texts: { title: 'Altes Band', featuredMedia: 9, 'meta.x': 'alt' },
  }

  test('are those of the product that differ, and those of the page', () => {
    const names = ['name', 'title', 'price', 'meta.x', 'excerpt', 'gtin', 'nothing']
    expect(undoneFields(replaced, snapshot, names)).toEqual({ product: ['name'], page: ['title', 'meta.x'] })
  })

  test('are the product’s if it changed a field of the same name, otherwise the page’s', () => {
    expect(undoneFields(replaced, snapshot, ['image'])).toEqual({ product: ['image'], page: [] })
    const { product: _, ...onPage } = replaced
    expect(undoneFields(onPage, snapshot, ['image'])).toEqual({ product: [], page: ['featuredMedia'] })
  })

  test('are none that an earlier undo reverted, and none of a retired page', () => {
    const now = snapshotOf(before, { base: textsOf({ title: 'Altes Band' }) })
    expect(undoneFields(replaced, now, ['name', 'title'])).toEqual({ product: [], page: [] })
    expect(undoneFields({ ...replaced, did: 'retired' }, snapshot, ['name'])).toEqual({
      product: [],
      page: [],
    })
    expect(undoneFields({ did: 'updated' }, snapshot, ['title'])).toEqual({ product: [], page: [] })
  })
})

describe('the part of a replaced version', () => {
  const replaced = {
    did: 'updated' as const,
    texts: { title: 'Altes Band', excerpt: 'Alt' },
    base: { title: 'Unser Band' },
    status: { before: 'draft' as const, after: 'publish' as const },
  }

  test('of page fields has their earlier values, and whose they were', () => {
    expect(partOfReplaced(replaced, { product: [], page: ['title', 'excerpt'] }, undefined)).toEqual({
      replaced: {
        did: 'updated',
        texts: { title: 'Altes Band', excerpt: 'Alt' },
        base: { title: 'Unser Band' },
      },
    })
    expect(partOfReplaced(replaced, { product: [], page: ['excerpt'] }, undefined)).toEqual({
      replaced: { did: 'updated', texts: { excerpt: 'Alt' } },
    })
  })

  test('of product fields has each field of the page that shows them', () => {
    const product = withEarlier(productOf({ name: 'Neu', price: '3' }), productOf({ name: 'Alt' }), ['name'])
    expect(product).toEqual(productOf({ name: 'Alt', price: '3' }))
    const now = textsOf({ title: 'Neu', inner: '<p>Neu</p>', 'meta.x': 1 })
    const before = textsOf({ title: 'Alt', inner: '<p>Alt</p>', 'meta.x': 1 })
    const rendered = { product, now, before, links: 'l' }
    expect(partOfReplaced(replaced, { product: ['name'], page: [] }, rendered)).toEqual({
      replaced: { did: 'updated', product, texts: { title: 'Alt', inner: '<p>Alt</p>' }, links: 'l' },
    })
  })

  test('is none if the page does not show the fields', () => {
    const [now, product] = [textsOf(), productOf()]
    const none = { reason: { code: 'undo-not-shown' } }
    expect(partOfReplaced({ did: 'updated' }, { product: [], page: [] }, undefined)).toEqual(none)
    const rendered = { product, now, before: now, links: undefined }
    expect(partOfReplaced(replaced, { product: ['name'], page: [] }, rendered)).toEqual(none)
  })
})

describe('after an undo of some fields', () => {
  const undoable = {
    runId: '1',
    did: 'updated' as const,
    replaced: { did: 'updated' as const, texts: { title: 'Alt' } },
    page: pageOf(),
    pageStatus: 'publish' as const,
    begun: false,
  }
  const undoOf = (
    undoneInPart: { runId: string; by: string } | undefined,
    obstacle?: { code: 'undo-not-shown' },
  ) =>
    planUndo(key, {
      ...undoable,
      obstacle,
      snapshot: snapshotOf(productOf(), { runId: '2', ...(undoneInPart && { undoneInPart }) }),
    })

  test('the other fields can still be undone, until another run writes the page', () => {
    expect(undoOf({ runId: '1', by: '2' })).toMatchObject({ kind: 'revert', fields: ['title'] })
    const since = { kind: 'leave', reasons: [{ code: 'undo-written-since', runId: '2' }] }
    expect(undoOf({ runId: '1', by: '0' })).toEqual(since)
    expect(undoOf({ runId: '0', by: '2' })).toEqual(since)
    expect(undoOf(undefined)).toEqual(since)
  })

  test('a record whose fields cannot be reverted stays, with the reason', () => {
    expect(undoOf({ runId: '1', by: '2' }, { code: 'undo-not-shown' })).toEqual({
      kind: 'leave',
      reasons: [{ code: 'undo-not-shown' }],
    })
  })
})
