import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isGtin } from '../../../src/contracts/gtin.ts'
import { gtinAt, indexOfGtin, maxGtins } from '../../../src/mock/seed/gtins.ts'

const index = fc.integer({ min: 0, max: maxGtins - 1 })

test('every index has a valid GTIN-13 that maps back to it', () => {
  fc.assert(
    fc.property(index, (i) => {
      const gtin = gtinAt(i)
      expect(isGtin(gtin)).toBe(true)
      expect(gtin.startsWith('402663')).toBe(true)
      expect(indexOfGtin(gtin)).toBe(i)
    }),
  )
})

test('different indices have different GTINs', () => {
  fc.assert(
    fc.property(index, index, (a, b) => {
      fc.pre(a !== b)
      expect(gtinAt(a)).not.toBe(gtinAt(b))
    }),
  )
})

test('a GTIN of another manufacturer or with a wrong check digit has no index', () => {
  const gtin = gtinAt(7)
  const wrongDigit = gtin.slice(0, 12) + ((Number(gtin[12]) + 1) % 10)
  expect(indexOfGtin('4006381333931')).toBeNull()
  expect(indexOfGtin(wrongDigit)).toBeNull()
  expect(indexOfGtin('402663')).toBeNull()
})
