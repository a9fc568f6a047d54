import { afterAll, beforeEach, expect, test } from 'vitest'
import { openCms, root, site } from '../open-cms.ts'

const cms = await openCms()
const pages = '/cms/v2/pages'
const media = '/cms/v2/media'
const allMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

beforeEach(() => cms.reset())
afterAll(() => cms.close())

const create = async (path: string, body: object) => (await cms.ask('admin', 'POST', path, body)).body
const guidOf = (item: unknown) => expect.objectContaining({ guid: { raw: item, rendered: item } })

test('the guid of a row is its URL at creation and never changes', async () => {
  const above = await create(pages, { title: 'Above', status: 'publish' })
  const below = await create(pages, { title: 'Below', status: 'publish', parent: above['id'] })
  expect(below).toEqual(guidOf(`${site}/above/below/`))
  const moved = await create(`${pages}/${Number(below['id'])}`, { slug: 'moved', parent: 0 })
  expect(moved).toMatchObject({ link: `${site}/moved/` })
  expect(moved).toEqual(guidOf(`${site}/above/below/`))
})

test('a row that was created unpublished keeps its short URL as guid', async () => {
  const draft = await create(pages, { title: 'Draft' })
  const address = `${site}/?page_id=${Number(draft['id'])}`
  expect(draft).toEqual(guidOf(address))
  expect(await create(`${pages}/${Number(draft['id'])}`, { status: 'publish' })).toEqual(guidOf(address))
  const future = await create('/cms/v2/posts', { title: 'F', status: 'publish', date: '2030-01-01T00:00:00' })
  expect(future).toEqual(guidOf(`${site}/?p=${Number(future['id'])}`))
})

test('the guid of an upload is the URL of the original file', async () => {
  const id = await cms.upload('wide.jpg', 2600, 100)
  const { body } = await cms.ask('admin', 'GET', `${media}/${id}?context=edit`)
  expect(body['source_url']).toBe(`${site}/uploads/2026/03/wide-scaled.jpg`)
  expect(body).toEqual(guidOf(`${site}/uploads/2026/03/wide.jpg`))
  const edited = await cms.ask('admin', 'POST', `${media}/${id}/edit`, {
    src: body['source_url'],
    modifiers: [{ type: 'rotate', args: { angle: 90 } }],
  })
  expect(edited.body['guid']).toEqual({ rendered: `${site}/uploads/2026/03/wide-edited.jpg` })
})

test('the self link shows the allowed methods to callers who may change the row', async () => {
  const row = cms.add('page', { title: 'Mine', author: 3 })
  const self = { href: `${root}${pages}/${row.id}` }
  const hinted = { ...self, targetHints: { allow: allMethods } }
  const path = `${pages}/${row.id}`
  expect(await cms.ask('editor1', 'GET', path)).toMatchObject({ body: { _links: { self: [hinted] } } })
  for (const who of [null, 'sub1', 'author1'] as const) {
    const { body } = await cms.ask(who, 'GET', path)
    expect(body['_links']).toEqual(expect.objectContaining({ self: [self] }))
  }
  const list = await cms.ask('editor1', 'GET', `${pages}?slug=mine`)
  expect(list.body[0]).toMatchObject({ _links: { self: [hinted] } })
  const batch = await cms.ask('admin', 'POST', '/batch/v1', { requests: [{ path, body: {} }] })
  expect(batch.body).toMatchObject({ responses: [{ body: { _links: { self: [hinted] } } }] })
})

test('media, menu items, comments and embedded rows show the allowed methods, too', async () => {
  const hinted = { self: [{ targetHints: { allow: allMethods } }] }
  const picture = await cms.upload('x.jpg', 10, 10)
  expect(await cms.ask('admin', 'GET', `${media}/${picture}`)).toMatchObject({ body: { _links: hinted } })
  const item = { title: 'x', url: 'https://example.org' }
  expect(await create('/cms/v2/menu-items', item)).toMatchObject({ _links: hinted })
  const { body } = await cms.ask('admin', 'GET', '/cms/v2/comments/1?_embed')
  expect(body).toMatchObject({ _links: hinted, _embedded: { up: [{ _links: hinted }] } })
})

test('the allowed methods of a self link depend on the row', async () => {
  const row = cms.add('post', { title: 'x', author: 4, status: 'draft' })
  const { body } = await cms.ask('contrib1', 'GET', `/cms/v2/posts/${row.id}?_fields=_links`)
  expect(body).toMatchObject({ _links: { self: [{ targetHints: { allow: allMethods } }] } })
  const published = cms.add('post', { title: 'x', author: 4 })
  const told = await cms.ask('contrib1', 'GET', `/cms/v2/posts/${published.id}?_fields=_links`)
  expect(told.body).toMatchObject({ _links: { self: [{ href: `${root}/cms/v2/posts/${published.id}` }] } })
  expect(JSON.stringify(told.body)).not.toContain('targetHints')
})

test('attached media link to their parent', async () => {
  const page = cms.add('page', { title: 'Home of pictures' })
  const id = await cms.upload('x.jpg', 10, 10)
  expect((await cms.ask(null, 'GET', `${media}/${id}`)).body['_links']).not.toHaveProperty('curies')
  await create(`${media}/${id}`, { post: page.id })
  const { body } = await cms.ask(null, 'GET', `${media}/${id}?_embed`)
  expect(body).toMatchObject({
    _links: {
      'cms:attached-to': [
        { embeddable: true, post_type: 'page', id: page.id, href: `${root}${pages}/${page.id}` },
      ],
      curies: [{ name: 'cms' }],
    },
    _embedded: { 'cms:attached-to': [{ id: page.id, title: { rendered: 'Home of pictures' } }] },
  })
})

test('a featured image that the caller may not read is not linked', async () => {
  const hidden = cms.add('page', { title: 'Hidden', status: 'private' })
  const picture = await cms.upload('x.jpg', 10, 10)
  await create(`${media}/${picture}`, { post: hidden.id })
  const shown = await create(pages, { title: 'Shown', status: 'publish', featured_media: picture })
  const path = `${pages}/${Number(shown['id'])}?_embed`
  const open = await cms.ask('admin', 'GET', path)
  expect(open.body).toMatchObject({ _embedded: { 'cms:featuredmedia': [{ id: picture }] } })
  const { body } = await cms.ask(null, 'GET', path)
  expect(body['featured_media']).toBe(picture)
  expect(JSON.stringify(body)).not.toContain('cms:featuredmedia')
})
