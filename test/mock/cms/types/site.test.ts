import { afterAll, beforeEach, expect, test } from 'vitest'
import { readTypesFile } from '../../../../config/mock-types.ts'
import { serveCms } from '../serve.ts'
import { exampleFile } from './open-products.ts'

const { types } = readTypesFile(exampleFile)
const cms = await serveCms({ types })
beforeEach(() => cms.reset())
afterAll(() => cms.close())

const create = async (path: string, body: object): Promise<number> => {
  const { json } = await cms.rest('admin', 'POST', `/cms/v2/${path}`, body)
  return (json as { id: number }).id
}

test('a published row has a page at the URL of its type, and is listed on the home page', async () => {
  await create('product', { title: 'Steel bolt', status: 'publish', content: '<p>Strong</p>' })
  const page = await cms.visit('/product/steel-bolt/')
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining('<p>Strong</p>') })
  expect((await cms.visit('/')).text).toContain('http://cms.test/product/steel-bolt/')
  expect((await cms.visit('/steel-bolt/')).status).toBe(404)
})

test('a draft has a URL by type and id, and is not shown', async () => {
  const id = await create('product', { title: 'Draft' })
  expect((await cms.visit(`/?post_type=product&p=${id}`)).status).toBe(404)
  await cms.rest('admin', 'POST', `/cms/v2/product/${id}`, { status: 'publish' })
  expect((await cms.visit(`/?post_type=product&p=${id}`)).status).toBe(200)
})

test('menu items link to rows and terms of registered types', async () => {
  const bolt = await create('product', { title: 'Bolt', status: 'publish' })
  const tag = await create('product_tag', { name: 'Red' })
  const item = async (body: object): Promise<unknown> =>
    (await cms.rest('admin', 'POST', '/cms/v2/menu-items', { status: 'publish', ...body })).json
  expect(await item({ type: 'post_type', object: 'product', object_id: bolt })).toMatchObject({
    title: { rendered: 'Bolt' },
    type_label: 'Product',
    url: 'http://cms.test/product/bolt/',
    invalid: false,
    _links: {
      'cms:menu-item-object': [
        { post_type: 'product', href: `http://cms.test/api/rest/cms/v2/product/${bolt}` },
      ],
    },
  })
  expect(await item({ type: 'taxonomy', object: 'product_tag', object_id: tag })).toMatchObject({
    title: { rendered: 'Red' },
    type_label: 'Product tag',
    url: 'http://cms.test/product_tag/red/',
    _links: {
      'cms:menu-item-object': [
        { taxonomy: 'product_tag', href: `http://cms.test/api/rest/cms/v2/product_tag/${tag}` },
      ],
    },
  })
})

test('_embed contains the terms of a row', async () => {
  const tag = await create('product_tag', { name: 'Red' })
  const id = await create('product', { title: 'Bolt', status: 'publish', product_tag: [tag] })
  expect((await cms.rest(null, 'GET', `/cms/v2/product/${id}?_embed=cms:term`)).json).toMatchObject({
    _embedded: { 'cms:term': [[], [{ id: tag, name: 'Red' }]] },
  })
})

test('a form may write meta', async () => {
  const { json } = await cms.call({
    method: 'POST',
    url: '/api/rest/cms/v2/product',
    headers: {
      authorization: `Basic ${Buffer.from(`admin:${'abcd'.repeat(6)}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: 'title=Bolt&meta%5Bprice%5D=4.5',
  })
  expect(json).toMatchObject({ title: { raw: 'Bolt' }, meta: { price: 4.5 } })
})

test('a menu item may link to the archive of any type, which registered types do not have', async () => {
  const item = { type: 'post_type_archive', object: 'product' }
  expect((await cms.rest('admin', 'POST', '/cms/v2/menu-items', item)).json).toMatchObject({
    title: { rendered: 'Products' },
    type_label: 'Post Type Archive',
    url: false,
    invalid: false,
  })
  expect(
    (await cms.rest('admin', 'POST', '/cms/v2/menu-items', { ...item, object: 'car' })).json,
  ).toMatchObject({ code: 'rest_post_invalid_type' })
})

test('a menu item for a term of another taxonomy is invalid, but links the term', async () => {
  const tag = await create('product_tag', { name: 'Red' })
  const item = { type: 'taxonomy', object: 'product_cat', object_id: tag }
  expect((await cms.rest('admin', 'POST', '/cms/v2/menu-items', item)).json).toMatchObject({
    invalid: true,
    _links: { 'cms:menu-item-object': [{ taxonomy: 'product_tag' }] },
  })
})
