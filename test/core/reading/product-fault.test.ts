import { expect, test } from 'vitest'
import { productFault } from '../../../src/core/reading/product-fault.ts'
import { productOf } from '../../helpers/content/records.ts'

test('a stored product within the limits is accepted', () => {
  expect(productFault(productOf())).toBeUndefined()
})

test('a stored product beyond a limit of today names its field, its length and the limit', () => {
  expect(productFault(productOf({ intro: 'x'.repeat(50_001) }))).toMatch(
    /intro is .*\(50001 characters\) instead of at most 50000 characters/,
  )
})

test('stored markup that is nested too deep names its field', () => {
  expect(productFault(productOf({ application: '<b>'.repeat(5_000) }))).toMatch(
    /application nests elements more than 500 deep/,
  )
})
