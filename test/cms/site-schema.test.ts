import { join } from 'node:path'
import { expect } from 'vitest'
import { readMap, toMap } from '../../config/map/read-map.ts'
import type { CmsOptions } from '../../src/cms/cms.ts'
import { checkMap, mapFaultText } from '../../src/core/mapping/check-map.ts'
import { UnreachableError, UnusableError } from '../../src/lib/errors.ts'
import { findMapFaults } from '../../src/sync/runs/assert-map.ts'
import { defaultPolicy } from '../helpers/sync/sync-deps.ts'
import { withScripts } from '../helpers/upstream-fixtures.ts'
import { startMock } from '../helpers/world/mock-server.ts'

const examples = join(import.meta.dirname, '..', '..', 'examples')

const it = withScripts().extend('site', { scope: 'file' }, async ({}, { onCleanup }) => {
  const types = join(examples, 'types', 'product.yaml')
  const mock = await startMock({ gtins: 1, languages: 'de-de', types })
  onCleanup(() => mock.close())
  return mock
})

const signal = new AbortController().signal
const products = { type: 'product', taxonomies: ['product_cat'] }
const asUser = (user: string): Partial<CmsOptions> => ({ auth: { user, password: user.padEnd(24, 'x') } })

it('the schema has the fields of a registered type, with the rights for terms', async ({
  site,
  connectCms,
}) => {
  const schema = await connectCms(site.cmsRoot).fetchSiteSchema(products, signal)
  expect(schema).toMatchObject({
    type: 'product',
    types: { pages: 'page', posts: 'post', product: 'product' },
    takesBatches: true,
    mayCreate: true,
    taxonomies: {
      product_cat: { slug: 'product_cat', mayAssign: true, mayCreate: true },
      product_tag: { slug: 'product_tag', mayAssign: true },
      tags: { slug: 'post_tag' },
    },
  })
  const { meta, acf, product_cat: terms, title, content, excerpt } = schema.properties
  expect(meta?.fields).toMatchObject({
    gtin: { types: ['string'] },
    price: { types: ['number'] },
    stock: { types: ['integer'] },
    sale: { types: ['boolean'] },
  })
  expect(acf?.fields).toEqual({ datasheet: { types: ['integer', 'null'] } })
  expect(terms).toEqual({ types: ['array'], items: { types: ['integer'] } })
  expect([title, content, excerpt]).toEqual(Array(3).fill(expect.objectContaining({ types: ['object'] })))
})

it('pages have their order, and no requests for types and terms are sent unless a map needs them', async ({
  site,
  connectCms,
}) => {
  await site.zeroStats()
  const schema = await connectCms(site.cmsRoot).fetchSiteSchema({ type: 'pages', taxonomies: [] }, signal)
  expect(schema).toMatchObject({ types: undefined, taxonomies: undefined, takesBatches: true })
  expect(schema.properties['menu_order']).toEqual({ types: ['integer'] })
  expect((await site.stats()).totals.cms).toBe(1)
})

it('an unknown type has no fields', async ({ site, connectCms }) => {
  const wanted = { type: 'produkt', taxonomies: [] }
  const schema = await connectCms(site.cmsRoot).fetchSiteSchema(wanted, signal)
  expect(schema).toMatchObject({ properties: {}, mayCreate: false })
  expect(checkMap({ rows: [] }, schema).map(mapFaultText)).toEqual([
    expect.stringMatching(/^type: the CMS has no post type produkt .*\(did you mean product\?\)$/),
  ])
})

it('the rights are those of the user', async ({ site, connectCms }) => {
  const of = (user: string) => connectCms(site.cmsRoot, asUser(user)).fetchSiteSchema(products, signal)
  const rights = async (user: string) => {
    const { mayCreate, taxonomies } = await of(user)
    return { mayCreate, terms: taxonomies?.['product_cat'] }
  }
  expect(await rights('editor1')).toMatchObject({
    mayCreate: true,
    terms: { mayAssign: true, mayCreate: true },
  })
  expect(await rights('author1')).toMatchObject({
    mayCreate: true,
    terms: { mayAssign: true, mayCreate: false },
  })
  expect(await rights('sub1')).toMatchObject({
    mayCreate: false,
    terms: { mayAssign: false, mayCreate: false },
  })
})

it('the example map fits the example of a site', async ({ connectCms, onTestFinished }) => {
  const { map, faults } = readMap(join(examples, 'map', 'map.yaml'))
  expect(faults).toEqual([])
  const mock = await startMock({ gtins: 1, types: join(examples, 'types', 'pages.yaml') })
  onTestFinished(() => mock.close())
  const cms = connectCms(mock.cmsRoot)
  expect(map?.rows).toHaveLength(7)
  expect(map && (await findMapFaults({ map, cms, policy: defaultPolicy }, signal))).toEqual([])
})

it.for<['pages' | 'posts', string]>([
  ['pages', 'yoast.yaml'],
  ['pages', 'rank-math.yaml'],
  ['posts', 'seo-fields.yaml'],
])(
  'the map for SEO plug-ins fits %s of a site that registers its fields (%s)',
  async ([cmsType, file], { connectCms, onTestFinished }) => {
    const { map } = readMap(join(examples, 'map', file))
    const mock = await startMock({ gtins: 1, types: join(examples, 'types', 'seo.yaml') })
    onTestFinished(() => mock.close())
    const cms = connectCms(mock.cmsRoot)
    const policy = { ...defaultPolicy, cmsType }
    expect(map && (await findMapFaults({ map, cms, policy }, signal))).toEqual([])
  },
)

it.for<[string, Record<string, unknown>, RegExp]>([
  ['a misspelt meta key', { 'meta.gtn': 'x' }, /^fields\.meta\.gtn: .*\(did you mean gtin\?\)$/],
  ['an unregistered meta key', { 'meta.colour': 'x' }, /^fields\.meta\.colour: .*\(it has .*gtin, price/],
  ['a misspelt ACF field', { 'acf.datashet': { from: 'datasheet' } }, /\(did you mean datasheet\?\)$/],
  ['an unknown taxonomy', { 'terms.product_cats': 'x' }, /no taxonomy .*\(did you mean product_cat\?\)$/],
  [
    'a taxonomy of posts',
    { 'terms.tags': 'x' },
    /the taxonomy tags does not belong to the post type product$/,
  ],
  ['a text for a number', { 'meta.price': 'x' }, /it is text, and the CMS stores number; set as: number/],
  ['a number for a text', { 'meta.gtin': { from: 'price' } }, /it is number, and the CMS stores string/],
  ['a number for a whole one', { 'meta.stock': { from: 'price' } }, /set as: integer or media$/],
  ['a list for a text', { 'meta.gtin': { from: 'attributes' } }, /it is list, and the CMS stores string/],
  ['a file for a boolean', { 'meta.sale': { from: 'image' } }, /it is media, and the CMS stores boolean/],
  ['a text for a file', { 'acf.datasheet': 'x' }, /it is text, and the CMS stores integer or null/],
  ['an order', { menu_order: '5' }, /the post type product has no menu_order \(supports: page-attributes\)$/],
])('%s does not fit the example types', async ([, fields, fault], { site, connectCms }) => {
  const { map, faults } = toMap({ type: 'product', fields })
  expect(faults).toEqual([])
  const cms = connectCms(site.cmsRoot)
  const policy = { ...defaultPolicy, cmsType: 'product' }
  const found = map && (await findMapFaults({ map, cms, policy }, signal))
  expect(found?.map(mapFaultText)).toEqual([expect.stringMatching(fault)])
})

it('without a post type in the map, that of CMS_TYPE is checked', async ({ site, connectCms }) => {
  const { map = { rows: [] } } = toMap({
    fields: { 'meta.gtin': 'x', 'acf.datasheet': { from: 'datasheet' } },
  })
  const cms = connectCms(site.cmsRoot)
  expect((await findMapFaults({ map, cms, policy: defaultPolicy }, signal)).map(mapFaultText)).toEqual([
    expect.stringMatching(/^fields\.acf\.datasheet: the CMS shows no ACF fields of pages/),
    expect.stringMatching(/^fields\.meta\.gtin: the CMS registers no such meta key for pages/),
  ])
  expect(await findMapFaults({ cms, policy: defaultPolicy }, signal)).toEqual([])
})

const closed =
  /^The CMS does not describe its fields while reading the fields of pages: .*Allow OPTIONS requests/
const pages = { type: 'pages', taxonomies: [] }

it.for<[string, { status: number; headers?: Record<string, string>; json?: unknown; body?: string }]>([
  ['responds to OPTIONS itself', { status: 204, headers: { allow: 'GET, HEAD' }, body: '' }],
  ['does not allow OPTIONS', { status: 405, body: '<h1>Not allowed</h1>' }],
  ['removes the schema', { status: 200, json: { namespace: 'cms/v2', endpoints: [] } }],
])('a server that %s is reported, with the remedy', async ([, step], { start, connectCms }) => {
  const server = await start([step])
  await expect(connectCms(server.url).fetchSiteSchema(pages, signal)).rejects.toThrow(
    expect.objectContaining({ constructor: UnusableError, message: expect.stringMatching(closed) }),
  )
})

it('a CMS that is down is unreachable', async ({ start, connectCms }) => {
  const server = await start([{ status: 502, body: 'Bad gateway' }])
  await expect(connectCms(server.url).fetchSiteSchema(pages, signal)).rejects.toThrow(UnreachableError)
})

it('odd parts of a schema are ignored', async ({ start, connectCms }) => {
  const properties = {
    title: { type: 5, enum: 'x', items: [] },
    meta: { type: 'object', properties: [] },
    menu_order: {},
    state: { type: 'string', enum: ['a', 1, null] },
  }
  const server = await start([{ json: { endpoints: [{ methods: ['POST'] }], schema: { properties } } }])
  const schema = await connectCms(server.url).fetchSiteSchema(pages, signal)
  expect(schema).toMatchObject({ takesBatches: false, mayCreate: true })
  expect(schema.properties).toEqual({
    title: { types: [] },
    meta: { types: ['object'] },
    menu_order: { types: [] },
    state: { types: ['string'], values: ['a', '1', 'null'] },
  })
})

it('a CMS that hides its types and taxonomies is checked by its fields alone', async ({
  start,
  connectCms,
}) => {
  const properties = { title: { type: 'object' }, colour: { type: 'array', items: { type: 'integer' } } }
  const server = await start(({ method, url }) => {
    if (method === 'OPTIONS') return { json: { schema: { properties } } }
    return url.includes('/users/me')
      ? { json: { id: 1 } }
      : { status: 404, json: { code: 'rest_no_route', message: 'No route.', data: { status: 404 } } }
  })
  const wanted = { type: 'product', taxonomies: ['colour'] }
  expect(await connectCms(server.url).fetchSiteSchema(wanted, signal)).toMatchObject({
    types: undefined,
    taxonomies: undefined,
    properties: { colour: { types: ['array'] } },
  })
})
