import { expect, test } from 'vitest'
import { isOwnValidator, ownValidator } from '../../../src/core/record/own-validator.ts'

test('the digest of a response is not taken for an ETag, nor an ETag for a digest', () => {
  expect(isOwnValidator(ownValidator('abc'))).toBe(true)
  expect(['"bytes:abc"', 'W/"abc"', ''].map(isOwnValidator)).toEqual([false, false, false])
})
