import { describe, expect, test } from 'vitest'
import { boundFaults } from '../../../src/core/reading/bounds.ts'
import { toProduct } from '../../../src/core/reading/read-product.ts'

const least = { gtin: '4006381333931', language: 'de-de', name: 'Dichtband' }

/** A value nested `depth` deep, as `JSON.parse` returns it. */
function nested(open: string, close: string, depth: number): unknown {
  return JSON.parse(`${open.repeat(depth)}1${close.repeat(depth)}`)
}

function reasonFor(fields: Record<string, unknown>): string {
  const parsed = toProduct({ ...least, ...fields })
  return parsed.ok ? '' : parsed.reason
}

describe('a value nested 5,000 deep is left out', () => {
  test.each([
    ['price', nested('[', ']', 5_000)],
    ['weight', nested('{"a":', '}', 5_000)],
    ['intro', nested('[', ']', 5_000)],
    ['application', nested('{"a":', '}', 5_000)],
    ['availability', nested('[', ']', 5_000)],
    ['folded', nested('[', ']', 5_000)],
    ['image', nested('[', ']', 5_000)],
    ['attributes', nested('{"a":', '}', 5_000)],
    ['attributes', [nested('[', ']', 5_000)]],
    ['attributes', [{ name: 'a', value: nested('[', ']', 5_000) }]],
  ])('%s', (field, value) => {
    const parsed = toProduct({ ...least, [field]: value })
    expect(parsed).toMatchObject({ ok: true, oddities: [expect.stringMatching(/left out$/)] })
  })

  test('but fails the record in its name', () => {
    expect(reasonFor({ name: nested('[', ']', 5_000) })).toContain('name is a list instead of a text')
  })

  test('but is ignored in an unknown field', () => {
    expect(toProduct({ ...least, colour: nested('[', ']', 5_000) })).toMatchObject({
      ok: true,
      unknownFields: ['colour'],
    })
  })
})

describe('a value that is too long is left out, and the rest of the record is kept', () => {
  test.each([
    ['intro', 'x'.repeat(50_001), 'intro has more than 50000 characters and is left out'],
    ['application', '['.repeat(300_001), 'application has more than 300000 characters and is left out'],
    ['image', `/${'x'.repeat(8_000)}`, 'image has more than 8000 characters and is left out'],
    ['availability', 'x'.repeat(1_001), 'availability has more than 1000 characters and is left out'],
  ])('%s', (field, value, told) => {
    const parsed = toProduct({ ...least, [field]: value, trade_unit: 'Rolle' })
    expect(parsed).toMatchObject({ ok: true, oddities: [told], product: { trade_unit: 'Rolle' } })
    expect(JSON.stringify(parsed)).not.toContain(value.slice(0, 100))
  })

  test.each([`0.${'0'.repeat(1_000_000)}1`, ' '.repeat(101)])(
    'a price becomes an unreadable one',
    (price) => {
      expect(toProduct({ ...least, price })).toMatchObject({
        ok: true,
        product: { price: null },
        unreadablePrice: 'price is "more than 100 characters", which cannot be read',
      })
    },
  )

  test('a list loses its overlong entries, and all entries beyond its limit', () => {
    const entry = { name: 'a', value: 'b' }
    expect(toProduct({ ...least, attributes: Array.from({ length: 2_001 }, () => entry) })).toMatchObject({
      ok: true,
      oddities: ['attributes has more than 2000 entries, and the others are left out'],
      product: { attributes: { length: 2_000 } },
    })
    const materials = [entry, { name: 'x'.repeat(1_001) }, { name: 'c', value: 'x'.repeat(50_001) }]
    expect(toProduct({ ...least, materials })).toMatchObject({
      ok: true,
      oddities: [
        'the name in materials has more than 1000 characters and is left out',
        'the value in materials has more than 50000 characters and is left out',
        'materials have an entry without a name, which is left out',
      ],
      product: { materials: [entry, { name: 'c', value: '' }] },
    })
  })

  test('but not the name, which identifies the record', () => {
    expect(reasonFor({ name: 'x'.repeat(1_001) })).toContain(
      '(1001 characters) instead of at most 1000 characters',
    )
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

test.each(['1e999', '1e-101'])('a number of more than 100 digits is left out: %s', (weight) => {
  expect(toProduct({ ...least, weight })).toMatchObject({ ok: true, product: { weight: null } })
})

test('undocumented fields are listed up to fifty', () => {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`x${at}${'y'.repeat(100)}`, 1]))
  const parsed = toProduct({ ...least, ...many })
  const names = parsed.ok ? parsed.unknownFields : []
  expect(names).toHaveLength(50)
})

test('markup beyond a limit fails the record as well', () => {
  const deep = '<b>'.repeat(5_000)
  expect(reasonFor({ application: deep, substrate: deep })).toBe(
    'the record cannot be shown as a page: application nests elements more than 500 deep; substrate nests elements more than 500 deep. Ask the partner to shorten it',
  )
})

test('a list with too many entries is named with its limit', () => {
  expect(
    boundFaults({ attributes: Array.from({ length: 2_001 }, () => ({ name: 'a', value: 'b' })) }),
  ).toEqual([{ path: ['attributes'], expected: 'a list of at most 2000 entries' }])
})
