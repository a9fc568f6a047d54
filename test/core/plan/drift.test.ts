import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { driftFaults, explainDrift } from '../../../src/core/plan/drift.ts'
import { toProduct } from '../../../src/core/record/product.ts'
import { key } from '../../helpers/content/records.ts'

const told = (fields: object) => {
  const parsed = toProduct({ ...key, name: 'Dichtband', ...fields })
  return parsed.ok ? 'a product' : parsed.reason
}

describe('an undocumented form is reported with the received and the expected value', () => {
  test.each([
    ['name is missing instead of a text', { name: undefined }],
    ['intro is 5 instead of a text', { intro: 5 }],
    ['price is [1] instead of a number', { price: [1] }],
    ['price is "12,50" instead of a number', { price: '12,50' }],
    ['folded is "yes" instead of true or false', { folded: 'yes' }],
    [
      'availability is "soon" instead of one of unknown, available, limited, not_available',
      { availability: 'soon' },
    ],
    ['attributes is {} instead of a list', { attributes: {} }],
    ['attributes.0 is null instead of an object', { attributes: [null] }],
    ['materials.1.value is 3 instead of a text', { materials: [{ name: 'a' }, { name: 'b', value: 3 }] }],
    ['name is null instead of a text; price is "x" instead of a number', { name: null, price: ['x'] }],
  ])('%s', (fault, fields) => {
    expect(told(fields)).toBe(
      `the record does not match the partner’s API: ${fault.replace('"x"', '["x"]')}. Ask the partner to fix it`,
    )
  })

  test('a long value is cut', () => {
    expect(told({ price: 'x'.repeat(100) })).toContain(`price is "${'x'.repeat(59)}… instead of a number`)
    expect(told({ price: 'x'.repeat(58) })).toContain(`price is "${'x'.repeat(58)}" instead of a number`)
  })

  test.each([
    [5, 'h is "h" instead of x.'],
    [6, 'h is "h" instead of x; and 1 more.'],
    [9, 'h is "h" instead of x; and 4 more.'],
  ])('of %i faults five are told', (count, end) => {
    const faults = Array.from({ length: count }, () => ({ path: ['h'], expected: 'x' }))
    const text = explainDrift({ h: 'h' }, faults)
    expect(text.split(' instead of ')).toHaveLength(6)
    expect(text).toContain(end)
  })

  test('a body that is none, and a way into what has no inside, are told as well', () => {
    const faults = [
      { path: [], expected: 'an object' },
      { path: ['a', 'b'], expected: 'a text' },
    ]
    expect(explainDrift(null, faults)).toContain(
      ': the whole record is null instead of an object; a.b is missing',
    )
    expect(explainDrift({ a: 'text' }, faults)).toContain('a.b is missing instead of a text')
  })

  test('a rule that has no words of its own is told by its absence', () => {
    const { error } = z.object({ code: z.string().min(3) }).safeParse({ code: 'x' })
    expect(driftFaults(error?.issues ?? [])).toEqual([{ path: ['code'], expected: 'what is documented' }])
  })
})
