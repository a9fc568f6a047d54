import { expect, test } from 'vitest'
import { findTerm, pathParts } from '../../../src/core/mapping/find-term.ts'

const terms = [
  { id: 1, name: 'Tapes', slug: 'tapes', parent: 0 },
  { id: 2, name: 'Roof', slug: 'roof', parent: 1 },
  { id: 3, name: 'Roof', slug: 'roof-films', parent: 4 },
  { id: 4, name: 'Films', slug: 'films', parent: 0 },
  { id: 5, name: 'Wall', slug: 'wall', parent: 4 },
  { id: 6, name: 'films', slug: 'films-2', parent: 0 },
  { id: 7, name: 'Primer', slug: '', parent: 0 },
]

test.each([
  ['Tapes', 1],
  ['tapes', 1],
  ['TAPES', 1],
  ['Films', 4],
  ['films', 6],
  ['films-2', 6],
  ['Tapes > Roof', 2],
  ['Films>roof-films', 3],
  ['Wall', 5],
  ['Roof', undefined],
  ['Tapes > Wall', undefined],
  ['Tapes > Roof > Steep', undefined],
  ['Glue', undefined],
  ['', undefined],
])('“%s” is the term %s', (path, id) => {
  expect(findTerm(terms, path)?.id).toBe(id)
})

test('a path has no empty parts', () => {
  expect(pathParts(' A >  > B ')).toEqual(['A', 'B'])
})
