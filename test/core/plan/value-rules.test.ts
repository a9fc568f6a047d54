import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  brokenRules,
  guardedColumns,
  toValueRules,
  unguardedColumns,
  type GivenRules,
} from '../../../src/core/plan/value-rules.ts'
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

describe('a column of the catalogue', () => {
  const columns = { names: ['category', 'preis', 'rank'], numbers: ['rank'] }
  const withColumn = (name: string, value: string) => productOf({ catalog: [{ name, value }] })
  const broken = (given: GivenRules, name: string, [before, after]: [string, string]) =>
    brokenRules(toValueRules(given, columns), withColumn(name, before), withColumn(name, after))

  test('has the defaults of every field, and the rules for numbers of all fields if the map reads a number', () => {
    const rules = toValueRules(
      { all: { maxDrop: 10, maxEmptied: 'off' }, fields: { 'catalog.preis': { maxRise: 5 } } },
      columns,
    )
    expect(rules['catalog.category']).toEqual({ maxOutliers: 5 })
    expect(rules['catalog.preis']).toEqual({ maxOutliers: 5, maxRise: 5 })
    expect(rules['catalog.rank']).toEqual({ maxOutliers: 5, maxDrop: 10, hasPoint: true })
    expect(rules.price).toEqual({ maxOutliers: 5, maxDrop: 10, maxRise: 100 })
  })

  test('that is a number as a text breaks rules by its value', () => {
    const given = { fields: { 'catalog.preis': { maxDrop: 30, min: 1 } } } satisfies GivenRules
    expect(broken(given, 'preis', ['1.234,50 €', '12,50 €'])).toEqual([
      { field: 'catalog.preis', rule: 'drop', before: '1234.5 €', after: '12.5 €', limit: 30 },
    ])
    expect(broken(given, 'preis', ['100', '70,00'])).toEqual([])
    expect(broken(given, 'preis', ['', '0,99'])).toMatchObject([{ rule: 'below', before: '' }])
    expect(broken(given, 'preis', ['100', 'on request'])).toEqual([])
    expect(brokenRules(toValueRules(given, columns), undefined, withColumn('preis', '0,5'))).toHaveLength(1)
  })

  test('that must not become empty breaks its rule, even if the whole cell is missing', () => {
    const given = { fields: { 'catalog.category': { mayBecomeEmpty: false } } } satisfies GivenRules
    const lost = { field: 'catalog.category', rule: 'emptied', before: 'Tapes', after: '' }
    expect(broken(given, 'category', ['Tapes', ' '])).toEqual([lost])
    const rules = toValueRules(given, columns)
    expect(brokenRules(rules, withColumn('category', 'Tapes'), productOf())).toEqual([lost])
    expect(brokenRules(rules, productOf(), withColumn('category', 'Tapes'))).toEqual([])
  })

  test('without a readable number is reported if it has rules for numbers', () => {
    const rules = toValueRules({ fields: { 'catalog.preis': { min: 1 } } }, columns)
    const phrases = (name: string, value: string) => unguardedColumns(rules, withColumn(name, value))
    expect(phrases('preis', 'on "request"')).toEqual([
      `catalog.preis "on 'request'" cannot be read as a number, so GUARDS does not check it`,
    ])
    for (const value of ['12,50', ' ']) expect(phrases('preis', value)).toEqual([])
    expect(phrases('category', 'Tapes')).toEqual([])
    expect(phrases('unmapped', 'Tapes')).toEqual([])
    expect(unguardedColumns(rules, productOf())).toEqual([])
  })

  test('has rules if the map or the families name it', () => {
    const rank = { target: 'menu_order', source: { kind: 'column', column: 'rank' }, as: 'integer' } as const
    const map = { rows: [{ ...rank, owner: 'partner', words: {} } as const] }
    expect(guardedColumns(map, 'catalog.line')).toEqual({ names: ['line', 'rank'], numbers: ['rank'] })
    expect(guardedColumns(undefined, undefined)).toEqual({ names: [], numbers: [] })
  })
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
