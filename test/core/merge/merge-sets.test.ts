import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeSet } from '../../../src/core/merge/merge-sets.ts'

type Entry = string | number
const anySet = fc.subarray([1, 2, 3, 4, 5])
const merged = (base: Entry[], current: Entry[], wanted: Entry[]) =>
  new Set(mergeSet({ shared: base }, current, { shared: wanted }).shared)

test('entries of ours follow the partner, and the editor’s additions and removals stay', () => {
  const [tapes, roofs, ours, removed, added] = [1, 2, 3, 4, 5]
  expect(
    mergeSet({ shared: [tapes, roofs, removed] }, [tapes, roofs, added], { shared: [tapes, removed, ours] }),
  ).toEqual({ shared: [tapes, added, ours] })
})

test('a set that the mirror never wrote keeps its entries and gains ours', () => {
  expect(mergeSet(null, [7], { shared: [1, 7] })).toEqual({ shared: [7, 1] })
  expect(mergeSet(undefined, null, { shared: ['a'] })).toEqual({ shared: ['a'] })
})

describe('for any three sets', () => {
  test('an editor’s addition is never removed, and an editor’s removal never added again', () => {
    fc.assert(
      fc.property(anySet, anySet, anySet, (base, current, wanted) => {
        const result = merged(base, current, wanted)
        for (const entry of current) if (!base.includes(entry)) expect(result).toContain(entry)
        for (const entry of base) if (!current.includes(entry)) expect(result).not.toContain(entry)
      }),
    )
  })

  test('what the partner adds is added, and what it removes is removed', () => {
    fc.assert(
      fc.property(anySet, anySet, anySet, (base, current, wanted) => {
        const result = merged(base, current, wanted)
        for (const entry of wanted) if (!base.includes(entry)) expect(result).toContain(entry)
        for (const entry of base) if (!wanted.includes(entry)) expect(result).not.toContain(entry)
      }),
    )
  })

  test('an unchanged set stays, and the next merge changes nothing', () => {
    fc.assert(
      fc.property(anySet, anySet, anySet, (base, current, wanted) => {
        expect(merged(base, current, base)).toEqual(new Set(current))
        const first = merged(base, current, wanted)
        expect(merged(wanted, [...first], wanted)).toEqual(first)
      }),
    )
  })
})
