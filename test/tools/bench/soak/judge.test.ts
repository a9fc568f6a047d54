import { expect, test } from 'vitest'
import { compareKeys, judge } from '../../../../tools/bench/soak/judge.ts'
import { measures, type Sample } from '../../../../tools/bench/soak/sample.ts'

const sampleOf = (own: Partial<Sample> = {}): Sample =>
  ({ ...Object.fromEntries(measures.map((measure) => [measure, 100])), 'failed jobs': 0, ...own }) as Sample
const series = (of: (index: number) => Partial<Sample>): Sample[] =>
  Array.from({ length: 40 }, (_, index) => sampleOf(of(index)))
const growing = (samples: Sample[]): string[] =>
  judge(samples)
    .filter(({ grows }) => grows)
    .map(({ measure }) => measure)

test('a value that goes up and down around a level does not grow', () => {
  expect(growing(series((index) => ({ 'resident memory, MB': 90 + (index % 3) * 20 })))).toEqual([])
})

test('a value that is more than a tenth higher in the last quarter grows, whatever happens in between', () => {
  expect(growing(series((index) => ({ 'Redis keys': 1000 + 4 * index })))).toEqual(['Redis keys'])
  expect(growing(series((index) => ({ 'Redis keys': 1000 + 3 * index })))).toEqual([])
  expect(growing(series((index) => ({ sockets: index > 10 && index < 30 ? 500 : 20 })))).toEqual([])
})

test('a value that appears only in the last quarter, or cannot be measured, grows', () => {
  expect(growing(series((index) => ({ 'failed jobs': index < 30 ? 0 : 1 })))).toEqual(['failed jobs'])
  expect(growing(series(() => ({ 'heap after a collection, MB': Number.NaN })))).toEqual([
    'heap after a collection, MB',
  ])
})

test('fewer than four samples are refused', () => {
  expect(() => judge([sampleOf(), sampleOf(), sampleOf()])).toThrow('3 of 4')
})

test('the kinds of keys that became more or larger are named, the largest difference first', () => {
  const before = new Map([
    ['run:*', { keys: 30, bytes: 3000 }],
    ['heads:de-de', { keys: 1, bytes: 10_240 }],
    ['health:cms:*', { keys: 2, bytes: 100 }],
  ])
  const after = new Map([
    ['run:*', { keys: 30, bytes: 3010 }],
    ['heads:de-de', { keys: 1, bytes: 20_480 }],
    ['health:cms:*', { keys: 12, bytes: 600 }],
    ['lease:*', { keys: 1, bytes: 80 }],
  ])
  expect(compareKeys(before, after)).toEqual([
    'heads:de-de: 1 → 1 keys, 10 → 20 KB',
    'health:cms:*: 2 → 12 keys, 0 → 1 KB',
    'lease:*: 0 → 1 keys, 0 → 0 KB',
  ])
})
