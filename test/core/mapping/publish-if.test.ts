import { expect, test } from 'vitest'
import { missingFields } from '../../../src/core/mapping/publish-if.ts'
import type { Product } from '../../../src/core/record/product.ts'
import { productOf } from '../../helpers/content/records.ts'

const all = ['image', 'datasheet', 'price', 'folded', 'availability', 'materials', 'banner', 'catalog.rank']
const whole = productOf({
  image: 'https://p/a.jpg',
  datasheet: 'https://p/a.pdf',
  banner: 'https://p/b.jpg',
  price: '9',
  folded: false,
  availability: 'limited',
  materials: [{ name: 'PE', value: '' }],
  catalog: [{ name: 'rank', value: '7' }],
})
const lacked = (fields: Partial<Product>, hasFile = true): string[] =>
  missingFields(all, { ...whole, ...fields }, () => hasFile)

test('a product with all fields lacks none, and nothing is required without names', () => {
  expect(lacked({})).toEqual([])
  expect(missingFields([], productOf(), () => false)).toEqual([])
})

test.each<[Partial<Product>, string]>([
  [{ image: '' }, 'image'],
  [{ price: null }, 'price'],
  [{ folded: null }, 'folded'],
  [{ availability: 'unknown' }, 'availability'],
  [{ materials: [] }, 'materials'],
  [{ catalog: [{ name: 'rank', value: '' }] }, 'catalog.rank'],
  [{ catalog: [{ name: 'other', value: '7' }] }, 'catalog.rank'],
])('%j lacks a field', (fields, name) => {
  expect(lacked(fields)).toEqual([name])
})

test('a product without columns lacks them', () => {
  const { catalog: _, ...product } = whole
  expect(missingFields(['catalog.rank'], product, () => true)).toEqual(['catalog.rank'])
})

test('an image and documents count once they are in the media library, by the key of their URL', () => {
  expect(lacked({}, false)).toEqual(['image', 'datasheet'])
  const signed = { ...whole, image: 'https://p/a.jpg?X-Amz-Signature=1&X-Amz-Date=20261120T000000Z' }
  const asked: string[] = []
  missingFields(['image'], signed, (url) => asked.push(url) > 0)
  expect(asked).toHaveLength(1)
})
