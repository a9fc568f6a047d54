import { expect, test } from 'vitest'
import { fullJitterMs, halfJitterMs } from '../../src/lib/backoff.ts'

const backoff = { baseMs: 100, capMs: 5_000 }

test('pauses double from the base up to the cap', () => {
  const most = [1, 2, 3, 6, 7, 50].map((attempt) => fullJitterMs(attempt, backoff, () => 1))
  expect(most).toEqual([100, 200, 400, 3_200, 5_000, 5_000])
})

test('a pause with full jitter may be as short as 0 ms', () => {
  expect(fullJitterMs(4, backoff, () => 0)).toBe(0)
})

test('a pause with half jitter is never shorter than half', () => {
  expect(halfJitterMs(3, backoff, () => 0)).toBe(200)
  expect(halfJitterMs(3, backoff, () => 1)).toBe(400)
})
