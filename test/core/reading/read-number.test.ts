import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberFields } from '../../../src/contracts/partner.ts'
import { toDecimal } from '../../../src/core/text/decimal.ts'
import { readNumbers } from '../../../src/core/reading/read-number.ts'

const read = (field: (typeof numberFields)[number], value: unknown, others: object = {}) =>
  readNumbers({ ...others, [field]: value }).value[field]

describe('PR-12: a number with one meaning is read, whoever wrote it', () => {
  test.each([
    ['12,50', '12.5'],
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ["1'234.50", '1234.5'],
    ['1’234,5', '1234.5'],
    ['1 234,50', '1234.5'],
    ['1\u00a0234', '1234'],
    ['1\u202f234\u202f567', '1234567'],
    ['1.234.567', '1234567'],
    ['1,234,567', '1234567'],
    ['0,450', '0.45'],
    ['1234,567', '1234.567'],
    ['12.50 €', '12.5'],
    ['12,50\u00a0EUR', '12.5'],
    ['€ 1.234,50', '1234.5'],
    ['EUR 5', '5'],
    ['80.61', '80.61'],
    [80.61, '80.61'],
  ])('price %j is %s', (sent, expected) => {
    expect(read('price', sent)).toBe(expected)
  })

  test.each(['-12,5', '−12,5'])('the minus sign of %j is kept', (sent) => {
    expect(read('packaging_unit_quantity', sent)).toBe('-12.5')
  })

  test.each([
    ['weight', '3 kg', '3 kg'],
    ['weight', '2,5kg', '2.5 kg'],
    ['joint', '5 mm', '5 mm'],
    ['area', '1.234,5 m²', '1234.5 m²'],
    ['length', '25 m', '25 m'],
    ['packaging_unit_quantity', '12 Stk', '12'],
  ] as const)('%s %j keeps its unit: %s', (field, sent, expected) => {
    expect(read(field, sent)).toBe(expected)
  })

  test.each(['n/a', '-', '–', 'N.A.', 'k. A.', 'NaN', 'null', 'keine Angabe'])(
    '%j is read as no value',
    (sent) => {
      expect(readNumbers({ weight: sent })).toEqual({
        value: expect.objectContaining({ weight: null }),
        oddities: [`weight "${sent}" is read as no value`],
      })
    },
  )

  test('a difference from the documentation is reported', () => {
    expect(readNumbers({ price: '12,50', weight: '3 kg', length: '2.50', width: 3 }).oddities).toEqual([
      'price "12,50" is read as "12.5"',
      'weight "3 kg" is shown with its unit',
    ])
  })
})

describe('PR-53: a number with more than one meaning, or none, is left out', () => {
  test.each([
    '1.234',
    '1,234',
    '12.500',
    '-1,234',
    '1,234 €',
    '~5',
    'ca. 3',
    '12 34',
    '1.23.456',
    '1.234.56',
    '1,234,56',
    '1.234.567.89',
    '0.123.456',
    '12,34,567.89',
    '12.50 USD',
    '5 mm',
    '2 x 3',
    '1,5e3',
    '12.-',
    '',
  ])('price %j', (sent) => {
    expect(read('price', sent)).toBeNull()
  })

  test.each([true, [1], { amount: 1 }, Infinity])('price %j', (sent) => {
    expect(readNumbers({ price: sent })).toMatchObject({
      value: { price: null },
      oddities: [expect.stringMatching(/^price ".*" cannot be read as a number and is left out$/)],
      unreadablePrice: expect.stringMatching(/^price is ".*", which cannot be read$/),
    })
  })

  test('an unreadable price differs from none', () => {
    for (const price of [null, '', 'n/a', undefined])
      expect(readNumbers({ price })).not.toHaveProperty('unreadablePrice')
  })

  test.each([0, '0', '0.00', '0,00 €', -5, '-0.01', '−12,50'])('price %j is not above zero', (price) => {
    expect(readNumbers({ price })).toMatchObject({
      value: { price: null },
      oddities: [expect.stringMatching(/^price ".*" is not above zero and is left out$/)],
      unreadablePrice: expect.stringMatching(/^price is ".*", which is not above zero$/),
    })
  })

  test('a measure in the unit of another one', () => {
    expect(read('weight', '5 mm')).toBeNull()
    expect(read('area', '5 m')).toBeNull()
  })
})

describe('three digits after a point', () => {
  test('are decimals if another number of the record shows its point', () => {
    expect(read('weight', '1.234', { price: '80.61' })).toBe('1.234')
    expect(read('weight', '1.234', { price: 80.61 })).toBeNull()
    expect(read('weight', '1.234', { price: '80,61' })).toBeNull()
    expect(read('weight', '1.234', { price: '80.61', length: '1,5' })).toBeNull()
    expect(read('weight', '1,234', { price: '80,61' })).toBeNull()
  })

  test('are never inferred in a price', () => {
    expect(read('price', '1.234', { weight: '0.5', length: '80.61' })).toBeNull()
  })
})

const locales = (
  'de de-AT de-CH de-LI en en-IN en-ZA es es-CR es-MX fr fr-CH it it-CH pt pt-PT pl cs sk hu ro bg hr sl sr lt lv et fi ' +
  'sv nb da nl el tr ru uk he ar ar-EG fa hi bn mr my ne th ja ko zh vi id ka hy kk sw'
).split(' ')

test('a number in any language’s writing is read as exactly that number, or left out', () => {
  let exact = 0
  fc.assert(
    fc.property(
      fc.constantFrom(...locales),
      fc.constantFrom(...numberFields),
      fc.record({
        whole: fc.nat(9_999_999),
        hundredths: fc.nat(999),
        digits: fc.nat(3),
        grouped: fc.boolean(),
      }),
      fc.constantFrom('plain', 'EUR'),
      (locale, field, { whole, hundredths, digits, grouped }, style) => {
        const value = Number(`${whole}.${String(hundredths).padStart(3, '0').slice(0, digits)}`)
        const format = new Intl.NumberFormat(locale, {
          useGrouping: grouped,
          minimumFractionDigits: digits,
          ...(style === 'EUR' && { style: 'currency', currency: 'EUR' }),
        })
        const found = read(field, format.format(value))
        if (found === null) return
        exact++
        expect(found).toBe(toDecimal(value))
      },
    ),
    { numRuns: 4000 },
  )
  expect(exact).toBeGreaterThan(1000)
})

test('all numbers of a record in any language’s writing are read as exactly these numbers, or left out', () => {
  const anyNumber = fc
    .double({ min: 0, max: 99_999, noNaN: true })
    .map((value) => Math.round(value * 1000) / 1000)
  fc.assert(
    fc.property(
      fc.constantFrom(...locales),
      fc.tuple(...numberFields.map(() => anyNumber)),
      (locale, numbers) => {
        const format = new Intl.NumberFormat(locale)
        const sent = Object.fromEntries(
          numberFields.map((field, at) => [field, format.format(numbers[at] ?? 0)]),
        )
        const { value } = readNumbers(sent)
        for (const [at, field] of numberFields.entries())
          expect([null, toDecimal(numbers[at])]).toContain(value[field])
      },
    ),
    { numRuns: 1000 },
  )
})
