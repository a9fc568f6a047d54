import { expect, test } from 'vitest'
import { namesOfTerms, planTerms } from '../../../src/core/mapping/term-names.ts'

const terms = [
  { id: 1, name: 'Tapes', slug: 'tapes', parent: 0 },
  { id: 2, name: 'Roof', slug: 'roof', parent: 1 },
  { id: 3, name: 'Steep', slug: 'steep', parent: 2 },
  { id: 4, name: 'Lost', slug: 'lost', parent: 99 },
]

test('a term has the names of its parents in front', () => {
  expect([...namesOfTerms(terms)]).toEqual([
    [1, 'Tapes'],
    [2, 'Tapes > Roof'],
    [3, 'Tapes > Roof > Steep'],
    [4, 'Lost'],
  ])
})

test('a circle of parents ends', () => {
  const circle = [
    { id: 1, name: 'A', slug: 'a', parent: 2 },
    { id: 2, name: 'B', slug: 'b', parent: 1 },
  ]
  expect(namesOfTerms(circle).get(1)).toMatch(/^(?:A|B)(?: > (?:A|B)){20}$/)
})

test('a term that is missing has an id below 0 and the name of its path', () => {
  const needed = [
    { taxonomy: 'cat', path: 'Tapes > Roof' },
    { taxonomy: 'cat', path: 'Tapes>Wall' },
    { taxonomy: 'cat', path: 'Tapes>Wall' },
    { taxonomy: 'tag', path: 'New' },
  ]
  const { termOf, names } = planTerms(needed, new Map([['cat', terms]]))
  expect(needed.map(({ taxonomy, path }) => termOf(taxonomy, path))).toEqual([2, -1, -1, -2])
  expect(termOf('cat', 'Other')).toBeUndefined()
  const byField = new Map(names)
  expect(byField.get('terms.cat')?.get(2)).toBe('Tapes > Roof')
  expect(byField.get('terms.cat')?.get(-1)).toBe('Tapes > Wall')
  expect(byField.get('terms.tag')).toEqual(new Map([[-2, 'New']]))
})
