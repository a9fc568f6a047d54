import { expect, test } from 'vitest'
import { readColumnNumber } from '../../../src/core/reading/read-column-number.ts'

test.each<[string, string | undefined]>([
  ['12.5', '12.5'],
  ['12,50', '12.5'],
  ['1.234,50', '1234.5'],
  ['1,234.50', '1234.5'],
  ['1 234,50 €', '1234.5 €'],
  ['€ 12.50', '12.5 €'],
  ['12,- €', '12 €'],
  ['25 mm', '25 mm'],
  ['-3', '-3'],
  ['0', '0'],
  ['', undefined],
  ['on request', undefined],
  ['5-10', undefined],
  ['1,234', undefined],
  ['1.2.3', undefined],
  ['Article no. 7', undefined],
  ['9'.repeat(101), undefined],
  [`1${' '.repeat(1_000_000)}2`, undefined],
])('the column %j is the number %s', (text, number) => {
  expect(readColumnNumber(text, false)).toBe(number)
  expect(readColumnNumber(text, true)).toBe(number)
})

test('three decimals count only where the map reads a decimal point', () => {
  expect(readColumnNumber('1.234', false)).toBeUndefined()
  expect(readColumnNumber('1.234', true)).toBe('1.234')
})
