import { expect, test } from 'vitest'
import { LimitedError } from '../../src/lib/errors.ts'
import { longestMs, wholeMs } from '../../src/lib/time/whole-ms.ts'

test.each([
  [0.2, 1],
  [1_234.567, 1_235],
  [0, 1],
  [-5, 1],
  [Infinity, longestMs],
])('a wait of %d ms is rounded to %d ms', (given, expected) => {
  expect(wholeMs(given)).toBe(expected)
})

test('a wait of NaN is rejected', () => {
  expect(() => wholeMs(NaN)).toThrow(TypeError)
})

test('the wait of a limit is a whole number', () => {
  expect(new LimitedError('partner', 1_999.0001).waitMs).toBe(2_000)
})
