import { expect, test } from 'vitest'
import { letterSections } from '../../../src/core/render/letter-sections.ts'

const sectionsOf = (language: string, names: readonly string[]): string[] =>
  letterSections(
    language,
    names.map((title) => ({ title })),
  ).map(({ letter, entries }) => `${letter}: ${entries.map(({ title }) => title).join(', ')}`)

test.each([
  [
    'de-de',
    ['"Band"', '2 Bänder', 'Ähre', 'Ast', 'éclat', 'Zelt'],
    ['#: "Band", 2 Bänder', 'A: Ähre, Ast', 'E: éclat', 'Z: Zelt'],
  ],
  ['sv-se', ['Ast', 'Zelt', 'Åre', 'Ärla'], ['A: Ast', 'Z: Zelt', 'Å: Åre', 'Ä: Ärla']],
  [
    'cs-cz',
    ['Cihla', 'Dveře', 'Hák', 'Chata', 'Chodba', 'Izolace'],
    ['C: Cihla', 'D: Dveře', 'H: Hák', 'Ch: Chata, Chodba', 'I: Izolace'],
  ],
  [
    'da-dk',
    ['Ask', 'Bånd', 'Ål', 'Aalborg', 'Åre', 'Aars'],
    ['A: Ask', 'B: Bånd', 'Å: Ål, Aalborg, Åre, Aars'],
  ],
  ['el-gr', ['Άκρο', 'Ταινία'], ['Α: Άκρο', 'Τ: Ταινία']],
  ['de-de', ['B', '', ' '], ['B: B', '#: ,  ']],
])('names in %s are divided by the letters of its alphabet', (language, names, sections) => {
  expect(sectionsOf(language, names)).toEqual(sections)
})

test('a letter and a pair that both occurred before start no further section', () => {
  expect(sectionsOf('en', ['Ax', 'Bx', 'Ab', 'Cx', 'Ab'])).toEqual(['A: Ax', 'B: Bx', 'Ab: Ab', 'C: Cx, Ab'])
})

test('names in a script with many first letters stay together', () => {
  const names = Array.from({ length: 70 }, (_, at) => String.fromCodePoint(0x4e00 + at))
  expect(sectionsOf('zh', names)).toEqual([`: ${names.join(', ')}`])
})
