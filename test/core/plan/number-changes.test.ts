import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createNumberChanges, type NumberChange } from '../../../src/core/plan/number-changes.ts'

const language = 'de-de'
const gtinOf = (index: number): string => String(4_000_000_000_000 + index)
const changeOf = (index: number, before: number | string, after: number | string): NumberChange => ({
  gtin: gtinOf(index),
  language,
  before: String(before),
  after: String(after),
})
const collect = (changes: readonly NumberChange[], limit?: number) => {
  const numbers = createNumberChanges(limit)
  for (const change of changes) numbers.add(change)
  return numbers.result()
}
const times = (count: number, make: (index: number) => NumberChange) =>
  Array.from({ length: count }, (_, i) => make(i))

test('prices that fall alike have that median, and prices that rise among them are outliers', () => {
  const fallen = times(237, (index) => changeOf(index, 100 + index, (100 + index) * 0.28))
  const risen = times(3, (index) => changeOf(500 + index, 100, 1000 * (index + 1)))
  const { median, up, down, outliers, typical } = collect([...fallen, ...risen])
  expect(median).toBeCloseTo(-0.72)
  expect({ up, down }).toEqual({ up: 3, down: 237 })
  expect(outliers).toEqual({ count: 3, examples: risen.toReversed() })
  expect(fallen).toContainEqual(typical)
})

test('the median of an even number of changes lies between the two in the middle', () => {
  expect(collect([changeOf(1, 100, 110), changeOf(2, 100, 130)]).median).toBeCloseTo(0.2)
})

test('differences of a few percent are not outliers, however alike the other changes are', () => {
  const changes = [...times(20, (index) => changeOf(index, 100, 103)), changeOf(99, 100, 108)]
  expect(collect(changes).outliers).toBeUndefined()
})

test('four changes have no usual one, so that none is an outlier', () => {
  const changes = [...times(3, (index) => changeOf(index, 100, 103)), changeOf(99, 100, 900)]
  expect(collect(changes)).toMatchObject({ median: expect.closeTo(0.03), up: 4, down: 0 })
  expect(collect(changes).outliers).toBeUndefined()
})

test.each([
  ['0', '5'],
  ['5', '0'],
  ['5', '-5'],
  [`1${'0'.repeat(400)}`, '5'],
  ['0.'.padEnd(320, '0') + '1', `1${'0'.repeat(300)}`],
])(
  'a number that goes from %s to %s has no relative change and is an outlier among others',
  (before, after) => {
    const odd = changeOf(99, before, after)
    const { outliers, median } = collect([...times(9, (index) => changeOf(index, 10, 11)), odd])
    expect(median).toBeCloseTo(0.1)
    expect(outliers).toEqual({ count: 1, examples: [odd] })
  },
)

test('if most numbers have no relative change, that is usual', () => {
  const changes = [...times(6, (index) => changeOf(index, 0, 5)), changeOf(99, 10, 11)]
  expect(collect(changes).outliers).toBeUndefined()
  expect(collect(times(6, (index) => changeOf(index, 0, 5)))).toEqual({ up: 6, down: 0 })
})

test('of more changes than are kept, outliers are estimated and the farthest are named', () => {
  const fallen = times(400, (index) => changeOf(index, 100, 28))
  const risen = times(2, (index) => changeOf(900 + index, 100, 1000))
  const { median, outliers } = collect([...fallen, ...risen], 40)
  expect(median).toBeCloseTo(-0.72)
  expect(outliers).toMatchObject({ about: true, examples: risen })
  expect(outliers?.count).toBeGreaterThanOrEqual(2)
})

const anyChanges = fc
  .uniqueArray(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 60 })
  .chain((ids) =>
    fc
      .array(fc.tuple(fc.integer({ min: -1, max: 50 }), fc.integer({ min: -1, max: 50 })), {
        minLength: ids.length,
        maxLength: ids.length,
      })
      .map((pairs) => pairs.map(([before, after], at) => changeOf(ids[at] ?? 0, before, after))),
  )

test('the order of changes makes no difference, even if only a sample is kept', () => {
  const withOrder = anyChanges.chain((changes) =>
    fc.tuple(
      fc.constant(changes),
      fc.shuffledSubarray(changes, { minLength: changes.length }),
      fc.integer({ min: 1, max: 40 }),
    ),
  )
  fc.assert(
    fc.property(withOrder, ([changes, shuffled, limit]) => {
      expect(collect(shuffled, limit)).toEqual(collect(changes, limit))
    }),
  )
})

test('every change is either up or down, and outliers are never more than all', () => {
  fc.assert(
    fc.property(anyChanges, (changes) => {
      const { up = 0, down = 0, outliers } = collect(changes)
      expect(up + down).toBe(changes.length)
      expect(outliers?.count ?? 0).toBeLessThanOrEqual(changes.length)
    }),
  )
})
