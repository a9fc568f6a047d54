import { expect, test } from 'vitest'
import { isReservedMeta, isTarget } from '../../../src/core/mapping/target.ts'
import { placeOf } from '../../../src/core/record/mapped.ts'

test.each([
  ['meta.price', { group: 'meta', name: 'price' }],
  ['meta._seo_title', { group: 'meta', name: '_seo_title' }],
  ['meta.a.b', { group: 'meta', name: 'a.b' }],
  ['acf.datasheet', { group: 'acf', name: 'datasheet' }],
  ['terms.product_cat', { group: 'terms', name: 'product_cat' }],
  ['menu_order', { group: undefined, name: 'menu_order' }],
  ['title', { group: undefined, name: 'title' }],
  ['excerpt', { group: undefined, name: 'excerpt' }],
])('%s is a field that a map may fill', (target, place) => {
  expect([isTarget(target), placeOf(target)]).toEqual([true, place])
})

test.each([
  'content',
  'mata.price',
  'meta',
  'meta.',
  'meta. price',
  'meta.price ',
  'meta.two\nlines',
  'meta.two\u2028lines',
  `meta.${'x'.repeat(256)}`,
  'meta._crdt_document',
  'meta._crdt',
  'meta.footnotes',
  'acf.',
  'acf.rows.0',
  'terms.product cat',
  'Title',
  '',
])('%j is not a field that a map may fill', (target) => {
  expect(isTarget(target)).toBe(false)
})

test('only keys of meta are reserved', () => {
  expect(['meta.footnotes', 'meta._crdt_x', 'meta.footnotes2', 'acf.footnotes'].map(isReservedMeta)).toEqual([
    true,
    true,
    false,
    false,
  ])
})
