import { expect, test } from 'vitest'
import { checkMap, mapFaultText } from '../../../src/core/mapping/check-map.ts'
import type { FieldMap, MapRow } from '../../../src/core/mapping/field-map.ts'
import type { SiteSchema } from '../../../src/core/mapping/site-schema.ts'

const text = { types: ['string'] }
const ids = { types: ['array'], items: { types: ['integer'] } }
const mayAll = { mayAssign: true, mayCreate: true }

const site: SiteSchema = {
  type: 'product',
  types: { pages: 'page', posts: 'post', product: 'shop_product' },
  properties: {
    id: { types: ['integer'] },
    title: { types: ['object'] },
    content: { types: ['object'] },
    excerpt: { types: ['object'] },
    featured_media: { types: ['integer'] },
    menu_order: { types: ['integer'] },
    product_cat: ids,
    meta: {
      types: ['object'],
      fields: {
        gtin: text,
        price: { types: ['number'] },
        stock: { types: ['integer'] },
        sale: { types: ['boolean'] },
        state: { types: ['string'], values: ['new', 'old'] },
        features: { types: ['array'], items: { types: ['string'] } },
        sizes: { types: ['array'], items: { types: ['number'] } },
        colours: { types: ['array'], items: { types: ['string'], values: ['red', 'blue'] } },
        anything: { types: [] },
        nested: { types: ['object'] },
      },
    },
    acf: {
      types: ['object'],
      fields: {
        datasheet: { types: ['integer', 'null'] },
        choice: {
          types: ['string', 'array', 'integer', 'null'],
          items: { types: ['string', 'integer'], values: ['a', 'b'] },
        },
      },
    },
  },
  takesBatches: true,
  mayCreate: true,
  taxonomies: {
    product_cat: { slug: 'shop_cat', ...mayAll },
    tags: { slug: 'post_tag', ...mayAll },
    locked: { slug: 'locked', mayAssign: false, mayCreate: false },
  },
}

type Changes = Partial<Omit<MapRow, 'target'>>

const row = (target: MapRow['target'], more: Changes = {}): MapRow => ({
  target,
  source: { kind: 'field', field: 'name' },
  as: 'text',
  owner: 'partner',
  words: {},
  ...more,
})

const faultsOf = (map: FieldMap['rows'], changes: Partial<SiteSchema> = {}): string[] =>
  checkMap({ rows: map }, { ...site, ...changes }).map(mapFaultText)

const without = (name: string): SiteSchema['properties'] =>
  Object.fromEntries(Object.entries(site.properties).filter(([other]) => other !== name))

test('an empty map fits every post type of the mirror', () => {
  expect(faultsOf([])).toEqual([])
})

test.each<[MapRow['target'], Changes]>([
  ['title', {}],
  ['excerpt', { as: 'html' }],
  ['menu_order', { as: 'integer' }],
  ['terms.product_cat', { as: 'list' }],
  ['meta.gtin', {}],
  ['meta.gtin', { as: 'html' }],
  ['meta.price', { as: 'number' }],
  ['meta.price', { as: 'integer' }],
  ['meta.stock', { as: 'integer' }],
  ['meta.stock', { as: 'media' }],
  ['meta.sale', { as: 'boolean' }],
  ['meta.features', { as: 'list' }],
  ['meta.state', { source: { kind: 'text', text: 'new' } }],
  ['meta.state', { source: { kind: 'texts', texts: { de: 'new', en: 'old' } } }],
  ['meta.state', { words: { available: 'new', limited: '' } }],
  ['meta.anything', { as: 'list' }],
  ['meta.anything', { as: 'boolean' }],
  ['acf.datasheet', { as: 'media' }],
  ['acf.choice', { source: { kind: 'text', text: 'a' } }],
])('%s fits with %o', (target, changes) => {
  expect(faultsOf([row(target, changes)])).toEqual([])
})

test.each<[MapRow['target'], Changes, string]>([
  [
    'meta.prise',
    {},
    'fields.meta.prise: the CMS registers no such meta key for product with show_in_rest (did you mean price?)',
  ],
  [
    'meta.constructor',
    {},
    'fields.meta.constructor: the CMS registers no such meta key for product with show_in_rest (it has gtin, price, stock, sale, state, features, sizes, colours, anything, nested)',
  ],
  [
    'acf.datashet',
    { as: 'media' },
    'fields.acf.datashet: the CMS has no such ACF field for product (did you mean datasheet?)',
  ],
  [
    'terms.product_cta',
    { as: 'list' },
    'fields.terms.product_cta: the CMS has no taxonomy product_cta in its REST interface (did you mean product_cat?)',
  ],
  [
    'terms.shop_cat',
    { as: 'list' },
    'fields.terms.shop_cat: the CMS has no taxonomy shop_cat in its REST interface (did you mean product_cat?)',
  ],
  [
    'terms.meta',
    { as: 'list' },
    'fields.terms.meta: the CMS has no taxonomy meta in its REST interface (it has product_cat, tags, locked)',
  ],
  [
    'terms.tags',
    { as: 'list' },
    'fields.terms.tags: the taxonomy tags does not belong to the post type product',
  ],
  ['meta.price', {}, 'fields.meta.price: it is text, and the CMS stores number; set as: number or integer'],
  [
    'meta.stock',
    { as: 'number' },
    'fields.meta.stock: it is number, and the CMS stores integer; set as: integer or media',
  ],
  [
    'meta.gtin',
    { as: 'list' },
    'fields.meta.gtin: it is list, and the CMS stores string; set as: text or html',
  ],
  ['meta.sale', { as: 'text' }, 'fields.meta.sale: it is text, and the CMS stores boolean; set as: boolean'],
  ['meta.nested', {}, 'fields.meta.nested: it is text, and the CMS stores object; no form of a map fits it'],
  [
    'meta.sizes',
    { as: 'list' },
    'fields.meta.sizes: its entries are text, and the CMS stores a list of number',
  ],
  [
    'acf.datasheet',
    { as: 'text' },
    'fields.acf.datasheet: it is text, and the CMS stores integer or null; set as: integer or media',
  ],
  [
    'meta.state',
    { source: { kind: 'text', text: 'used' } },
    'fields.meta.state: the CMS does not allow used; allowed: new, old',
  ],
  [
    'meta.state',
    { source: { kind: 'texts', texts: { de: 'neu', en: 'new' } } },
    'fields.meta.state: the CMS does not allow neu; allowed: new, old',
  ],
  [
    'meta.state',
    { words: { available: 'here', limited: 'few', not_available: 'here' } },
    'fields.meta.state: the CMS does not allow here, few; allowed: new, old',
  ],
  [
    'meta.colours',
    { as: 'list', source: { kind: 'text', text: 'green' } },
    'fields.meta.colours: the CMS does not allow green; allowed: red, blue',
  ],
  [
    'acf.choice',
    { source: { kind: 'text', text: 'c' } },
    'fields.acf.choice: the CMS does not allow c; allowed: a, b',
  ],
])('%s with %o is a fault', (target, changes, fault) => {
  expect(faultsOf([row(target, changes)])).toEqual([fault])
})

test('all errors are listed, in the order of the map', () => {
  expect(faultsOf([row('meta.prise'), row('meta.gtin'), row('terms.tags', { as: 'list' })])).toEqual([
    expect.stringContaining('meta.prise'),
    expect.stringContaining('terms.tags'),
  ])
})

test('an unknown post type is the only error, with the closest name or the existing ones', () => {
  const unknown = { properties: {} }
  const map = [row('meta.prise')]
  expect(faultsOf(map, { ...unknown, type: 'products' })).toEqual([
    'type: the CMS has no post type products in its REST interface (did you mean product?)',
  ])
  expect(faultsOf(map, { ...unknown, type: 'shop_product' })).toEqual([
    'type: the CMS has no post type shop_product in its REST interface (did you mean product?)',
  ])
  expect(faultsOf(map, { ...unknown, type: 'books' })).toEqual([
    'type: the CMS has no post type books in its REST interface (it has pages, posts, product)',
  ])
  expect(faultsOf(map, { ...unknown, types: undefined })).toEqual([
    'type: the CMS has no post type product in its REST interface',
  ])
})

test('another route of the CMS is not a post type, even though it has fields', () => {
  expect(faultsOf([], { type: 'users' })).toEqual([
    expect.stringMatching(/^type: the CMS has no post type users .*\(it has /),
  ])
})

test('of many names, ten are listed', () => {
  const types = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`shelf-${index}`, 'x']))
  expect(faultsOf([], { types, type: 'books', properties: {} })).toEqual([
    expect.stringMatching(/\(it has shelf-0, .*, shelf-9, …\)$/),
  ])
})

test('a post type needs titles, content, excerpts, images, batches and the right to create entries', () => {
  const { meta = text, acf = text } = site.properties
  expect(
    faultsOf([row('title'), row('meta.gtin')], {
      properties: { meta, acf },
      takesBatches: false,
      mayCreate: false,
    }),
  ).toEqual([
    'type: the post type product cannot be written in batches',
    'type: the post type product has no title (supports: title)',
    'type: the post type product has no content (supports: editor)',
    'type: the post type product has no excerpt (supports: excerpt)',
    'type: the post type product has no featured_media (supports: thumbnail)',
    'type: the mirror’s user may not create entries of the post type product',
  ])
})

test('an order that a post type lacks is an error only if the map needs it', () => {
  expect(faultsOf([row('meta.gtin'), row('excerpt')], { properties: without('menu_order') })).toEqual([])
  expect(faultsOf([row('menu_order', { as: 'integer' })], { properties: without('menu_order') })).toEqual([
    'fields.menu_order: the post type product has no menu_order (supports: page-attributes)',
  ])
})

test('a post type without meta or ACF fields is one error, however many the map has', () => {
  const map = [row('meta.gtin'), row('meta.price'), row('acf.datasheet'), row('acf.choice'), row('title')]
  expect(faultsOf(map, { properties: without('meta') })).toEqual([
    'fields.meta.gtin: the post type product has no meta fields (supports: custom-fields)',
    expect.stringMatching(/^fields\.acf\.datasheet: it is text/),
  ])
  expect(faultsOf(map.slice(2), { properties: without('acf') })).toEqual([
    'fields.acf.datasheet: the CMS shows no ACF fields of product: “Show in REST API” of their field group is off, or the group is for other post types',
  ])
  expect(faultsOf([row('title')], { properties: without('acf') })).toEqual([])
})

test('a post type without registered keys has no closest one', () => {
  const properties = { ...site.properties, meta: { types: ['object'] } }
  expect(faultsOf([row('meta.gtin')], { properties })).toEqual([
    'fields.meta.gtin: the CMS registers no such meta key for product with show_in_rest',
  ])
})

test('a missing right for terms is an error', () => {
  const withLocked = { ...site.properties, locked: ids }
  const map = [row('terms.locked', { as: 'list' })]
  expect(faultsOf(map, { properties: withLocked })).toEqual([
    'fields.terms.locked: the mirror’s user may not assign terms of locked',
  ])
  const mayAssign = { locked: { slug: 'locked', mayAssign: true, mayCreate: false } }
  expect(faultsOf(map, { properties: withLocked, taxonomies: mayAssign })).toEqual([
    'fields.terms.locked: the mirror’s user may not create terms of locked',
  ])
})

test('if the CMS does not list its taxonomies, the field of the post type is enough', () => {
  const hidden = { taxonomies: undefined }
  expect(faultsOf([row('terms.product_cat', { as: 'list' })], hidden)).toEqual([])
  expect(faultsOf([row('terms.colour', { as: 'list' })], hidden)).toEqual([
    'fields.terms.colour: the CMS has no taxonomy colour in its REST interface',
  ])
})
