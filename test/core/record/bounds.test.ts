import { describe, expect, test } from 'vitest'
import { toProduct } from '../../../src/core/record/product.ts'

const least = { gtin: '4006381333931', language: 'de-de', name: 'Dichtband' }

/** A value nested `depth` deep, as `JSON.parse` returns it. */
function nested(open: string, close: string, depth: number): unknown {
  return JSON.parse(`${open.repeat(depth)}1${close.repeat(depth)}`)
}

function reasonFor(fields: Record<string, unknown>): string {
  const parsed = toProduct({ ...least, ...fields })
  return parsed.ok ? '' : parsed.reason
}

describe('a value nested 5 000 deep is that record’s fault', () => {
  test.each([
    ['price', nested('[', ']', 5_000), 'a list instead of a number'],
    ['weight', nested('{"a":', '}', 5_000), 'an object instead of a number'],
    ['intro', nested('[', ']', 5_000), 'a list instead of a text'],
    ['application', nested('{"a":', '}', 5_000), 'an object instead of a text'],
    ['folded', nested('[', ']', 5_000), 'a list instead of true or false'],
    ['image', nested('[', ']', 5_000), 'a list instead of a text'],
  ])('%s', (field, value, said) => {
    expect(reasonFor({ [field]: value })).toContain(`${field} is ${said}`)
  })

  test('in an attribute, and in place of a list', () => {
    const value = nested('[', ']', 5_000)
    expect(reasonFor({ attributes: [{ name: 'a', value }] })).toContain('attributes.0.value is a list')
    expect(reasonFor({ materials: { deep: value } })).toContain('materials is an object instead of a list')
  })

  test('but no fault where nobody reads it', () => {
    expect(toProduct({ ...least, colour: nested('[', ']', 5_000) })).toMatchObject({
      ok: true,
      unknownFields: ['colour'],
    })
  })
})

describe('what is too long is named with its length and the limit', () => {
  test.each([
    ['price', `0.${'0'.repeat(1_000_000)}1`, '(1000003 characters) instead of at most 100 characters'],
    ['price', ' '.repeat(101), 'instead of at most 100 characters'],
    ['price', '1e999', '"1e999" instead of at most 100 digits'],
    ['price', '1e-101', '"1e-101" instead of at most 100 digits'],
    ['name', 'x'.repeat(1_001), '(1001 characters) instead of at most 1000 characters'],
    ['intro', 'x'.repeat(50_001), '(50001 characters) instead of at most 50000 characters'],
    ['application', '['.repeat(300_001), '(300001 characters) instead of at most 300000 characters'],
    ['image', `/${'x'.repeat(8_000)}`, '(8001 characters) instead of at most 8000 characters'],
  ])('%s', (field, value, said) => {
    expect(reasonFor({ [field]: value })).toContain(` ${field} is `)
    expect(reasonFor({ [field]: value })).toContain(said)
  })

  test('lists and their entries', () => {
    const entry = { name: 'a', value: 'b' }
    expect(reasonFor({ attributes: Array.from({ length: 2_001 }, () => entry) })).toContain(
      'attributes is a list instead of a list of at most 2000 entries',
    )
    expect(reasonFor({ materials: [entry, { name: 'x'.repeat(1_001) }] })).toContain(
      'materials.1.name is "xxx',
    )
    expect(reasonFor({ attributes: [5, null] })).toContain('attributes.0 is 5 instead of an object')
  })

  test.each([
    ['price', `0.${'1'.repeat(98)}`],
    ['price', '1e99'],
    ['name', 'x'.repeat(1_000)],
    ['intro', 'x'.repeat(50_000)],
    ['application', 'x'.repeat(300_000)],
    ['attributes', Array.from({ length: 2_000 }, () => ({ name: 'a', value: 'b' }))],
  ])('and %s at its limit is taken', (field, value) => {
    expect(reasonFor({ [field]: value })).toBe('')
  })
})

test('undocumented fields are listed up to fifty', () => {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`x${at}${'y'.repeat(100)}`, 1]))
  const parsed = toProduct({ ...least, ...many })
  const names = parsed.ok ? parsed.unknownFields : []
  expect(names).toHaveLength(50)
})

test('markup beyond a limit is the record’s fault, too', () => {
  const deep = '<b>'.repeat(5_000)
  expect(reasonFor({ application: deep, substrate: deep })).toBe(
    'the record cannot be shown as a page: application nests elements more than 500 deep; substrate nests elements more than 500 deep. Ask the partner to shorten it',
  )
})
