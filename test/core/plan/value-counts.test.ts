import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createValueCounts, type ValueFacts } from '../../../src/core/plan/value-counts.ts'
import { toValueRules } from '../../../src/core/plan/value-rules.ts'

const keyOf = (index: number) => ({ gtin: String(1000 + index), language: 'de-de' })
const change = (field: string, before: string, after: string) => ({ field, before, after })
const outlier = (index: number): ValueFacts => {
  const price = change('price', '405.91', '4.06')
  return { ...keyOf(index), broken: [{ ...price, rule: 'drop', limit: 50 }], changes: [price] }
}
const emptied = (index: number): ValueFacts => ({
  ...keyOf(index),
  broken: [],
  changes: [change('intro', 'Band', '')],
})

function verdictsOf(facts: readonly ValueFacts[], mirrored: number, rules = toValueRules()) {
  const counts = createValueCounts(rules)
  for (const one of facts) counts.add(one)
  return counts.verdicts(mirrored)
}
const some = (count: number, one: (index: number) => ValueFacts) =>
  Array.from({ length: count }, (_, at) => one(at))

test('a plan is held with the rule, the count and the first three examples', () => {
  expect(verdictsOf(some(490, outlier).toReversed(), 1000)).toEqual([
    {
      guard: 'values',
      rule: 'outliers',
      field: 'price',
      count: 490,
      of: 1000,
      limit: 50,
      share: 0.49,
      maxShare: 0.05,
      examples: [0, 1, 2].map((index) => ({ ...keyOf(index), before: '405.91', after: '4.06' })),
    },
  ])
})

test('each field has a verdict, in alphabetical order', () => {
  const facts = [...some(300, emptied), ...some(300, outlier)]
  for (const ordered of [facts, facts.toReversed()])
    expect(verdictsOf(ordered, 1000)).toMatchObject([
      { rule: 'emptied', field: 'intro' },
      { rule: 'outliers', field: 'price' },
    ])
})

test('up to five records never hold a plan, and an empty mirror has no share', () => {
  expect(verdictsOf(some(5, outlier), 8)).toEqual([])
  expect(verdictsOf(some(6, outlier), 8)).toHaveLength(1)
  expect(verdictsOf(some(6, outlier), 0)).toEqual([])
})

test('a record that is held because a field became empty counts as emptied', () => {
  const held = (index: number): ValueFacts => ({
    ...keyOf(index),
    broken: [{ ...change('intro', 'Band', ''), rule: 'emptied' }],
    changes: [change('intro', 'Band', '')],
  })
  expect(verdictsOf(some(201, held), 1000)).toMatchObject([{ rule: 'emptied', count: 201 }])
})

test('a limit that is off, a filled field and a field without rules count nothing', () => {
  const off = toValueRules({ all: { maxEmptied: 'off', maxOutliers: 'off' } })
  expect(verdictsOf([...some(300, outlier), ...some(300, emptied)], 1000, off)).toEqual([])
  const others = [change('intro', '', 'Band'), change('template', 'a', ''), change('name', 'a', 'b')]
  const facts = some(1000, (index) => ({ ...keyOf(index), broken: [], changes: others }))
  expect(verdictsOf(facts, 1000)).toEqual([])
})

describe('changes by other runs since the last full run', () => {
  const counted = (own: number, apart: number) => {
    const counts = createValueCounts(toValueRules())
    for (const one of some(own, emptied)) counts.add(one)
    for (let index = 0; index < apart; index++) counts.add(emptied(5000 + index), false)
    return counts.verdicts(100)
  }

  test('count, and are named, in a plan that changes the field, too', () => {
    expect(counted(1, 19)).toEqual([])
    expect(counted(1, 20)).toMatchObject([{ rule: 'emptied', count: 21, apart: 20, limit: 20 }])
    expect(counted(21, 0)[0]).not.toHaveProperty('apart')
    expect(counted(0, 100)).toEqual([])
  })

  test('of a record of the plan count once, with the value before all of them', () => {
    const refilled = (index: number): ValueFacts => ({
      ...keyOf(index),
      broken: [],
      changes: [change('intro', '', 'Band')],
      earlier: [change('intro', 'Band', '')],
    })
    expect(verdictsOf([...some(20, emptied), ...some(99, refilled)], 100)).toEqual([])
    const earlier = [change('intro', 'Filz', 'Band'), change('name', 'Band', '')]
    const [verdict, ...others] = verdictsOf(
      some(21, (index) => ({ ...emptied(index), earlier })),
      100,
    )
    expect(others).toEqual([])
    expect(verdict).toMatchObject({ field: 'intro', count: 21, examples: [{ before: 'Filz' }, {}, {}] })
  })
})

describe('no plan beyond a limit passes, and none within it is held', () => {
  const anyWorld = fc.record({ mirrored: fc.integer({ min: 1, max: 400 }), percent: fc.nat(100) })
  test.each([
    ['outliers', 'maxOutliers', outlier, 'price'],
    ['emptied fields', 'maxEmptied', emptied, 'intro'],
    ['changes', 'maxChanged', emptied, 'intro'],
  ] as const)('for %s', (_, rule, one, field) => {
    fc.assert(
      fc.property(anyWorld, fc.double({ min: 0, max: 1, noNaN: true }), ({ mirrored, percent }, part) => {
        const count = Math.round(mirrored * part)
        const rules = toValueRules({
          all: { maxOutliers: 'off', maxEmptied: 'off' },
          fields: { [field]: { [rule]: percent } },
        })
        const isHeld = verdictsOf(some(count, one), mirrored, rules).length > 0
        expect(isHeld).toBe(count > 5 && count * 100 > mirrored * percent)
      }),
    )
  })
})
