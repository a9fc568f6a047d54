import { expect, test } from 'vitest'
import { listedAs } from '../../../src/core/record/snapshot.ts'
import { productOf } from '../../helpers/content/records.ts'

test('a product is listed by its name, or by its GTIN without one, and with its item number if it has one', () => {
  expect(listedAs(productOf({ name: 'Band', item_number: '4711' }))).toEqual({ name: 'Band', number: '4711' })
  expect(listedAs(productOf({ name: '', gtin: '4006381333931', item_number: '' }))).toEqual({
    name: '4006381333931',
  })
})
