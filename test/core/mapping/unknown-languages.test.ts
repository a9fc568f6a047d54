import { expect, test } from 'vitest'
import type { FieldMap } from '../../../src/core/mapping/field-map.ts'
import { unknownLanguages } from '../../../src/core/mapping/unknown-languages.ts'

const row = { target: 'meta.note', as: 'text', owner: 'partner', words: {} } as const
const mapOf = (...codes: string[]): FieldMap => ({
  rows: [
    { ...row, source: { kind: 'texts', texts: Object.fromEntries(codes.map((code) => [code, 'x'])) } },
    { ...row, source: { kind: 'text', text: 'xx' } },
  ],
})

test('a text for something that is not a language is an error', () => {
  expect(unknownLanguages(mapOf('de', 'ed-de'), ['de-de', 'en-gb'])).toEqual([
    'MAP has a text of meta.note for ed-de, which is not a language. The partner’s languages are de-de, en-gb.',
  ])
})

test('a text for another language, or for a code that only the partner uses, is none', () => {
  expect(unknownLanguages(mapOf('fr', 'zh-hant-tw', 'cz', 'cz-cz'), ['cz-cz'])).toEqual([])
})
