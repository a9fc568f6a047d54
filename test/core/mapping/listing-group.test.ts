import { expect, test } from 'vitest'
import { groupColumns, groupOf, type ListingGroup } from '../../../src/core/mapping/listing-group.ts'
import { fullProduct } from '../../../src/core/render/template/sample.ts'

const column = (name: string): ListingGroup => ({ kind: 'column', column: name })
const row = {
  target: 'terms.product_tag',
  source: { kind: 'field', field: 'trade_unit' },
  as: 'list',
  owner: 'shared',
  words: {},
} as const
const terms: ListingGroup = { kind: 'terms', row }
const product = { ...fullProduct, language: 'de-at' }

test('a column groups products by its first value', () => {
  const groups = ['Bänder | Neu', ' Ecken\nmehr', ''].map((category) =>
    groupOf(column('category'), product, { category }),
  )
  expect(groups).toEqual(['Bänder', 'Ecken', ''])
  expect(groupOf(column('category'), product, undefined)).toBe('')
})

test('a column may differ by language, and the region precedes the language', () => {
  const group = column('category_{language}')
  expect(groupOf(group, product, { 'category_de-at': 'Jause', category_de: 'Brotzeit' })).toBe('Jause')
  expect(groupOf(group, product, { 'category_de-at': '', category_de: 'Brotzeit' })).toBe('Brotzeit')
  expect(groupColumns(group, ['de-at', 'de', 'en'])).toEqual(['category_de-at', 'category_de', 'category_en'])
})

test('terms group products by the first term of the page', () => {
  expect(groupOf(terms, { ...product, trade_unit: 'Rolle' }, undefined)).toBe('Rolle')
  expect(groupOf(terms, { ...product, trade_unit: '' }, undefined)).toBe('')
})

test('only a column of the catalogue is read from it', () => {
  expect(groupColumns(column('category'), ['de', 'en'])).toEqual(['category'])
  expect([terms, undefined].map((group) => groupColumns(group, ['de']))).toEqual([[], []])
})
