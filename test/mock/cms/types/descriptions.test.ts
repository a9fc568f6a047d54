import { afterAll, expect, test } from 'vitest'
import { openCms, root } from '../open-cms.ts'
import { openProducts } from './open-products.ts'

const cms = await openProducts()
const plain = await openCms()
const { ask } = cms
afterAll(async () => {
  await cms.close()
  await plain.close()
})

const collection = ['GET', 'POST']
const item = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

test('the index lists the routes of the types, with their methods', async () => {
  const { body } = await ask(null, 'GET', '/')
  expect(body['routes']).toMatchObject({
    '/cms/v2/product': { methods: collection, endpoints: [{ allow_batch: { v1: true } }, {}] },
    '/cms/v2/product/(?P<id>[\\d]+)': { methods: item },
    '/cms/v2/product/(?P<parent>[\\d]+)/revisions': { methods: ['GET'] },
    '/cms/v2/product/(?P<id>[\\d]+)/autosaves': { methods: collection },
    '/cms/v2/product_cat': { methods: collection, endpoints: [{ allow_batch: { v1: true } }, {}] },
    '/cms/v2/product_tag/(?P<id>[\\d]+)': { methods: item },
    '/cms/v2/types': { methods: ['GET'] },
    '/cms/v2/taxonomies': { methods: ['GET'] },
  })
})

test('without types there are no such routes', async () => {
  for (const path of ['product', 'types', 'taxonomies'])
    expect(await plain.ask('admin', 'GET', `/cms/v2/${path}`)).toMatchObject({ status: 404 })
  expect((await plain.ask(null, 'OPTIONS', '/cms/v2/pages')).body).not.toHaveProperty('schema')
})

test('types describe the post types, with more in context edit', async () => {
  const { body } = await ask(null, 'GET', '/cms/v2/types')
  expect(Object.keys(body)).toEqual(['post', 'page', 'attachment', 'nav_menu_item', 'product'])
  expect(body['product']).toEqual({
    description: '',
    hierarchical: false,
    has_archive: false,
    name: 'Products',
    slug: 'product',
    icon: null,
    taxonomies: ['product_cat', 'product_tag'],
    rest_base: 'product',
    rest_namespace: 'cms/v2',
    template: [],
    template_lock: false,
    _links: {
      collection: [{ href: `${root}/cms/v2/types` }],
      'cms:items': [{ href: `${root}/cms/v2/product` }],
      curies: expect.any(Array),
    },
  })
  expect((await ask('admin', 'GET', '/cms/v2/types/product?context=edit')).body).toMatchObject({
    labels: { name: 'Products', singular_name: 'Product' },
    supports: { title: true, editor: true, autosave: true, 'custom-fields': true },
    capabilities: { edit_posts: 'edit_posts' },
  })
  expect(await ask('sub1', 'GET', '/cms/v2/types/product?context=edit')).toMatchObject({
    status: 403,
    body: { code: 'rest_forbidden_context' },
  })
  expect(await ask('admin', 'GET', '/cms/v2/types/car')).toMatchObject({
    status: 404,
    body: { code: 'rest_type_invalid' },
  })
})

test('taxonomies describe the taxonomies, all or those of a type', async () => {
  const { body } = await ask(null, 'GET', '/cms/v2/taxonomies?type=product')
  expect(Object.keys(body)).toEqual(['product_cat', 'product_tag'])
  expect((await ask(null, 'GET', '/cms/v2/taxonomies/product_cat')).body).toMatchObject({
    name: 'Product categories',
    slug: 'product_cat',
    types: ['product'],
    hierarchical: true,
    rest_base: 'product_cat',
  })
  expect(await ask(null, 'GET', '/cms/v2/taxonomies/colour')).toMatchObject({
    status: 404,
    body: { code: 'rest_taxonomy_invalid' },
  })
})

test('OPTIONS describes the item with its meta, fields and terms', async () => {
  const { body } = await ask(null, 'OPTIONS', '/cms/v2/product')
  expect(body['schema']).toMatchObject({
    $schema: 'http://json-schema.org/draft-04/schema#',
    title: 'product',
    type: 'object',
    properties: {
      id: { type: 'integer', context: ['view', 'edit', 'embed'], readonly: true },
      title: {
        type: 'object',
        properties: { raw: { context: ['edit'] }, rendered: { readonly: true } },
      },
      meta: {
        type: 'object',
        context: ['view', 'edit'],
        properties: {
          gtin: { type: 'string', description: 'GTIN-13 of the product', default: '' },
          price: { type: 'number', default: 0 },
          stock: { type: 'integer', minimum: 0, default: 0 },
          sale: { type: 'boolean', default: false },
        },
      },
      acf: { type: 'object', properties: { datasheet: { type: ['integer', 'null'], required: false } } },
      product_cat: { type: 'array', items: { type: 'integer' }, context: ['view', 'edit'] },
    },
  })
  expect(body['endpoints']).toMatchObject([
    { methods: ['GET'], args: { product_cat: {}, product_tag_exclude: {}, tax_relation: {} } },
    { methods: ['POST'], args: { acf: { type: 'object', required: false }, product_tag: { type: 'array' } } },
  ])
  expect((await ask(null, 'OPTIONS', '/cms/v2/product_cat')).body['schema']).toMatchObject({
    title: 'product_cat',
    properties: { name: { required: true }, parent: { type: 'integer' } },
  })
})
