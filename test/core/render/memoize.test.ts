import { expect, test, vi } from 'vitest'
import { memoize } from '../../../src/core/render/memoize.ts'

test('each key is computed once, and its result is kept, even if undefined', () => {
  const make = vi.fn((key: string) => (key === 'none' ? undefined : { key }))
  const of = memoize(make)
  expect(of('a')).toBe(of('a'))
  expect([of('b'), of('none'), of('none')]).toEqual([{ key: 'b' }, undefined, undefined])
  expect(make.mock.calls.map(([key]) => key)).toEqual(['a', 'b', 'none'])
})
