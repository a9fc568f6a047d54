import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberFields } from '../../../src/contracts/partner.ts'
import { changedFields } from '../../../src/core/plan/diff.ts'
import { digestOf } from '../../../src/core/text/digest.ts'
import { toProduct } from '../../../src/core/reading/read-product.ts'
import type { Product } from '../../../src/core/record/product.ts'
import { anyProduct } from '../../helpers/content/arbitraries.ts'
import { key, productOf } from '../../helpers/content/records.ts'

const turned = (value: object) => Object.fromEntries(Object.entries(value).toReversed())
const names = Object.keys(productOf()) as (keyof Product)[]

const least = { ...key, name: 'Dichtband', attributes: [{ name: 'Farbe', value: 'grau' }] }
const blanks = [null, '', ' ', undefined]
/** Ways to write a number of so many thousandths. */
const numberForms: ((whole: number, thousandths: number) => number | string)[] = [
  (whole, thousandths) => (whole * 1000 + thousandths) / 1000,
  (whole, thousandths) => `${whole},${String(thousandths).padStart(3, '0')}0`,
  // With three decimals it could be a thousand.
  (whole, thousandths) => `${whole}.${String(thousandths).padStart(3, '0')}0`,
  (whole, thousandths) => ` 00${whole}.${String(thousandths).padStart(3, '0')}00\n`,
  (whole, thousandths) => `${whole * 1000 + thousandths}e-3`,
  (whole, thousandths) => `+0.${String(whole * 1000 + thousandths).padStart(9, '0')}E6`,
]

function productFrom(body: unknown): Product {
  const parsed = toProduct(body)
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.product
}

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

  test('does not depend on the form in which the partner sends numbers and blanks, nor on its order', () => {
    const anyNumber = fc.tuple(
      fc.option(fc.tuple(fc.nat(9_999), fc.nat(999))),
      fc.tuple(fc.nat(numberForms.length - 1), fc.nat(numberForms.length - 1)),
    )
    const anyNumbers = fc.tuple(...numberFields.map(() => anyNumber))
    fc.assert(
      fc.property(anyNumbers, (numbers) => {
        const sent = (side: 0 | 1) =>
          numbers.flatMap(([number, forms], at): [string, unknown][] => {
            const value = number ? numberForms[forms[side]]?.(...number) : blanks[forms[side] % blanks.length]
            return value === undefined ? [] : [[numberFields[at] ?? '', value]]
          })
        const one = productFrom(Object.fromEntries([...Object.entries(least), ...sent(0)]))
        const two = productFrom(Object.fromEntries([...sent(1), ...Object.entries(least)].toReversed()))
        expect(digestOf(one)).toBe(digestOf(two))
        expect(changedFields(one, two)).toEqual([])
      }),
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
  ])('distinguishes %j from %j', (a, b) => {
    expect(digestOf(a)).not.toBe(digestOf(b))
  })
})

function pick(product: Product, fields: readonly (keyof Product)[]): Partial<Product> {
  return Object.fromEntries(fields.map((field) => [field, structuredClone(product[field])]))
}

/** Another value than that of the field. */
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

  test('is empty if the digests are equal, and contains no field whose value is the same', () => {
    fc.assert(
      fc.property(anyProduct, anyProduct, fc.subarray(names), (one, two, shared) => {
        const mixed = {
          ...two,
          ...Object.fromEntries(shared.map((name) => [name, structuredClone(one[name])])),
        }
        if (digestOf(one) === digestOf(mixed)) expect(changedFields(one, mixed)).toEqual([])
        expect(changedFields(one, mixed).some((name) => shared.some((same) => same === name))).toBe(false)
      }),
      { numRuns: 50 },
    )
  })

  test('names all that has to be carried over to show the one as the other, and nothing more', () => {
    fc.assert(
      fc.property(anyProduct, anyProduct, fc.subarray(names), (before, other, taken) => {
        const after = { ...before, ...pick(other, taken) }
        const fields = changedFields(before, after) as (keyof Product)[]
        expect(taken).toEqual(expect.arrayContaining(fields))
        const applied = { ...before, ...pick(after, fields) }
        expect(changedFields(applied, after)).toEqual([])
        for (const left of fields) {
          const rest = fields.filter((field) => field !== left)
          expect(changedFields({ ...before, ...pick(after, rest) }, after)).toEqual([left])
        }
      }),
      { numRuns: 50 },
    )
  })

  test('is the same from either side', () => {
    fc.assert(
      fc.property(anyProduct, anyProduct, fc.subarray(names), (before, other, taken) => {
        const after = { ...before, ...pick(other, taken) }
        expect(changedFields(after, before)).toEqual(changedFields(before, after))
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
