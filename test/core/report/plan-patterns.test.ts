import { expect, test } from 'vitest'
import { describeMore, describePatterns, listPatterns } from '../../../src/core/report/plan-patterns.ts'
import type { PlanPattern } from '../../../src/core/run/plan-summary.ts'

const example = { gtin: '4026639000019', language: 'de-de' }
const patternOf = (fields: Partial<PlanPattern>): PlanPattern => ({
  kind: 'update',
  count: 240,
  languages: { 'de-de': 240 },
  shared: {},
  example,
  ...fields,
})
const summaryOf = (fields: Partial<PlanPattern>, more = 0) => ({
  records: 240,
  patterns: [patternOf(fields)],
  more,
})
const textOf = (fields: Partial<PlanPattern>) => describePatterns(summaryOf(fields))[0]?.text

test('a number has its median, directions if they differ, an example and outliers', () => {
  const prices = { ...example, before: '100', after: '28' }
  const odd = { ...example, before: '100', after: '1000' }
  const price = { field: 'price', how: 'number', median: -0.72, example: prices } as const
  expect(
    describePatterns(summaryOf({ ...price, up: 1, down: 239, outliers: { count: 1, examples: [odd] } })),
  ).toEqual([
    {
      text: '240 × price, −72.0 % median, 1 up, 239 down',
      details: [
        'for example 4026639000019 de-de: 100 → 28',
        '1 outlier: 4026639000019 de-de: 100 → 1000 (+900.0 %)',
      ],
    },
  ])
  expect(textOf({ ...price, median: 0.031, up: 240, down: 0 })).toBe('240 × price, +3.1 % median')
  expect(textOf({ field: 'price', how: 'number', up: 240 })).toBe('240 × price')
  const zero = { ...example, before: '0', after: '5' }
  const many = { count: 9, about: true, examples: [zero] }
  expect(describePatterns(summaryOf({ ...price, outliers: many }))[0]?.details[1]).toBe(
    'about 9 outliers, such as 4026639000019 de-de: 0 → 5',
  )
})

test.each<[Partial<PlanPattern>, string]>([
  [{ field: 'safety_datasheet', how: 'replaced' }, '240 × safety datasheet replaced'],
  [{ field: 'intro', how: 'emptied' }, '240 × intro emptied'],
  [{ field: 'intro', how: 'filled' }, '240 × intro filled in'],
  [
    { field: 'availability', how: 'changed', values: { before: 'a', after: 'b' } },
    '240 × availability changed, all alike',
  ],
  [{ field: 'template', how: 'cause', only: 240 }, '240 × the template or the labels changed'],
  [
    { field: 'template', how: 'cause', only: 3 },
    '240 × the template or the labels changed, 3 of them for no other reason',
  ],
  [{ field: 'inner', how: 'cause' }, '240 × inner changed'],
  [{ how: 'cause' }, '240 × written again'],
  [{}, '240 × written again'],
  [{ kind: 'create', count: 1 }, '1 × new page'],
  [{ kind: 'create', languages: { 'de-de': 120, 'en-gb': 120 } }, '240 × new pages, de-de 120, en-gb 120'],
  [{ kind: 'create', languages: { a: 60, b: 60, c: 60, d: 60 } }, '240 × new pages, 4 languages'],
  [{ kind: 'restore' }, '240 × back at the partner'],
  [
    { kind: 'retire', reason: 'left the catalogue', shared: { brand: 'X', language: 'de-de' } },
    '240 × retired: left the catalogue, all of brand X in de-de',
  ],
  [
    { kind: 'retire', reason: 'left the catalogue', shared: { name: 'Torwall' } },
    '240 × retired: left the catalogue, all named “Torwall …”',
  ],
  [{ kind: 'retire', shared: { language: 'de-de' } }, '240 × retired, all in de-de'],
])('%j is %s', (fields, text) => {
  expect(textOf(fields)).toBe(text)
})

test('an example without values is the record; emptied values are (none)', () => {
  expect(describePatterns(summaryOf({}))[0]?.details).toEqual(['for example 4026639000019 de-de'])
  const [first] = describePatterns(
    summaryOf({ values: { before: 'a', after: '' }, example: { ...example, before: 'a', after: '' } }),
  )
  expect(first?.details).toEqual(['all 4026639000019 de-de: a → (none)'])
  const [filled] = describePatterns(summaryOf({ example: { ...example, before: '', after: 'a' } }))
  expect(filled?.details).toEqual(['for example 4026639000019 de-de: (none) → a'])
})

test('patterns that are not shown are counted', () => {
  expect(describeMore(summaryOf({}), 1)).toBeUndefined()
  expect(describeMore(summaryOf({}, 2), 1)).toBe('and 2 more patterns')
  expect(listPatterns(summaryOf({ field: 'price', how: 'number' }), 3)).toBe('240 × price')
  expect(listPatterns(summaryOf({ field: 'price', how: 'number' }, 1), 3)).toBe('240 × price; 1 more pattern')
})
