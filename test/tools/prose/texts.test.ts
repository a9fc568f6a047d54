import { describe, expect, test } from 'vitest'
import { linesOf, partsOf } from '../../../tools/prose/texts.ts'

const file = (text: string) => ({ path: 'a.ts', text })

test('comments, messages and test names are found with their lines', () => {
  const text = [
    '// One line.',
    '/**',
    ' * Two',
    ' * lines.',
    ' */',
    'const a = "it’s \\" a message"',
    'test(`a ${a} name`, () => {})',
    "it.each([1])('another name', () => fail(`the ${a} fails\\n soon`))",
  ].join('\n')
  expect(partsOf(file(text))).toEqual({
    comments: [
      { path: 'a.ts', line: 1, text: 'One line.' },
      { path: 'a.ts', line: 2, text: 'Two lines.' },
    ],
    messages: [
      { path: 'a.ts', line: 6, text: 'it’s " a message' },
      { path: 'a.ts', line: 8, text: 'the … fails soon' },
    ],
    testNames: [
      { path: 'a.ts', line: 7, text: 'a … name' },
      { path: 'a.ts', line: 8, text: 'another name' },
    ],
  })
})

describe('no message', () => {
  test.each(["'single'", '`${a}-${b}`', '/a regular expression/', "import 'node:fs'"])('is %s', (code) => {
    expect(partsOf(file(`const c = ${code.startsWith('import') ? '1\n' + code : code}`)).messages).toEqual([])
  })
})

test('every line of a document counts', () => {
  expect(linesOf({ path: 'a.md', text: 'One.\n\nTwo.' })).toEqual([
    { path: 'a.md', line: 1, text: 'One.' },
    { path: 'a.md', line: 2, text: '' },
    { path: 'a.md', line: 3, text: 'Two.' },
  ])
})
