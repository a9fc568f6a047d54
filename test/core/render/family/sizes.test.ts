import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTemplates } from '../../../../config/templates.ts'
import {
  memberOf,
  neededColumns,
  type FamilyBy,
  type Member,
} from '../../../../src/core/render/family/member.ts'
import { mostSizes, type Sibling } from '../../../../src/core/render/family/sizes.ts'
import { createRenderer } from '../../../../src/core/render/renderer.ts'
import { sizesLinked } from '../../../../src/core/page/links.ts'
import { bareProduct } from '../../../../src/core/render/template/sample.ts'
import type { Product } from '../../../../src/core/record/product.ts'

const templates = await readTemplates()
const by: FamilyBy = 'erp_id'
const renderer = createRenderer({ ...templates, units: { length: 'm', width: 'mm' }, familyBy: by })

const gtinAt = (index: number) => String(4_000_000_000_000 + index)
const siblingOf = (fields: Partial<Product>, index: number): Sibling => ({
  gtin: gtinAt(index),
  member: memberOf({ ...bareProduct, erp_id: 'tape', ...fields }, by),
  url: `https://cms.example/${index}/`,
})

/** The sizes that the page of the first of these products shows. */
function sizesOf(products: readonly Partial<Product>[], language = 'en-gb') {
  const [own, ...siblings] = products.map(siblingOf)
  if (own === undefined) throw new Error('no product')
  return renderer.sizesOf({ ...own, language }, siblings)
}
const labelsOf = (products: readonly Partial<Product>[], language?: string) =>
  sizesOf(products, language)?.links.map(({ label }) => label)
const named = (...names: string[]) => names.map((name) => ({ name }))

test.for([
  [
    ['Tape 60 mm', 'Tape 100 mm', 'Tape 80 mm'],
    ['80 mm', '100 mm'],
  ],
  [['Tape, black', 'Tape, white'], ['white']],
  [['Tape', 'Tape – wide'], ['wide']],
  [['Tape – wide', 'Tape'], ['Tape']],
  [['Tape 60 mm', 'Tape 60 cm'], ['60 cm']],
  [['Tape 60', 'Tape 60 mm'], ['60 mm']],
  [['Type 3 black', 'Type 3 white'], ['white']],
  [['Tape', 'Membrane'], ['Membrane']],
  [['3 m', '3 cm'], ['3 cm']],
] as const)('names %j are labelled %j', ([names, labels]) => {
  expect(labelsOf(named(...names))).toEqual(labels)
})

test('sizes with one name are labelled by the measures that differ, in the order of their values', () => {
  const tape = (width: string, length: string | null = '25') => ({ name: 'Tape', width, length })
  expect(labelsOf([tape('60'), tape('100'), tape('7.5')])).toEqual(['Width 7.5 mm', 'Width 100 mm'])
  expect(labelsOf([tape('60'), tape('60', '30'), tape('80')])).toEqual([
    'Length 25 m, Width 80 mm',
    'Length 30 m, Width 60 mm',
  ])
  expect(labelsOf([tape('60'), tape('60', null)])).toEqual(['Tape'])
  expect(labelsOf([tape('60'), tape('80')], 'de-de')).toEqual(['Breite 80 mm'])
})

test('names and measures are combined, if neither distinguishes all sizes', () => {
  const products = [
    { name: 'Tape black', width: '60' },
    { name: 'Tape white', width: '60' },
    { name: 'Tape white', width: '80' },
  ]
  expect(labelsOf(products)).toEqual(['white, Width 60 mm', 'white, Width 80 mm'])
})

test('sizes that differ in nothing else are labelled by item number or GTIN', () => {
  expect(labelsOf([{ item_number: '1' }, { item_number: '10' }, { item_number: '9' }])).toEqual([
    'Item number 9',
    'Item number 10',
  ])
  expect(labelsOf([{}, {}])).toEqual([`GTIN ${gtinAt(1)}`])
  expect(labelsOf([{ weight: '1' }, { weight: '2' }])).toEqual([`GTIN ${gtinAt(1)}`])
})

test('a page links at most 50 sizes, the closest ones', () => {
  const widths = Array.from({ length: 120 }, (_, index) => index + 1)
  const around = (own: number) =>
    labelsOf([own, ...widths.filter((width) => width !== own)].map((width) => ({ name: `Tape ${width} mm` })))
  expect(around(1)).toHaveLength(mostSizes)
  expect(around(1)).toEqual(expect.arrayContaining(['2 mm', '51 mm']))
  expect(around(60)).toEqual(expect.arrayContaining(['35 mm', '59 mm', '61 mm', '85 mm']))
  expect(around(120)).toEqual(expect.arrayContaining(['70 mm', '119 mm']))
})

test('a family has its id, the common start of the names, and the properties that vary', () => {
  expect(sizesOf(named('Tape – 60 mm', 'Tape – 80 mm'))?.group).toEqual({
    '@type': 'ProductGroup',
    name: 'Tape',
    productGroupID: 'tape',
  })
  const products = [
    { name: 'A', width: '60', length: '1', area: '1' },
    { name: 'B', width: '60 cm', length: '2 m', area: null },
  ]
  expect(sizesOf(products)?.group).toEqual({
    '@type': 'ProductGroup',
    productGroupID: 'tape',
    variesBy: ['https://schema.org/size', 'https://schema.org/width'],
  })
})

test('a product without another member has no other sizes', () => {
  expect(sizesOf([{}])).toBeUndefined()
})

test('a page shows the sizes as buttons, and names the family in its JSON-LD', () => {
  const sizes = sizesOf(named('Tape 60 mm', 'Tape <80> mm'))
  const links = { languages: [], sizes }
  const { inner } = renderer.render({ ...bareProduct, erp_id: 'tape' }, () => undefined, links)
  expect(inner).toContain('>Other sizes</h2>')
  expect(inner).toContain('href="https://cms.example/1/">&lt;80&gt; mm</a>')
  expect(inner).toContain('"isVariantOf":{"@type":"ProductGroup"')
})

const text = fc.oneof(
  fc.constantFrom('', '60 mm', 'Tape', 'Tape 60', 'Tape 60 mm', 'Tape, wide', 'Tape\n60'),
  fc.string({ maxLength: 8 }),
)
const measure = fc.option(fc.constantFrom('1', '2', '2 m', '0.5', '10'))
const product = fc.record({ name: text, item_number: text, length: measure, width: measure, weight: measure })

test('labels are distinct and not empty, and do not depend on the order of the members', () => {
  fc.assert(
    fc.property(fc.array(product, { minLength: 2, maxLength: 12 }), (products) => {
      // The partner’s names are not empty.
      const all = products.map((one) => ({ ...one, name: one.name.trim() || 'Tape' })).map(siblingOf)
      const [own, ...siblings] = all
      if (own === undefined) return
      const shown = renderer.sizesOf({ ...own, language: 'de-de' }, siblings)
      expect(renderer.sizesOf({ ...own, language: 'de-de' }, siblings.toReversed())).toEqual(shown)
      const labels = (shown?.links ?? []).map(({ label }) => label)
      expect(new Set(labels).size).toBe(siblings.length)
      expect(labels).not.toContain('')
    }),
  )
})

test.for<[FamilyBy, Partial<Product>, Pick<Member, 'id'>]>([
  ['erp_id', { erp_id: ' 4711 ' }, { id: '4711' }],
  ['erp_id', { erp_id: '' }, { id: '' }],
  ['erp_id', { erp_id: 'x'.repeat(201) }, { id: '' }],
  ['catalog.series', { catalog: [{ name: 'series', value: 'A' }] }, { id: 'A' }],
  ['catalog.series', { catalog: [{ name: 'other', value: 'A' }] }, { id: '' }],
  ['catalog.series', {}, { id: '' }],
])('families by %s of %j share %j', ([field, fields, { id }]) => {
  const member = memberOf({ ...bareProduct, ...fields }, field)
  expect(member.id).toBe(id)
  expect(member.family).toHaveLength(id === '' ? 0 : 16)
})

test('the columns of the map and of families are read, each once', () => {
  const row = { target: 'meta.a', owner: 'partner', as: 'text', words: {} } as const
  const map = { rows: [{ ...row, source: { kind: 'column', column: 'shelf' } as const }] }
  expect(neededColumns(undefined, undefined)).toEqual([])
  expect(neededColumns(map, 'erp_id')).toEqual(['shelf'])
  expect(neededColumns(map, 'catalog.series')).toEqual(['series', 'shelf'])
  expect(neededColumns(map, 'catalog.shelf')).toEqual(['shelf'])
})

test('text from right to left shows each size in its own direction', () => {
  const links = { languages: [], sizes: sizesOf(named('Tape 60 mm', 'Tape 80 mm'), 'ar') }
  const arabic = { ...bareProduct, language: 'ar', erp_id: 'tape' }
  const { inner } = renderer.render(arabic, () => undefined, links)
  expect(inner).toContain('<div class="wp-block-buttons mirror-sizes" style="display:flex;')
  expect(inner).toContain('<a dir="auto" class="wp-block-button__link wp-element-button" href="https://cms')
  expect(sizesLinked(inner)?.links).toEqual([{ url: 'https://cms.example/1/', label: '80 mm' }])
})
