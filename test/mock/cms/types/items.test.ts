import { afterAll, afterEach, expect, test } from 'vitest'
import { root, site } from '../open-cms.ts'
import { openProducts, openTypes } from './open-products.ts'

const cms = await openProducts()
const { ask } = cms
afterEach(() => cms.reset())
afterAll(() => cms.close())

const create = (body: object) => ask('admin', 'POST', '/cms/v2/product', body)
const idOf = ({ body }: { body: Record<string, unknown> }) => Number(body['id'])

test('a row of a registered type has the fields of its features, and links below its own route', async () => {
  const made = await create({ title: 'Bolt', status: 'publish', content: 'Steel' })
  const id = idOf(made)
  expect(made).toMatchObject({
    status: 201,
    headers: { location: `${root}/cms/v2/product/${id}` },
    body: {
      type: 'product',
      slug: 'bolt',
      link: `${site}/product/bolt/`,
      permalink_template: `${site}/product/%pagename%/`,
      guid: { raw: `${site}/product/bolt/` },
      title: { raw: 'Bolt', rendered: 'Bolt' },
      product_cat: [],
      product_tag: [],
      template: '',
    },
  })
  const item = await ask(null, 'GET', `/cms/v2/product/${id}`)
  expect(Object.keys(item.body).toSorted()).toEqual(
    (
      'id date date_gmt guid modified modified_gmt slug status type link title content author excerpt featured_media ' +
      'meta template product_cat product_tag acf _links'
    )
      .split(' ')
      .toSorted(),
  )
  expect(item.body['_links']).toMatchObject({
    self: [{ href: `${root}/cms/v2/product/${id}` }],
    about: [{ href: `${root}/cms/v2/types/product` }],
    'version-history': [{ href: `${root}/cms/v2/product/${id}/revisions` }],
    'cms:term': [
      { taxonomy: 'product_cat', href: `${root}/cms/v2/product_cat?post=${id}` },
      { taxonomy: 'product_tag', href: `${root}/cms/v2/product_tag?post=${id}` },
    ],
  })
  expect(item.body['_links']).not.toHaveProperty('replies')
})

test('lists, statuses, contexts and deletion work as for posts', async () => {
  const draft = idOf(await create({ title: 'Draft' }))
  const open = idOf(await create({ title: 'Open', status: 'publish' }))
  expect(await ask(null, 'GET', '/cms/v2/product')).toMatchObject({
    headers: { 'x-wp-total': '1' },
    body: [{ id: open }],
  })
  expect(await ask(null, 'GET', `/cms/v2/product/${draft}`)).toMatchObject({ status: 401 })
  expect(await ask('admin', 'GET', '/cms/v2/product?status=any&orderby=id&context=edit')).toMatchObject({
    body: [{ id: open }, { id: draft, link: `${site}/?post_type=product&p=${draft}` }],
  })
  expect(await ask('admin', 'GET', `/cms/v2/posts/${open}`)).toMatchObject({
    status: 404,
    body: { code: 'rest_post_invalid_id' },
  })
  expect(await ask('admin', 'POST', `/cms/v2/product/${open}`, { status: 'sold' })).toMatchObject({
    status: 400,
    body: { code: 'rest_invalid_param', data: { params: { status: expect.any(String) } } },
  })
  expect(await ask('admin', 'DELETE', `/cms/v2/product/${open}`)).toMatchObject({
    body: { status: 'trash', slug: 'open__trashed' },
  })
  expect(await ask('admin', 'DELETE', `/cms/v2/product/${open}?force=true`)).toMatchObject({
    body: { deleted: true, previous: { id: open } },
  })
  expect(await ask('contrib1', 'POST', '/cms/v2/product', { title: 'x', status: 'publish' })).toMatchObject({
    status: 403,
    body: { code: 'rest_cannot_publish' },
  })
})

test('revisions and autosaves belong to the type', async () => {
  const id = idOf(await create({ title: 'One', status: 'publish' }))
  await ask('admin', 'POST', `/cms/v2/product/${id}`, { title: 'Two' })
  expect(await ask('admin', 'GET', `/cms/v2/product/${id}/revisions`)).toMatchObject({
    body: [{ parent: id, title: { rendered: 'Two' } }],
  })
  expect(await ask('editor1', 'POST', `/cms/v2/product/${id}/autosaves`, { title: 'Three' })).toMatchObject({
    status: 200,
    body: { slug: `${id}-autosave-v1`, title: { raw: 'Three' } },
  })
  expect(await ask('admin', 'GET', `/cms/v2/product/${id}`)).toMatchObject({
    body: { title: { rendered: 'Two' } },
  })
})

test('a batch creates and updates rows and terms', async () => {
  const answer = await ask('admin', 'POST', '/batch/v1', {
    requests: [
      { path: '/cms/v2/product', body: { title: 'A', status: 'publish', slug: 'same' } },
      { path: '/cms/v2/product', body: { title: 'B', status: 'publish', slug: 'same' } },
      { path: '/cms/v2/product_tag', body: { name: 'Red' } },
    ],
  })
  expect(answer).toMatchObject({
    status: 207,
    body: {
      responses: [
        { status: 201, body: { slug: 'same' } },
        { status: 201, body: { slug: 'same-2' } },
        { status: 201, body: { name: 'Red' } },
      ],
    },
  })
})

test('slugs are unique within the type only, and may consist of digits', async () => {
  await ask('admin', 'POST', '/cms/v2/pages', { title: 'Bolt', status: 'publish' })
  expect((await create({ title: 'Bolt', status: 'publish' })).body['slug']).toBe('bolt')
  expect((await create({ title: 'x', status: 'publish', slug: '4026639012345' })).body['slug']).toBe(
    '4026639012345',
  )
})

test('terms of a row are ids, and unknown ones are dropped', async () => {
  const tag = idOf(await ask('admin', 'POST', '/cms/v2/product_tag', { name: 'Red' }))
  const cat = idOf(await ask('admin', 'POST', '/cms/v2/product_cat', { name: 'Bolts' }))
  const made = await create({
    title: 'x',
    status: 'publish',
    product_tag: [tag, 999, cat],
    product_cat: [cat],
  })
  expect(made.body).toMatchObject({ product_tag: [tag], product_cat: [cat] })
  expect(await create({ title: 'y', product_tag: ['red'] })).toMatchObject({
    status: 400,
    body: { data: { params: { product_tag: 'product_tag[0] is not of type integer.' } } },
  })
  const other = idOf(await create({ title: 'z', status: 'publish' }))
  const ids = async (query: string) =>
    ((await ask(null, 'GET', `/cms/v2/product?${query}`)).body as unknown as { id: number }[]).map(
      ({ id }) => id,
    )
  expect(await ids(`product_tag=${tag}`)).toEqual([idOf(made)])
  expect(await ids(`product_tag_exclude=${tag}`)).toEqual([other])
})

test('a type without a feature has neither its fields nor its routes', async () => {
  const plain = await openTypes({ post_types: { note: { supports: ['title'] } } })
  const made = await plain.ask('admin', 'POST', '/cms/v2/note', {
    title: 'x',
    content: 'y',
    author: 2,
    menu_order: 3,
  })
  expect(made.status).toBe(201)
  for (const name of [
    'content',
    'author',
    'excerpt',
    'featured_media',
    'meta',
    'menu_order',
    'comment_status',
    'acf',
  ])
    expect(made.body).not.toHaveProperty(name)
  const below = `/cms/v2/note/${Number(made.body['id'])}`
  for (const path of [`${below}/revisions`, `${below}/autosaves`])
    expect(await plain.ask('admin', 'GET', path)).toMatchObject({
      status: 404,
      body: { code: 'rest_no_route' },
    })
  await plain.close()
})

test('a hierarchical type has parents, an order, and URLs with the slugs of its ancestors', async () => {
  const tree = await openTypes({
    post_types: {
      manual: { rest_base: 'manuals', hierarchical: true, supports: ['title', 'page-attributes'] },
    },
  })
  const make = (body: object) => tree.ask('admin', 'POST', '/cms/v2/manuals', { status: 'publish', ...body })
  const top = idOf(await make({ title: 'Top' }))
  const below = await make({ title: 'Below', parent: top, menu_order: 4 })
  expect(below.body).toMatchObject({
    parent: top,
    menu_order: 4,
    link: `${site}/manual/top/below/`,
    permalink_template: `${site}/manual/top/%pagename%/`,
    _links: { up: [{ href: `${root}/cms/v2/manuals/${top}` }] },
  })
  expect((await make({ title: 'Below' })).body['slug']).toBe('below')
  expect((await make({ title: 'Below', parent: top })).body['slug']).toBe('below-2')
  expect(await make({ title: 'x', parent: 999 })).toMatchObject({
    status: 400,
    body: { code: 'rest_post_invalid_id' },
  })
  expect(
    await tree.ask(null, 'GET', `/cms/v2/manuals?parent=${top}&orderby=menu_order&order=asc`),
  ).toMatchObject({
    headers: { 'x-wp-total': '2' },
  })
  await tree.close()
})

test('the first update of a draft escapes the ampersand in its guid permanently', async () => {
  const made = await create({ title: 'Draft' })
  const id = idOf(made)
  const short = `${site}/?post_type=product`
  expect(made.body).toMatchObject({ guid: { raw: `${short}&p=${id}` }, link: `${short}&p=${id}` })
  for (const change of [{ title: 'Again' }, { status: 'publish' }])
    expect((await ask('admin', 'POST', `/cms/v2/product/${id}`, change)).body).toMatchObject({
      guid: { raw: `${short}&#038;p=${id}`, rendered: `${short}&#038;p=${id}` },
    })
})

test('an autosave of a draft does not change its terms', async () => {
  const red = idOf(await ask('admin', 'POST', '/cms/v2/product_tag', { name: 'Red' }))
  const blue = idOf(await ask('admin', 'POST', '/cms/v2/product_tag', { name: 'Blue' }))
  const id = idOf(await create({ title: 'Draft', product_tag: [red] }))
  await ask('admin', 'POST', `/cms/v2/product/${id}/autosaves`, { title: 'Later', product_tag: [blue] })
  expect(await ask('admin', 'GET', `/cms/v2/product/${id}`)).toMatchObject({
    body: { title: { rendered: 'Later' }, product_tag: [red] },
  })
})
