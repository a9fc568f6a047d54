import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changedFields } from '../../src/core/diff.ts'
import { digestOf } from '../../src/core/digest.ts'
import type { Product } from '../../src/core/product.ts'
import { anyProduct } from '../helpers/arbitraries.ts'
import { productOf } from '../helpers/records.ts'

const turned = (value: object) => Object.fromEntries(Object.entries(value).toReversed())
const names = Object.keys(productOf()) as (keyof Product)[]

describe('a digest', () => {
  test('is a SHA-256 in base64url', () => {
    expect(digestOf(productOf())).toMatch(/^[\w-]{43}$/)
  })

  test('does not depend on the order of keys, at any depth', () => {
    fc.assert(
      fc.property(anyProduct, (product) => {
        const other = { ...turned(product), attributes: product.attributes.map(turned) }
        expect(digestOf(other)).toBe(digestOf(product))
      }),
      { numRuns: 50 },
    )
  })

  test('depends on the order of lists', () => {
    expect(digestOf([1, 2])).not.toBe(digestOf([2, 1]))
  })

  test.each([
    [null, ''],
    [null, undefined],
    ['0', 0],
    [[], {}],
    [{ a: null }, {}],
  ])('tells %j from %j', (a, b) => {
    expect(digestOf(a)).not.toBe(digestOf(b))
  })
})

/** Another value than the one that stands in the field. */
function otherValue(product: Product, name: keyof Product): unknown {
  const value = product[name]
  if (Array.isArray(value)) return [...value, { name: 'new', norm: '', value: 'x' }]
  if (name === 'folded') return value !== true
  if (name === 'availability') return value === 'limited' ? 'available' : 'limited'
  return typeof value === 'string' ? `${value}1` : '1'
}

describe('the difference of two products', () => {
  test.each(names)('a change of %s is seen, by digest and by name', (name) => {
    const before = productOf()
    const after = productOf({ [name]: otherValue(before, name) })
    expect(digestOf(after)).not.toBe(digestOf(before))
    expect(changedFields(before, after)).toEqual([name])
  })

  test('is empty exactly when the digests are equal', () => {
    fc.assert(
      fc.property(anyProduct, anyProduct, fc.subarray(names), (one, two, shared) => {
        const mixed = {
          ...two,
          ...Object.fromEntries(shared.map((name) => [name, structuredClone(one[name])])),
        }
        expect(changedFields(one, mixed).length === 0).toBe(digestOf(one) === digestOf(mixed))
        expect(changedFields(one, mixed).some((name) => shared.some((same) => same === name))).toBe(false)
      }),
      { numRuns: 50 },
    )
  })

  test('names the fields in alphabetical order', () => {
    const after = productOf({ weight: '3', area: '2', name: 'Band', materials: [{ name: 'PE', value: '' }] })
    expect(changedFields(productOf(), after)).toEqual(['area', 'materials', 'name', 'weight'])
  })

  test('holds a field that an older snapshot did not know', () => {
    const { banner: _, ...older } = productOf()
    expect(changedFields(older as Product, productOf({ banner: 'https://partner.example/b.jpg' }))).toEqual([
      'banner',
    ])
  })
})
