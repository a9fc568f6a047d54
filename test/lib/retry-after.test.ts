import { expect, test } from 'vitest'
import { retryAfterMs } from '../../src/lib/retry-after.ts'

const now = Date.parse('2026-11-20T10:00:00Z')

test.each([
  ['seconds', '7', 7_000],
  ['part of a second', '0.5', 500],
  ['an HTTP date', 'Fri, 20 Nov 2026 10:00:30 GMT', 30_000],
  ['the older date form', 'Friday, 20-Nov-26 10:01:00 GMT', 60_000],
  ['the oldest date form, without a zone', 'Fri Nov 20 10:00:05 2026', 5_000],
  ['six hours', '21600', 21_600_000],
  ['an absurd number, held at a year', '9'.repeat(400), 366 * 86_400_000],
])('reads %s', (_, value, expected) => {
  expect(retryAfterMs(value, now)).toBe(expected)
})

test.each([
  undefined,
  '',
  'soon',
  '-5',
  'Fri, the thirteenth',
  '2026-11-20',
  '0',
  '0.0',
  'Fri, 20 Nov 2026 09:00:00 GMT',
])('finds no time to wait in %s', (value) => {
  expect(retryAfterMs(value, now)).toBeUndefined()
})
