import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toDecimal } from '../../../src/core/text/decimal.ts'

describe('a number has one canonical form', () => {
  test.each([
    [12.5, '12.5'],
    ['12.5', '12.5'],
    ['12.50', '12.5'],
    ['+12.50', '12.5'],
    [' 012.500 ', '12.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['-.50', '-0.5'],
    [0, '0'],
    [-0, '0'],
    ['-0.000', '0'],
    ['000', '0'],
    ['1e3', '1000'],
    ['1.5E+2', '150'],
    ['125e-2', '1.25'],
    ['1e-7', '0.0000001'],
    [1e-7, '0.0000001'],
    [1e21, '1000000000000000000000'],
    ['0e5', '0'],
    ['123456789012345678901234.5678901234567890', '123456789012345678901234.567890123456789'],
  ])('%j is %s', (value, expected) => {
    expect(toDecimal(value)).toBe(expected)
  })
})

test.each([null, undefined, '', '   ', '\u00a0'])('%j does not apply', (value) => {
  expect(toDecimal(value)).toBeNull()
})

test.each([
  '12,50',
  '1.234,5',
  '1 000',
  '12 mm',
  'ca. 3',
  '-',
  '.',
  'e5',
  '0x10',
  '1e',
  '1e9999',
  '--1',
  '1.2.3',
  '∞',
  '１２',
  '1'.repeat(2_001),
])('%j is not a number', (value) => {
  expect(toDecimal(value)).toBeUndefined()
})

test('NaN and infinity are not numbers', () => {
  expect([Number.NaN, Infinity, -Infinity].map(toDecimal)).toEqual([undefined, undefined, undefined])
})

const anyWritten = fc
  .tuple(
    fc.constantFrom('', '-', '+'),
    fc.stringMatching(/^\d{1,25}$/),
    fc.option(fc.stringMatching(/^\d{1,25}$/)),
    fc.option(fc.integer({ min: -30, max: 30 })),
  )
  .map(
    ([sign, whole, fraction, exponent]) =>
      `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${exponent === null ? '' : `e${exponent}`}`,
  )

describe('for any text', () => {
  test('it is a number in canonical form, nothing, or no number', () => {
    const anyWriting = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[+-]?[0-9.eE+-]{0,12}$/),
      anyWritten.map((written) => ` ${written}\n`),
    )
    fc.assert(
      fc.property(anyWriting, (text) => {
        const decimal = toDecimal(text)
        expect(decimal === null).toBe(text.trim() === '')
        if (typeof decimal !== 'string') return
        expect(toDecimal(decimal)).toBe(decimal)
        expect(Number(decimal)).toBe(Number(text) + 0)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('for any number', () => {
  test('the canonical form stays as it is', () => {
    fc.assert(
      fc.property(anyWritten, (written) => {
        const canonical = toDecimal(written)
        expect(canonical).toMatch(/^(0|-?[1-9]\d*|-?(0|[1-9]\d*)\.\d*[1-9])$/)
        expect(toDecimal(canonical)).toBe(canonical)
      }),
    )
  })

  test('the canonical form is the same number', () => {
    fc.assert(
      fc.property(anyWritten, (written) => {
        expect(Number(toDecimal(written))).toBe(Number(written) + 0)
      }),
    )
  })

  test('number, text and padded text are the same', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = toDecimal(value)
        expect(toDecimal(String(value))).toBe(text)
        expect(toDecimal(text?.includes('.') ? `${text}00` : `${text}.00`)).toBe(text)
        expect(Number(text)).toBe(value + 0)
      }),
    )
  })

  test('a shifted point and its exponent cancel', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9]\d{0,20}$/), fc.integer({ min: 0, max: 30 }), (digits, shift) => {
        expect(toDecimal(`${digits}${'0'.repeat(shift)}e-${shift}`)).toBe(toDecimal(digits))
      }),
    )
  })
})
