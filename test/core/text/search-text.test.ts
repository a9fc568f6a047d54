import { describe, expect, test } from 'vitest'
import { folded, matchRank, searchTextOf, searchWords } from '../../../src/core/text/search-text.ts'

describe('searchable texts', () => {
  test.each([
    ['  Größe  ZWEI ', 'grosse zwei'],
    ['Élan vital', 'elan vital'],
    ['ﬁne\nline', 'fine line'],
    ['Διάμετρος', 'διαμετρος'],
    ['', ''],
  ])('%j is compared as %j', (text, expected) => {
    expect(folded(text)).toBe(expected)
  })

  test('a long text is cut', () => {
    expect(folded('a'.repeat(1_000))).toHaveLength(300)
  })

  test('contain each value once, on a separate line', () => {
    expect(searchTextOf(['AB-1', 'Tape', undefined, 'tape', ''])).toBe('\nab-1\ntape\n')
  })

  test('a search consists of its different words', () => {
    expect(searchWords(' Tape  wide tape ')).toEqual(['tape', 'wide'])
    expect(searchWords('   ')).toEqual([])
  })

  test('a whole value ranks before the start of a value, a word and any part', () => {
    const text = searchTextOf(['AB-1', 'Wide tape'])
    expect(['ab-1', 'wide', 'tape', 'ape'].map((query) => matchRank(text, query))).toEqual([0, 1, 2, 3])
  })
})
