import { expect, test } from 'vitest'
import { plural } from '../../../src/core/text/plural.ts'

test('only one of something is one', () => {
  expect([0, 1, 2].map((count) => plural(count, 'record'))).toEqual(['records', 'record', 'records'])
  expect([0, 1, 2].map((count) => plural(count, 'is', 'are'))).toEqual(['are', 'is', 'are'])
})
