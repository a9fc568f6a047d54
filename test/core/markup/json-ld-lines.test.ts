import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonLdLines } from '../../../src/core/markup/json-ld-lines.ts'

const linesOf = (data: unknown) => jsonLdLines(JSON.stringify(data))

test('each property is a line with its path', () => {
  const data = { name: 'Tape', offers: { price: 12.5, valid: true }, sku: null, tags: [], more: {} }
  expect(linesOf(data)).toEqual([
    '[JSON-LD] name: Tape',
    '[JSON-LD] offers.price: 12.5',
    '[JSON-LD] offers.valid: true',
    '[JSON-LD] sku: null',
    '[JSON-LD] tags: []',
    '[JSON-LD] more: {}',
  ])
})

test('an item of a list has its name in the path, or its place if the name is missing or not unique', () => {
  const named = [
    { name: 'Width', value: '5' },
    { name: 'A\n B' },
    { name: 'Same' },
    { name: 'Same' },
    7,
    { name: 1 },
    null,
    { x: 2 },
  ]
  expect(linesOf({ p: named })).toEqual([
    '[JSON-LD] p.Width.name: Width',
    '[JSON-LD] p.Width.value: 5',
    '[JSON-LD] p.A B.name: A B',
    '[JSON-LD] p.3.name: Same',
    '[JSON-LD] p.4.name: Same',
    '[JSON-LD] p.5: 7',
    '[JSON-LD] p.6.name: 1',
    '[JSON-LD] p.7: null',
    '[JSON-LD] p.8.x: 2',
  ])
})

test('a single value, and text that is not JSON, are one line', () => {
  expect(linesOf(' a\n b ')).toEqual(['[JSON-LD] a b'])
  expect(linesOf({ p: [7] })).toEqual(['[JSON-LD] p.1: 7'])
  expect(jsonLdLines('{"a":\n oops')).toEqual(['[JSON-LD] {"a": oops'])
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  expect(jsonLdLines(deep)).toEqual([`[JSON-LD] ${deep}`])
})

test('no value adds a separate line', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const line of linesOf(value)) expect(line).toMatch(/^\[JSON-LD\] [^\n\r]*$/)
    }),
  )
})
