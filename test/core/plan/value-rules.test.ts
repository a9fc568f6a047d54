import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brokenRules, toValueRules, type GivenRules } from '../../../src/core/plan/value-rules.ts'
import type { Product } from '../../../src/core/record/product.ts'
import type { BrokenRule } from '../../../src/core/reasons/broken-rule.ts'
import { productOf } from '../../helpers/content/records.ts'

const withPrice = (price: string | null) => productOf({ price })
/** The rules that a change of the price breaks. */
const ofPrice = (before: string | null, after: string | null, rules: GivenRules = {}) =>
  brokenRules(toValueRules(rules), withPrice(before), withPrice(after)).map(({ rule }) => rule)
const only = (rules: NonNullable<GivenRules['all']>): GivenRules => ({
  fields: { price: { maxDrop: 'off', maxRise: 'off', ...rules } },
})

describe('a price', () => {
  test.each<[string | null, string | null, BrokenRule['rule'][]]>([
    ['405.91', '4.06', ['drop']],
    ['100', '50', []],
    ['100', '49.99', ['drop']],
    ['0.3', '0.15', []],
    ['100', '200', []],
    ['100', '200.01', ['rise']],
    ['0', '0.01', ['rise']],
    ['12.5', '12.5', []],
    [null, '12.5', []],
    ['12.5', null, []],
    ['12.5', 'on request', []],
    ['12.5 kg', '1 g', []],
    ['-5', '-6', []],
    ['-5', '-8', ['drop']],
  ])('that changes from %s to %s breaks %j by default', (before, after, expected) => {
    expect(ofPrice(before, after)).toEqual(expected)
  })

  test('of a tenth less is allowed by a limit of 10 %, although 1.1 × 0.9 is above 0.99 in floating point', () => {
    expect(ofPrice('1.1', '0.99', only({ maxDrop: 10 }))).toEqual([])
    expect(ofPrice('1.1', '0.989', only({ maxDrop: 10 }))).toEqual(['drop'])
  })

  test('has bounds, which also apply to new pages but not to an unchanged price', () => {
    const rules = only({ min: 0.5, max: 1000 })
    expect(ofPrice('0.4', '0.4', rules)).toEqual([])
    expect(ofPrice('0.5', '0.49', rules)).toEqual(['below'])
    expect(ofPrice('900', '1000', rules)).toEqual([])
    expect(ofPrice('900', '1000.01', rules)).toEqual(['above'])
    expect(brokenRules(toValueRules(rules), undefined, withPrice('0.1'))).toEqual([
      { field: 'price', rule: 'below', before: '', after: '0.1', limit: 0.5 },
    ])
    expect(brokenRules(toValueRules(), undefined, withPrice('0.1'))).toEqual([])
  })
})

test('a rule of one field precedes that of all fields, and both precede the defaults', () => {
  const rules = toValueRules({
    all: { maxDrop: 10, maxEmptied: 'off' },
    fields: { price: { maxDrop: 'off' } },
  })
  expect(rules.price).toEqual({ maxOutliers: 5, maxRise: 100 })
  expect(rules.weight).toEqual({ maxOutliers: 5, maxDrop: 10 })
  expect(toValueRules().price).toEqual({ maxOutliers: 5, maxEmptied: 20, maxDrop: 50, maxRise: 100 })
  expect(toValueRules().intro).toEqual({ maxOutliers: 5, maxEmptied: 20 })
})

test('a field that must not become empty breaks its rule only when it loses its value', () => {
  const rules = toValueRules({ all: { mayBecomeEmpty: false }, fields: { image: { mayBecomeEmpty: true } } })
  const full = productOf({
    name: 'Band',
    materials: [{ name: 'Vlies', value: 'PP' }],
    application: '<p>Kleben.</p>',
  })
  const emptied = { ...full, name: '', materials: [], application: '<p> </p>', image: '' }
  expect(brokenRules(rules, full, emptied)).toEqual([
    { field: 'name', rule: 'emptied', before: 'Band', after: '' },
    { field: 'application', rule: 'emptied', before: 'Kleben.', after: '' },
    { field: 'materials', rule: 'emptied', before: 'Vlies: PP', after: '' },
  ])
  expect(brokenRules(rules, emptied, full)).toEqual([])
  expect(brokenRules(rules, undefined, emptied)).toEqual([])
})

/** Two prices in cents, of which some are near the limit, and a percentage. */
const anyChange = fc
  .tuple(
    fc.integer({ min: 1, max: 100_000 }),
    fc.integer({ min: 0, max: 200 }),
    fc.integer({ min: -2, max: 2 }),
  )
  .chain(([before, percent, near]) => {
    const close = (sign: number) => Math.max(0, Math.round((before * (100 + sign * percent)) / 100) + near)
    const after = fc.oneof(fc.nat(300_000), fc.constantFrom(close(1), close(-1)))
    return fc.record({ before: fc.constant(before), after, percent: fc.constant(percent) })
  })
const toText = (cents: number): string => String(cents / 100)

describe('no value beyond a limit passes, and none within it is held', () => {
  const holds = (rules: GivenRules, before: number, after: number) =>
    ofPrice(toText(before), toText(after), rules).length > 0

  test('for drops', () => {
    fc.assert(
      fc.property(anyChange, ({ before, after, percent }) => {
        expect(holds(only({ maxDrop: percent }), before, after)).toBe(
          (before - after) * 100 > before * percent,
        )
      }),
    )
  })

  test('for rises', () => {
    fc.assert(
      fc.property(anyChange, ({ before, after, percent }) => {
        expect(holds(only({ maxRise: percent }), before, after)).toBe(
          (after - before) * 100 > before * percent,
        )
      }),
    )
  })

  test('for bounds', () => {
    fc.assert(
      fc.property(anyChange, fc.nat(100_000), fc.nat(100_000), ({ before, after }, a, b) => {
        const [min, max] = [Math.min(a, b), Math.max(a, b)]
        const isOutside = before !== after && (after < min || after > max)
        expect(holds(only({ min: min / 100, max: max / 100 }), before, after)).toBe(isOutside)
      }),
    )
  })

  test('for fields that must not become empty', () => {
    const texts = fc.constantFrom('', 'Band')
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const rules = toValueRules({ fields: { intro: { mayBecomeEmpty: false } } })
        const of = (intro: string): Product => productOf({ intro })
        expect(brokenRules(rules, of(before), of(after)).length > 0).toBe(before !== '' && after === '')
      }),
    )
  })
})
