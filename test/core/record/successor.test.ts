import { expect, test } from 'vitest'
import { findUnusableSuccessors, readSuccessor } from '../../../src/core/record/successor.ts'

const gtin = '4006381333931'
const other = '4026639012340'

test.each([
  [other, { gtin: other }],
  [`0${other}`, { gtin: other }],
  ['', undefined],
  ['bald', { fault: '"bald" is not a GTIN-13: 13 digits are expected' }],
  [gtin, { fault: `"${gtin}" is the product itself` }],
])('the cell %j of the column successor is read', (successor, expected) => {
  expect(readSuccessor(gtin, { successor })).toEqual(expected)
})

test('a product without the column has no successor', () => {
  expect(readSuccessor(gtin, {})).toBeUndefined()
  expect(readSuccessor(gtin, undefined)).toBeUndefined()
})

test('unusable cells are counted, with the first one as an example', () => {
  const columns = new Map([
    ['a', { successor: other }],
    ['b', { successor: 'x' }],
    ['c', { successor: 'y' }],
  ])
  expect(findUnusableSuccessors({ columns })).toEqual({
    count: 2,
    example: 'b: "x" is not a GTIN-13: 13 digits are expected',
  })
  expect(findUnusableSuccessors({ columns: new Map() })).toBeUndefined()
  expect(findUnusableSuccessors({})).toBeUndefined()
})
