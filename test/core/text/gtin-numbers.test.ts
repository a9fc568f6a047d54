import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distinct, gtinOf, rankIn, sortedNumbers } from '../../../src/core/text/gtin-numbers.ts'

const anyGtin = fc.nat({ max: 9_999_999_999_999 }).map(gtinOf)

test('GTINs are sorted numbers, with their leading zeros when they are shown', () => {
  fc.assert(
    fc.property(fc.array(anyGtin), (gtins) => {
      expect(Array.from(sortedNumbers(gtins.join(' ')), gtinOf)).toEqual(gtins.toSorted())
    }),
  )
})

test.for(['', ' ', '123', '12345678901234', '400638133393x', '4006381333/31', '400638:333931', 'de-de'])(
  'a field “%s” that is not a GTIN is omitted',
  (text) => {
    expect([...sortedNumbers(`${text} 4006381333931 ${text}`)]).toEqual([4_006_381_333_931])
  },
)

test('equal numbers are omitted', () => {
  expect([...distinct(Float64Array.of(1, 1, 2, 3, 3))]).toEqual([1, 2, 3])
  expect([...distinct(new Float64Array())]).toEqual([])
})

test('a number is found in a sorted list, or else the place for it', () => {
  const list = Float64Array.of(10, 20, 30)
  expect([5, 10, 15, 20, 30, 40].map((value) => rankIn(list, value))).toEqual([0, 0, 1, 1, 2, 3])
})
