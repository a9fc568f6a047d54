import { expect, test } from 'vitest'
import { sourceFields } from '../../../src/core/mapping/field-map.ts'
import { fullProduct } from '../../../src/core/render/template/sample.ts'

test('a map may name every field of a product, and no other', () => {
  expect(sourceFields.toSorted()).toEqual(Object.keys(fullProduct).toSorted())
})
