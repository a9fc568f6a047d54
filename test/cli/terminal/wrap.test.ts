import { expect, test } from 'vitest'
import { linesFor, wrapLine } from '../../../src/cli/terminal/wrap.ts'
import { screenOf } from '../../helpers/browser/screen.ts'

test.each([
  ['a line that fits stays whole', 'one two', ['one two']],
  [
    'a long line breaks at blanks and continues indented',
    'one two three four five six',
    ['one two three four', '  five six'],
  ],
  [
    'a line of a table continues below its text',
    '  note  one two three four',
    ['  note  one two', '        three four'],
  ],
  ['a word that is too long is broken', 'x'.repeat(45), ['x'.repeat(20), `  ${'x'.repeat(18)}`, '  xxxxxxx']],
])('%s', (_, line, lines) => {
  expect(wrapLine(line, 20)).toEqual(lines)
})

test('a command is not broken if it fits on a line', () => {
  const line = '  in quarantine after errors: product-mirror status --failing; others: none'
  expect(wrapLine(line, 50)).toEqual([
    '  in quarantine after errors:',
    '  product-mirror status --failing; others: none',
  ])
  expect(wrapLine('see product-mirror resolve', 20)).toEqual(['see product-mirror', '  resolve'])
})

test('colours do not count towards the width of a line', () => {
  const plan = '\u001b[1mPlan 1:\u001b[22m two three'
  expect(wrapLine(plan, 20)).toEqual([plan])
  expect(wrapLine(`${plan} four five`, 20)).toEqual([plan, '  four five'])
})

test('without a terminal, lines are not broken', () => {
  const line = 'one two three '.repeat(20)
  expect(linesFor(screenOf({ isTTY: false }).screen, [line])).toEqual([line])
  expect(linesFor(screenOf({ isTTY: true, columns: 40 }).screen, [line]).length).toBeGreaterThan(7)
  expect(linesFor(screenOf({ isTTY: true, columns: 100 }).screen, [line])).toEqual(wrapLine(line, 100))
})

test.each([undefined, 0])('a terminal with the width %s counts as 80 columns wide', (columns) => {
  const line = 'one two three '.repeat(20)
  const { screen } = screenOf({ isTTY: true, ...(columns !== undefined && { columns }) })
  expect(linesFor(screen, [line])).toEqual(wrapLine(line, 80))
})
