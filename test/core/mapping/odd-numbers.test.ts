import { expect, test } from 'vitest'
import type { MapRow, MapSource } from '../../../src/core/mapping/field-map.ts'
import { oddNumbers } from '../../../src/core/mapping/odd-numbers.ts'
import { productOf } from '../../helpers/content/records.ts'

const inColumn: MapSource = { kind: 'column', column: 'rank' }
const row = (as: MapRow['as'], source: MapSource = inColumn): MapRow => ({
  target: 'meta.rank',
  source,
  as,
  owner: 'partner',
  words: {},
})
const odd = (value: string, one: MapRow): string[] =>
  oddNumbers({ rows: [one] }, productOf({ catalog: [{ name: 'rank', value }], item_number: value }))

test.each([
  ['12,5', 'number', 'catalog.rank "12,5" is not a number with a decimal point and is left out of meta.rank'],
  [
    '1.234,5',
    'number',
    'catalog.rank "1.234,5" is not a number with a decimal point and is left out of meta.rank',
  ],
  ['7.5', 'integer', 'catalog.rank "7.5" is not a whole number and is left out of meta.rank'],
] as const)('%s as %s is reported', (value, as, phrase) => {
  expect(odd(value, row(as))).toEqual([phrase])
})

test('so is a field of the partner, and a text', () => {
  expect(odd('A-7', row('integer', { kind: 'field', field: 'item_number' }))).toEqual([
    'item_number "A-7" is not a whole number and is left out of meta.rank',
  ])
  expect(odd('', row('number', { kind: 'text', text: 'x' }))).toEqual([
    'text "x" is not a number with a decimal point and is left out of meta.rank',
  ])
})

test.each([
  ['12.5', 'number'],
  ['25 mm', 'integer'],
  ['', 'number'],
  [' ', 'integer'],
  ['12,5', 'text'],
] as const)('“%s” as %s is not', (value, as) => {
  expect(odd(value, row(as))).toEqual([])
})

test('neither is an absent number of the partner', () => {
  expect(odd('', row('number', { kind: 'field', field: 'width' }))).toEqual([])
})
