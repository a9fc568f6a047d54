import { expect, test } from 'vitest'
import { cut, cutPair } from '../../../src/cli/terminal/truncate.ts'
import { toFieldLines } from '../../../src/cli/output/diff-lines.ts'

const sentence = (index: number): string => `Satz ${index} steht hier.`
const text = (changed = 20): string =>
  Array.from({ length: 40 }, (_, index) => sentence(index === 20 ? changed : index)).join(' ')
const linesOf = (before: string, after: string): string[] =>
  toFieldLines({ field: 'intro', before, after }).lines.map((line) => `${line.mark} ${line.text}`)

test('short values are on one line, and an empty value is shown as (none)', () => {
  expect(toFieldLines({ field: 'price', before: '', after: '12.5' })).toEqual({
    field: 'price',
    short: { before: '(none)', after: '12.5' },
    lines: [],
  })
})

test('with less room even short values take two lines', () => {
  expect(toFieldLines({ field: 'name', before: 'Band', after: 'Kleber' }, 9)).toMatchObject({
    lines: [
      { mark: '-', text: 'Band' },
      { mark: '+', text: 'Kleber' },
    ],
  })
})

test('a long text shows the part around its difference, with the count of what is left out', () => {
  const [before = '', after = ''] = linesOf(text(), text(2000))
  expect(before).toBe(
    '- 370 characters the same … Satz 19 steht hier. Satz 20 steht hier. Satz 21 … 371 more characters',
  )
  expect(after).toBe(
    '+ 370 characters the same … Satz 19 steht hier. Satz 2000 steht hier. Satz 21 … 371 more characters',
  )
})

test('a new long text is cut, with its count', () => {
  const [after = ''] = linesOf('', text())
  expect(after).toMatch(/^\+ Satz 0 .* … (\d+) more characters$/)
  const shown = after.slice(2, after.indexOf(' … '))
  expect(text().length - shown.length).toBe(Number(/(\d+) more/.exec(after)?.[1]) + 1)
})

test('lists show only the entries that differ, each next to the one it replaces', () => {
  expect(linesOf('a\nb\nc\nd', 'a\nx\nc\nd\ne')).toEqual(['- b', '+ x', '+ e'])
})

test('very many lines are cut, with the count of the rest', () => {
  const many = Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n')
  expect(linesOf('', many)).toHaveLength(13)
  expect(linesOf('', many).at(-1)).toBe('  … 28 more changed lines')
})

test('control characters are not shown', () => {
  expect(linesOf('a\nb', 'a\n\u001b[2Jb')).toEqual(['- b', '+ [2Jb'])
})

test('no character is cut in half', () => {
  const smiles = '😀'.repeat(50)
  expect(cut(smiles, 33)).toBe(`${'😀'.repeat(16)} … 68 more characters`)
  for (const part of cutPair(`${smiles}a`, `${smiles}b`, 40)) expect(part.isWellFormed()).toBe(true)
})
