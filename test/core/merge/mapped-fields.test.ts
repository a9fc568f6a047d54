import { describe, expect, test } from 'vitest'
import {
  alignedTo,
  mergePage,
  neverWritten,
  oursAfterWrite,
  type Merge,
} from '../../../src/core/merge/merge-fields.ts'
import {
  bodyOf,
  fieldsWritten,
  mappedWritten,
  nameOfField,
  namesOf,
  rowOf,
  sameField,
  sentValue,
} from '../../../src/core/merge/page-fields.ts'
import type { MappedValues } from '../../../src/core/record/mapped.ts'
import { textsOf } from '../../helpers/content/records.ts'

const merge = (base: MappedValues, current: MappedValues, wanted: MappedValues) => {
  const sides = { base: textsOf(base), current: textsOf(current), wanted: textsOf(wanted) }
  return mergePage(sides, 'keep', sameField)
}
const price = (value: number | null) => ({ 'meta.price': value })
const tags = (...ids: number[]) => ({ 'terms.tag': { shared: ids } })

describe('a mapped field', () => {
  type Case = { base: MappedValues; current: MappedValues; wanted: MappedValues; gives: Partial<Merge> }
  test.each<[string, Case]>([
    ['that nobody changed stays', { base: price(4), current: price(4), wanted: price(4), gives: {} }],
    [
      'that only the partner changed is written',
      { base: price(4), current: price(4), wanted: price(5), gives: { write: price(5) } },
    ],
    [
      'that only the editor changed stays',
      { base: price(4), current: price(6), wanted: price(4), gives: { kept: ['meta.price'] } },
    ],
    [
      'that both changed is in conflict',
      { base: price(4), current: price(6), wanted: price(5), gives: { conflicts: ['meta.price'] } },
    ],
    [
      'that an editor emptied stays empty',
      { base: price(4), current: price(0), wanted: price(4), gives: { kept: ['meta.price'] } },
    ],
    [
      'that the mirror never wrote is filled',
      { base: {}, current: price(null), wanted: price(5), gives: { write: price(5) } },
    ],
    [
      'that the mirror never wrote keeps an editor’s value',
      { base: {}, current: price(6), wanted: price(5), gives: { conflicts: ['meta.price'] } },
    ],
    ['that the map no longer has stays', { base: price(4), current: price(6), wanted: {}, gives: {} }],
    [
      'that the CMS does not return is left alone',
      { base: price(4), current: {}, wanted: price(4), gives: {} },
    ],
    [
      'that the CMS does not return is written if the partner changed it',
      { base: price(4), current: {}, wanted: price(5), gives: { write: price(5) } },
    ],
  ])('%s', (_, { base, current, wanted, gives }) => {
    expect(merge(base, current, wanted)).toEqual({ write: {}, kept: [], conflicts: [], ...gives })
  })

  test('that is shared is merged as a set, never in conflict', () => {
    expect(merge(tags(1, 2), { 'terms.tag': [1, 7] }, tags(1, 2, 3))).toEqual({
      write: tags(1, 7, 3),
      kept: ['terms.tag'],
      conflicts: [],
    })
    expect(merge(tags(1), { 'terms.tag': [1] }, tags(1))).toEqual({ write: {}, kept: [], conflicts: [] })
  })
})

test('our version after a write has exactly the fields of the map, and our entries of shared sets', () => {
  const base = textsOf({ ...price(4), ...tags(1), 'meta.gone': 'x' })
  const wanted = textsOf({ ...price(5), ...tags(1, 2), 'meta.new': 'y', title: 'Neu' })
  expect(alignedTo(base, wanted)).toEqual(textsOf({ ...price(4), ...tags(1), 'meta.new': null }))
  expect(oursAfterWrite(base, wanted)).toEqual(textsOf({ ...price(4), ...tags(1, 2), 'meta.new': null }))
})

describe('a write of mapped fields', () => {
  const texts = {
    ...price(5),
    'acf.subtitle': null,
    ...tags(1),
    'terms.cat': [4],
    menu_order: 3,
    title: 'Band',
  }
  const body = bodyOf(texts)

  test('groups them as the REST API does', () => {
    expect(body).toEqual({
      title: 'Band',
      menu_order: 3,
      meta: { price: 5 },
      acf: { subtitle: null },
      terms: { tag: [1], cat: [4] },
    })
    expect(bodyOf({ menu_order: null })).toEqual({ menu_order: 0 })
    expect(bodyOf({ 'meta.list': { shared: ['a'] } })).toEqual({ meta: { list: ['a'] } })
  })

  test('names the fields that it contains', () => {
    expect(mappedWritten(body)).toEqual([
      'menu_order',
      'meta.price',
      'acf.subtitle',
      'terms.cat',
      'terms.tag',
    ])
    expect(mappedWritten({ title: 'Band' })).toEqual([])
    expect(
      fieldsWritten(body, ['title', 'inner', 'excerpt', 'meta.price', 'meta.other', 'menu_order']),
    ).toEqual(['title', 'meta.price', 'menu_order'])
    expect(sentValue(body, 'meta.price')).toBe(5)
    expect(sentValue(body, 'menu_order')).toBe(3)
    expect(sentValue(body, 'acf.other')).toBeUndefined()
    expect(namesOf(['title', 'meta.price'])).toBe('title, meta.price')
  })
})

test.each([
  ['meta.price', '4.5', 1, 4.5],
  ['meta.sale', 'true', false, true],
  ['meta.notes', 'a, b', ['x'], ['a', 'b']],
  ['meta.name', 'Band', 'x', 'Band'],
  ['meta.name', '', 'x', null],
  ['featuredMedia', '7', 1, 7],
  ['title', 'Band', 'x', 'Band'],
  ['inner', '<p>a</p>', 'x', '<p>a</p>'],
] as const)('the text of %s in a conflict, “%s”, is a value like %j again', (field, text, like, value) => {
  expect(rowOf(field).parse(text, like as string)).toEqual(value)
})

test('of a page that the mirror never wrote, no mapped field is ours', () => {
  expect(neverWritten(textsOf({ ...price(5), ...tags(1) }))).toEqual(
    textsOf({ 'meta.price': null, 'terms.tag': null }),
  )
})

test('a field of an outcome has the name of the page’s field, or its own', () => {
  expect(['inner', 'terms.tag', 'item_number'].map(nameOfField)).toEqual([
    'mirrored block',
    'terms.tag',
    'item_number',
  ])
})
