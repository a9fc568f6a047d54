import { describe, expect, test } from 'vitest'
import type { FieldMap, MapRow, SourceField } from '../../../src/core/mapping/field-map.ts'
import {
  columnsOf,
  mappedTargets,
  mapValues,
  numberColumnsOf,
  splitByOwner,
  termsOf,
} from '../../../src/core/mapping/map-values.ts'
import type { Product } from '../../../src/core/record/product.ts'
import { productOf } from '../../helpers/content/records.ts'

const ids: Record<string, number> = { 'cat/Tapes': 3, 'cat/Films': 4 }
const library = {
  mediaOf: (url: string) => (url.endsWith('band.pdf') ? { id: 12 } : undefined),
  termOf: (taxonomy: string, path: string) => ids[`${taxonomy}/${path}`],
}
const row = (fields: Partial<MapRow>): MapRow => ({
  target: 'meta.x',
  source: { kind: 'field', field: 'name' },
  as: 'text',
  owner: 'partner',
  words: {},
  ...fields,
})
const mapOf = (...rows: Partial<MapRow>[]): FieldMap => ({ rows: rows.map(row) })
const valueOf = (fields: Partial<MapRow>, product: Partial<Product> = {}) =>
  mapValues(mapOf(fields), productOf(product), library).values['meta.x']
const inColumn = { source: { kind: 'column' as const, column: 'shelf' } }
const from = (field: SourceField) => ({ source: { kind: 'field' as const, field } })

describe('a value', () => {
  test.each<[string, Partial<MapRow>, Partial<Product>, unknown]>([
    ['text', from('name'), {}, 'Dichtband'],
    ['the text of an HTML field', from('advantages'), {}, 'dicht'],
    ['lines of attributes', from('attributes'), {}, 'Farbe: grau'],
    ['lines of an HTML field', from('application'), { application: '<p>a</p><p>b</p>' }, 'a\nb'],
    ['nothing of an empty field', from('intro'), { intro: '' }, null],
    ['nothing of a missing number', from('width'), {}, null],
    ['a number', { ...from('price'), as: 'number' }, { price: '12.50' }, 12.5],
    ['a number with a unit', { ...from('width'), as: 'number' }, { width: '60 mm' }, 60],
    ['no number of another text', { ...from('item_number'), as: 'number' }, { item_number: '1.2.3' }, null],
    ['an integer', { ...from('item_number'), as: 'integer' }, {}, 4711],
    ['no integer of a fraction', { ...from('price'), as: 'integer' }, { price: '12.5' }, null],
    ['a boolean', { ...from('folded'), as: 'boolean' }, { folded: true }, true],
    ['no boolean without a value', { ...from('folded'), as: 'boolean' }, { folded: null }, null],
    ['a boolean of a text', { ...from('trade_unit'), as: 'boolean' }, { trade_unit: 'No' }, false],
    ['HTML', { ...from('application'), as: 'html' }, {}, '<p>Kleben.</p>'],
    ['HTML of a plain text', { ...from('intro'), as: 'html' }, { intro: 'a < b' }, '<p>a &lt; b</p>'],
    ['a file', { ...from('datasheet'), as: 'media' }, {}, 12],
    ['nothing without a file', { ...from('datasheet'), as: 'media' }, { datasheet: '' }, null],
    ['a list of attributes', { ...from('attributes'), as: 'list' }, {}, ['Farbe: grau']],
    [
      'an attribute without a value',
      { ...from('materials'), as: 'list' },
      { materials: [{ name: 'PE', value: '' }] },
      ['PE'],
    ],
    ['a list of lines', { ...from('intro'), as: 'list' }, { intro: 'a\nb\n\na' }, ['a', 'b']],
    ['an empty list of a number', { ...from('width'), as: 'list' }, {}, []],
    ['an empty list', { ...from('intro'), as: 'list' }, { intro: '' }, []],
    ['a shared list', { ...from('intro'), as: 'list', owner: 'shared' }, { intro: 'a' }, { shared: ['a'] }],
    ['a column of the catalogue', inColumn, { catalog: [{ name: 'shelf', value: 'A | 1' }] }, 'A | 1'],
    ['nothing of another column', inColumn, { catalog: [{ name: 'rank', value: '1' }] }, null],
    ['nothing without columns', inColumn, {}, null],
    [
      'a list of the parts of a cell',
      { ...inColumn, as: 'list' },
      { catalog: [{ name: 'shelf', value: 'A | B\nC|' }] },
      ['A', 'B', 'C'],
    ],
    ['a text with a bar', { ...from('intro'), as: 'list' }, { intro: 'a | b' }, ['a | b']],
    ['a fixed text', { source: { kind: 'text', text: 'ACME' } }, {}, 'ACME'],
  ])('is %s', (_, fields, product, value) => {
    expect(valueOf(fields, product)).toEqual(value)
  })

  test('is one of the words for it', () => {
    const words = { available: 'In stock', constructor: 'no' }
    expect(valueOf({ ...from('availability'), words }, { availability: 'available' })).toBe('In stock')
    expect(valueOf({ ...from('availability'), words }, { availability: 'limited' })).toBe('limited')
    expect(valueOf({ ...from('availability'), words: {} }, { availability: 'constructor' })).toBe(
      'constructor',
    )
  })

  test.each([
    ['de-de', 'Neu'],
    ['de-at', 'Neues'],
    ['en-gb', 'New'],
    ['fr-fr', null],
  ])('per language is the text of %s', (language, text) => {
    const source = { kind: 'texts' as const, texts: { de: 'Neues', 'de-de': 'Neu', 'en-gb': 'New' } }
    expect(valueOf({ source }, { language })).toBe(text)
  })

  test('is omitted while its file is not in the media library', () => {
    const product = { datasheet: 'https://partner.example/other.pdf' }
    expect(valueOf({ ...from('datasheet'), as: 'media' }, product)).toBeUndefined()
  })
})

describe('terms', () => {
  const map = mapOf({ target: 'terms.cat', ...from('intro'), as: 'list', owner: 'shared' })
  const valuesOf = (intro: string) => mapValues(map, productOf({ intro }), library).values

  test('are the ids of their names', () => {
    expect(valuesOf('Tapes\nFilms')).toEqual({ 'terms.cat': { shared: [3, 4] } })
    const withPrice = { rows: [...map.rows, row({ target: 'meta.price', ...from('price') })] }
    expect(termsOf(withPrice, productOf({ intro: 'Tapes\nGlue' }))).toEqual([
      { taxonomy: 'cat', path: 'Tapes' },
      { taxonomy: 'cat', path: 'Glue' },
    ])
  })

  test('are omitted while one of them is unknown', () => {
    expect(valuesOf('Tapes\nGlue')).toEqual({})
  })
})

describe('a map', () => {
  const map = mapOf(
    { target: 'meta.once', owner: 'once' },
    { target: 'meta.price', ...from('price'), as: 'number' },
    { target: 'excerpt', ...from('application_short') },
    { target: 'title', ...from('erp_description') },
  )

  test('separates the fields of a new page from those of every update', () => {
    const { merged, once } = splitByOwner(map)
    const product = productOf({ application_short: 'Fugen & mehr' })
    expect(mapValues(merged, product, library)).toEqual({
      title: 'DICHTBAND 5 M',
      excerpt: 'Fugen &amp; mehr',
      values: { 'meta.price': 12.5 },
    })
    expect(mapValues(once, product, library)).toEqual({ values: { 'meta.once': 'Dichtband' } })
    expect(mappedTargets(map)).toEqual(['meta.once', 'meta.price'])
  })

  test('names columns of the catalogue, each once', () => {
    const other = { source: { kind: 'column' as const, column: 'rank' } }
    const rows = mapOf(inColumn, from('name'), inColumn, other)
    expect(columnsOf(rows)).toEqual(['rank', 'shelf'])
    const publishIf = ['price', 'catalog.shelf', 'catalog.group']
    expect(columnsOf({ ...rows, publishIf })).toEqual(['group', 'rank', 'shelf'])
  })

  test('names the columns that are read as numbers', () => {
    const column = (name: string) => ({ source: { kind: 'column' as const, column: name } })
    const rows = mapOf(
      { ...column('list'), as: 'number' },
      { ...column('rank'), as: 'integer' },
      column('shelf'),
      { ...from('price'), as: 'number' },
    )
    expect(numberColumnsOf(rows)).toEqual(['list', 'rank'])
  })

  test('empties the excerpt, but never the title', () => {
    const { title, excerpt } = mapValues(
      map,
      productOf({ erp_description: '', application_short: '' }),
      library,
    )
    expect([title, excerpt]).toEqual([undefined, ''])
  })
})
