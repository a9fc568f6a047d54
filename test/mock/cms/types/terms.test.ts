import { afterAll, afterEach, expect, test } from 'vitest'
import { root, site, type Who } from '../open-cms.ts'
import { openProducts } from './open-products.ts'

const cms = await openProducts()
const { ask } = cms
afterEach(() => cms.reset())
afterAll(() => cms.close())

const create = (base: string, body: object, who: Who = 'admin') => ask(who, 'POST', `/cms/v2/${base}`, body)
const idOf = ({ body }: { body: Record<string, unknown> }) => Number(body['id'])

test('a new term is shown in context edit, with its archive below the taxonomy', async () => {
  const made = await create('product_cat', { name: ' Bolts & nuts ', description: 'All <b>bolts</b>' })
  const id = idOf(made)
  expect(made).toMatchObject({ status: 201, headers: { location: `${root}/cms/v2/product_cat/${id}` } })
  expect(made.body).toEqual({
    id,
    count: 0,
    description: 'All <b>bolts</b>',
    link: `${site}/product_cat/bolts-nuts/`,
    name: 'Bolts &amp; nuts',
    slug: 'bolts-nuts',
    taxonomy: 'product_cat',
    parent: 0,
    meta: [],
    _links: expect.objectContaining({
      'cms:post_type': [{ href: `${root}/cms/v2/product?product_cat=${id}` }],
    }),
  })
})

test('a name that a sibling has is refused with the id of that term', async () => {
  const id = idOf(await create('product_tag', { name: 'Red' }))
  expect(await create('product_tag', { name: 'red' })).toMatchObject({
    status: 400,
    body: {
      code: 'term_exists',
      message: 'A term with the name provided already exists in this taxonomy.',
      data: { status: 400, term_id: id },
    },
  })
  expect(await create('product_tag', { name: 'Red', slug: 'scarlet' })).toMatchObject({ status: 201 })
})

test('the same name below another parent gets a slug with the slug of the parent', async () => {
  const bolts = idOf(await create('product_cat', { name: 'Bolts' }))
  const nuts = idOf(await create('product_cat', { name: 'Nuts' }))
  const small = await create('product_cat', { name: 'Small', parent: bolts })
  expect(small.body).toMatchObject({ slug: 'small', parent: bolts })
  expect(await create('product_cat', { name: 'Small', parent: bolts })).toMatchObject({
    status: 400,
    body: {
      message: 'A term with the name provided already exists with this parent.',
      data: { term_id: idOf(small) },
    },
  })
  expect((await create('product_cat', { name: 'Small', parent: nuts })).body['slug']).toBe('small-nuts')
  expect((await create('product_tag', { name: 'Small' })).body['slug']).toBe('small')
})

test('a taken slug of a flat taxonomy gets a number', async () => {
  await create('product_tag', { name: 'Red' })
  expect((await create('product_tag', { name: 'Rouge', slug: 'red' })).body['slug']).toBe('red-2')
})

test('lists are filtered by search, slug, parent, use and row, and paged', async () => {
  const bolts = idOf(await create('product_cat', { name: 'Bolts' }))
  const small = idOf(await create('product_cat', { name: 'Small', parent: bolts }))
  const product = idOf(await create('product', { title: 'x', status: 'publish', product_cat: [small] }))
  const slugs = async (query: string) => {
    const { body } = await ask(null, 'GET', `/cms/v2/product_cat?${query}`)
    return (body as unknown as { slug: string }[]).map(({ slug }) => slug)
  }
  expect(await slugs('search=mal')).toEqual(['small'])
  expect(await slugs('slug=bolts')).toEqual(['bolts'])
  expect(await slugs(`parent=${bolts}`)).toEqual(['small'])
  expect(await slugs('hide_empty=true')).toEqual(['bolts', 'small'])
  expect(await slugs(`post=${product}`)).toEqual(['small'])
  expect(await slugs('per_page=1&page=2')).toEqual(['small'])
  expect(await slugs(`include=${bolts}`)).toEqual(['bolts'])
  expect((await ask(null, 'GET', `/cms/v2/product_cat/${small}`)).body).toMatchObject({ count: 1 })
})

test('an update keeps what it omits, and refuses the slug of another term', async () => {
  const red = idOf(await create('product_tag', { name: 'Red', description: 'x' }))
  await create('product_tag', { name: 'Blue' })
  expect(await create(`product_tag/${red}`, { name: 'Crimson' })).toMatchObject({
    status: 200,
    body: { name: 'Crimson', slug: 'red', description: 'x' },
  })
  const taken = await create(`product_tag/${red}`, { slug: 'blue' })
  expect(taken.status).toBe(500)
  expect(taken.body).toEqual({
    code: 'duplicate_term_slug',
    message: 'The slug &#8220;blue&#8221; is already in use by another term.',
    data: null,
  })
})

test('a term cannot have a parent in a flat taxonomy, an unknown one, or itself', async () => {
  expect(await create('product_tag', { name: 'x', parent: 1 })).toMatchObject({
    status: 400,
    body: { code: 'rest_taxonomy_not_hierarchical' },
  })
  expect(await create('product_cat', { name: 'x', parent: 13 })).toMatchObject({
    status: 400,
    body: { code: 'rest_term_invalid', message: 'Parent term does not exist.' },
  })
  const id = idOf(await create('product_cat', { name: 'x' }))
  expect((await create(`product_cat/${id}`, { parent: id })).body).toMatchObject({ parent: 0 })
})

test('a term needs a name', async () => {
  expect(await create('product_tag', {})).toMatchObject({
    status: 400,
    body: { code: 'rest_missing_callback_param', data: { params: ['name'] } },
  })
  expect(await create('product_tag', { name: ' ' })).toMatchObject({
    status: 500,
    body: { code: 'empty_term_name', data: null },
  })
})

test('a term is only deleted with force: its children move up, and rows lose it', async () => {
  const bolts = idOf(await create('product_cat', { name: 'Bolts' }))
  const small = idOf(await create('product_cat', { name: 'Small', parent: bolts }))
  const row = idOf(await create('product', { title: 'x', product_cat: [bolts, small] }))
  expect(await ask('admin', 'DELETE', `/cms/v2/product_cat/${bolts}`)).toMatchObject({
    status: 501,
    body: { code: 'rest_trash_not_supported' },
  })
  expect(await ask('admin', 'DELETE', `/cms/v2/product_cat/${bolts}?force=true`)).toMatchObject({
    status: 200,
    body: { deleted: true, previous: { id: bolts, name: 'Bolts' } },
  })
  expect((await ask('admin', 'GET', `/cms/v2/product_cat/${small}`)).body).toMatchObject({ parent: 0 })
  expect((await ask('admin', 'GET', `/cms/v2/product/${row}`)).body).toMatchObject({ product_cat: [small] })
  expect(await ask('admin', 'GET', `/cms/v2/product_cat/${bolts}`)).toMatchObject({
    status: 404,
    body: { code: 'rest_term_invalid' },
  })
})

test('who may assign terms may create tags, but only who may edit terms creates categories', async () => {
  expect(await create('product_tag', { name: 'x' }, 'author1')).toMatchObject({ status: 201 })
  const message = 'Sorry, you are not allowed to create terms in this taxonomy.'
  const refused = { status: 403, body: { code: 'rest_cannot_create', message } }
  expect(await create('product_cat', { name: 'x' }, 'author1')).toMatchObject(refused)
  expect(await create('product_tag', { name: 'y' }, 'sub1')).toMatchObject(refused)
  expect(await create('product_tag', { name: 'y' }, null)).toMatchObject({ status: 401 })
})

test('categories and tags stay read-only', async () => {
  expect(await create('categories', { name: 'x' })).toMatchObject({
    status: 404,
    body: { code: 'rest_no_route' },
  })
})

test('a name may have 200 characters: a longer one is refused for a new term, and ignored for another', async () => {
  expect(await create('product_tag', { name: 'é'.repeat(200) })).toMatchObject({ status: 201 })
  const refused = await create('product_tag', { name: 'x'.repeat(201) })
  expect(refused.status).toBe(500)
  expect(refused.body).toEqual({
    code: 'db_insert_error',
    message: 'Could not insert term into the database.',
    data: expect.stringContaining('Processing the value for the following field failed: name.'),
  })
  const id = idOf(await create('product_tag', { name: 'Red' }))
  const changed = await create(`product_tag/${id}`, { name: 'x'.repeat(201), slug: 'long', description: 'd' })
  expect(changed).toMatchObject({ status: 200, body: { name: 'Red', slug: 'red', description: 'd' } })
})

test('who may create a term but not edit it sees only POST in Allow', async () => {
  const { headers } = await create('product_tag', { name: 'x' }, 'author1')
  expect(headers).toMatchObject({ allow: 'POST' })
  expect((await create('product_tag', { name: 'y' }, 'editor1')).headers).toMatchObject({
    allow: 'GET, POST',
  })
})

test('the slug 0 is none, and a slug that becomes too long with its number is refused', async () => {
  expect((await create('product_tag', { name: 'Red', slug: '0' })).body).toMatchObject({ slug: 'red' })
  await create('product_tag', { name: 'x'.repeat(200) })
  expect(await create('product_tag', { name: 'Long', slug: 'x'.repeat(250) })).toMatchObject({
    status: 500,
    body: { code: 'db_insert_error', data: expect.stringContaining('field failed: slug.') },
  })
})
