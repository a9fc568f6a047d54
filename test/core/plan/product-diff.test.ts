import { describe, expect, test } from 'vitest'
import type { Product } from '../../../src/core/record/product.ts'
import { diffProducts, diffValues } from '../../../src/core/plan/product-diff.ts'
import { productOf } from '../../helpers/content/records.ts'

const diff = (before: Partial<Product>, after: Partial<Product>) =>
  diffProducts(productOf(before), productOf(after))

test('the diff of two equal products is empty', () => {
  expect(diff({}, {})).toEqual([])
})

describe('a changed field is shown as a reader sees it', () => {
  test.each<[string, Partial<Product>, Partial<Product>, { field: string; before: string; after: string }]>([
    [
      'a text',
      { name: 'Band' },
      { name: 'Dichtband' },
      { field: 'name', before: 'Band', after: 'Dichtband' },
    ],
    ['a number', { price: '1.5' }, { price: null }, { field: 'price', before: '1.5', after: '' }],
    ['yes and no', { folded: true }, { folded: false }, { field: 'folded', before: 'yes', after: 'no' }],
    ['nothing and no', { folded: null }, { folded: false }, { field: 'folded', before: '', after: 'no' }],
    [
      'markup',
      { advantages: '<ul><li>dicht</li></ul>' },
      { advantages: '<ul><li>dicht</li><li>leise &amp; warm</li></ul>' },
      { field: 'advantages', before: '• dicht', after: '• dicht\n• leise & warm' },
    ],
    [
      'a text that is no markup',
      { intro: 'a < b' },
      { intro: '<b>' },
      { field: 'intro', before: 'a < b', after: '<b>' },
    ],
    [
      'attributes',
      { attributes: [{ name: 'Farbe', norm: '', value: 'grau' }] },
      { attributes: [{ name: 'Brand', norm: 'EN 13501', value: 'E' }] },
      { field: 'attributes', before: 'Farbe: grau', after: 'Brand (EN 13501): E' },
    ],
    [
      'columns of the catalogue',
      {},
      { catalog: [{ name: 'shelf', value: 'A' }] },
      { field: 'catalog.shelf', before: '', after: 'A' },
    ],
    [
      'materials',
      { materials: [] },
      {
        materials: [
          { name: 'Butyl', value: '90 %' },
          { name: 'Vlies', value: '10 %' },
        ],
      },
      { field: 'materials', before: '', after: 'Butyl: 90 %\nVlies: 10 %' },
    ],
  ])('%s', (_, before, after, expected) => {
    expect(diff(before, after)).toEqual([expected])
  })
})

test('a difference that is only in the markup is shown as markup', () => {
  const [before, after] = [
    '<table><tr><td colspan="2">Kleben.</td></tr></table>',
    '<table><tr><td>Kleben.</td></tr></table>',
  ]
  expect(diff({ application: before }, { application: after })).toEqual([
    { field: 'application', before, after },
  ])
})

test('list entries that read alike are shown alike', () => {
  const attributes = (name: string, value: string) => ({ attributes: [{ name, norm: '', value }] })
  expect(diff(attributes('a', 'b: c'), attributes('a: b', 'c'))).toEqual([
    { field: 'attributes', before: 'a: b: c', after: 'a: b: c' },
  ])
})

test('changed fields are in alphabetical order', () => {
  expect(diff({ price: '1', name: 'a' }, { price: '2', name: 'b' }).map(({ field }) => field)).toEqual([
    'name',
    'price',
  ])
})

test('each column of the catalogue is a field, even if it is gone', () => {
  const before = { catalog: [column('shelf', 'A'), column('rank', '1'), column('line', 'Tapes')] }
  const after = { catalog: [column('shelf', 'B'), column('rank', '1'), column('colour', 'red')] }
  expect(diff(before, after)).toEqual([
    { field: 'catalog.colour', before: '', after: 'red' },
    { field: 'catalog.line', before: 'Tapes', after: '' },
    { field: 'catalog.shelf', before: 'A', after: 'B' },
  ])
})

test('values are shortened to their first line', () => {
  const [before, after] = [productOf({ intro: 'Band' }), productOf({ intro: 'Filz\nWolle' })]
  expect(diffValues(before, after)).toEqual([{ field: 'intro', before: 'Band', after: 'Filz…' }])
  expect(diffValues(before, { ...before, catalog: [column('shelf', 'A')] })).toEqual([
    { field: 'catalog.shelf', before: '', after: 'A' },
  ])
})

function column(name: string, value: string) {
  return { name, value }
}
