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

test('only built-in types have icons', async () => {
  const { body } = await ask(null, 'GET', '/cms/v2/types')
  expect(body).toMatchObject({
    post: { icon: 'dashicons-admin-post' },
    attachment: { icon: 'dashicons-admin-media' },
    nav_menu_item: { icon: null },
    product: { icon: null },
  })
})

test('types that the REST interface does not show are forbidden, not unknown', async () => {
  const refused = { code: 'rest_cannot_read_type', message: 'Cannot view post type.' }
  expect(await ask('admin', 'GET', '/cms/v2/types/revision')).toMatchObject({ status: 403, body: refused })
  expect(await ask(null, 'GET', '/cms/v2/types/custom_css')).toMatchObject({ status: 401, body: refused })
  expect(await ask('admin', 'GET', '/cms/v2/taxonomies/post_format')).toMatchObject({
    status: 403,
    body: { code: 'rest_forbidden' },
  })
})

test('capabilities include those for a single row, and differ for pages, media and menus', async () => {
  const { body } = await ask('admin', 'GET', '/cms/v2/types?context=edit')
  const of = (capabilities: object) => ({ capabilities })
  expect(body).toMatchObject({
    product: of({ edit_post: 'edit_post', read_post: 'read_post', create_posts: 'edit_posts' }),
    page: of({ delete_post: 'delete_page', edit_posts: 'edit_pages', create_posts: 'edit_pages' }),
    attachment: of({ edit_posts: 'edit_posts', create_posts: 'upload_files' }),
    nav_menu_item: of({ edit_post: 'edit_post', publish_posts: 'edit_theme_options' }),
  })
})

test('only categories and tags have separate capabilities, and a column in the lists of rows', async () => {
  const { body } = await ask('admin', 'GET', '/cms/v2/taxonomies?context=edit')
  expect(body).toMatchObject({
    category: {
      capabilities: { manage_terms: 'manage_categories', assign_terms: 'assign_categories' },
      visibility: { show_admin_column: true },
    },
    post_tag: { capabilities: { manage_terms: 'manage_post_tags', edit_terms: 'edit_post_tags' } },
    product_cat: {
      capabilities: { manage_terms: 'manage_categories', assign_terms: 'edit_posts' },
      visibility: { public: true, show_admin_column: false },
    },
  })
})

test('OPTIONS lists the actions of a type as links, whoever asks', async () => {
  const { body } = await ask(null, 'OPTIONS', '/cms/v2/product')
  const { links } = body['schema'] as { links: { rel: string }[] }
  expect(links.map(({ rel }) => rel.replace('https://api.w.org/action-', ''))).toEqual([
    'publish',
    'unfiltered-html',
    'assign-author',
    'assign-product_cat',
    'create-product_cat',
    'assign-product_tag',
    'create-product_tag',
  ])
  expect(links[3]).toEqual({
    rel: 'https://api.w.org/action-assign-product_cat',
    title: 'The current user can assign terms in the product_cat taxonomy.',
    href: `${root}/cms/v2/product/{id}`,
    targetSchema: {
      type: 'object',
      properties: { product_cat: { type: 'array', items: { type: 'integer' } } },
    },
  })
})

test('OPTIONS lists the contexts of protected, and those of terms in another order', async () => {
  expect((await ask(null, 'OPTIONS', '/cms/v2/product')).body['schema']).toMatchObject({
    properties: { content: { properties: { protected: { context: ['view', 'edit', 'embed'] } } } },
  })
  expect((await ask(null, 'OPTIONS', '/cms/v2/product_cat')).body['schema']).toMatchObject({
    properties: {
      slug: { context: ['view', 'embed', 'edit'] },
      taxonomy: { enum: ['product_cat'] },
      meta: { properties: [] },
    },
  })
})
