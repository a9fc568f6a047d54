import { expect, test } from 'vitest'
import { blanksText } from '../../../../src/core/report/reasons/blanks-text.ts'
import type { BrokenRule } from '../../../../src/core/reasons/broken-rule.ts'

test.each<[BrokenRule, string]>([
  [
    { field: 'price', rule: 'drop', before: '405.91', after: '4.06', limit: 50 },
    'price drops by 99.0 % from 405.91 to 4.06 (limit 50 %)',
  ],
  [
    { field: 'weight', rule: 'rise', before: '2 kg', after: '5 kg', limit: 100 },
    'weight rises by 150.0 % from 2 kg to 5 kg (limit 100 %)',
  ],
  [
    { field: 'weight', rule: 'rise', before: '0', after: '5', limit: 100 },
    'weight rises from 0 to 5 (limit 100 %)',
  ],
  [
    { field: 'price', rule: 'below', before: '', after: '0.01', limit: 0.5 },
    'price is 0.01, which is below the minimum of 0.5',
  ],
  [
    { field: 'price', rule: 'above', before: '9', after: '999', limit: 500 },
    'price changes from 9 to 999, which is above the maximum of 500',
  ],
  [{ field: 'intro', rule: 'emptied', before: 'Band', after: '' }, 'intro became empty (before: Band)'],
])('the broken rule %j is shown with its values and its limit', (broken, text) => {
  expect(blanksText({ code: 'values', broken: [broken] })).toBe(text)
  expect(blanksText({ code: 'values', broken: [broken, broken] })).toBe(`${text}; ${text}`)
})

test('a lost name is shown without its value', () => {
  expect(blanksText({ code: 'name' })).toBe('the name became empty')
})
