import { expect, test } from 'vitest'
import {
  countOf,
  formatBytes,
  formatCount,
  formatAgo,
  formatDuration,
  formatTime,
  listCounts,
} from '../../../src/core/text/format.ts'

test.each<[number, string]>([
  [0, '0'],
  [999, '999'],
  [12_345, '12,345'],
])('the count %d is written as %s', (count, text) => {
  expect(formatCount(count)).toBe(text)
})

test('a count has its noun in the singular or the plural', () => {
  expect(countOf(1, 'record')).toBe('1 record')
  expect(countOf(0, 'record')).toBe('0 records')
  expect(countOf(12_345, 'batch', 'batches')).toBe('12,345 batches')
})

test('a list of counts keeps its order and leaves out zeros', () => {
  expect(listCounts({ moved: 1_200, edited: 0, gone: 3 })).toBe('1,200 moved, 3 gone')
  expect(listCounts({ edited: 0 })).toBe('')
})

test('a time is shown to the minute in UTC', () => {
  expect(formatTime('2026-11-20T06:00:59.000Z')).toBe('2026-11-20 06:00 UTC')
})

test.each<[number, string]>([
  [0, '0 ms'],
  [0.85, '850 ms'],
  [1, '1 s'],
  [4.23, '4.2 s'],
  [42.4, '42 s'],
  [59.6, '1 min'],
  [185, '3 min 5 s'],
  [3_599, '59 min 59 s'],
  [3_600, '1 h'],
  [7_859, '2 h 10 min'],
  [86_400, '1 d'],
  [276_000, '3 d 4 h'],
])('a duration of %d seconds is shown as %s, its two largest units', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})

test.each<[number, string]>([
  [1, '1 byte'],
  [999, '999 bytes'],
  [12_500, '12.5 kB'],
  [1_000_000, '1 MB'],
  [3_140_000, '3.1 MB'],
])('%i bytes are shown as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test.each([
  ['2026-11-20T05:59:30.000Z', 'just now'],
  ['2026-11-20T05:59:00.000Z', '1 min ago'],
  ['2026-11-20T02:10:00.000Z', '3 h ago'],
  ['2026-11-18T05:00:00.000Z', '2 d ago'],
])('the time since %s is shown as %s', (iso, text) => {
  expect(formatAgo(iso, Date.parse('2026-11-20T06:00:00Z'))).toBe(text)
})
