import { afterAll, beforeEach, expect, test } from 'vitest'
import { basic, serveCms } from '../serve.ts'

const cms = await serveCms({ now: () => new Date('2026-11-20T12:00:00Z') })
const posts = '/cms/v2/posts'
const pages = '/cms/v2/pages'

beforeEach(() => cms.reset())
afterAll(() => cms.close())

const write = (path: string, body: object, user = 'admin') => cms.rest(user, 'POST', path, body)

test('a post without title, content and excerpt is rejected, a page is not', async () => {
  const refused = { status: 400, json: { code: 'empty_content' } }
  expect(await write(posts, {})).toMatchObject(refused)
  expect(await write(`${posts}/1`, { title: '', content: '' })).toMatchObject(refused)
  expect(await write(pages, {})).toMatchObject({ status: 201 })
})

test('a create with id 0 is rejected, with id null it is not', async () => {
  expect(await write(pages, { id: 0 })).toMatchObject({ status: 404, json: { code: 'rest_post_invalid_id' } })
  expect(await write(pages, { id: null })).toMatchObject({ status: 201 })
})

test('a user without the right to make posts sticky is rejected, even for types that cannot be sticky', async () => {
  const refused = { status: 403, json: { code: 'rest_cannot_assign_sticky' } }
  expect(await write(posts, { title: 'x', sticky: true }, 'contrib1')).toMatchObject(refused)
  expect(await write(pages, { title: 'x', sticky: 'x' }, 'contrib1')).toMatchObject(refused)
  expect(await write(pages, { title: 'x', sticky: true })).toMatchObject({ status: 201 })
  const { headers } = await cms.rest('contrib1', 'GET', `${posts}?sticky=x`)
  expect(headers['allow']).toBe('GET')
})

test('an empty term id is rejected, unknown ids are dropped', async () => {
  expect(await write(posts, { title: 'x', categories: [0] })).toMatchObject({
    status: 403,
    json: { code: 'rest_cannot_assign_term' },
  })
  expect(await write(posts, { title: 'x', categories: [999] })).toMatchObject({
    status: 201,
    json: { categories: [] },
  })
})

test('the author of a revision is the user who saved it', async () => {
  await write(`${pages}/2`, { content: 'new' }, 'editor1')
  expect(await cms.rest('admin', 'GET', `${pages}/2/revisions`)).toMatchObject({ json: [{ author: 2 }] })
})

test('a trashed post is no longer sticky', async () => {
  await write(`${posts}/1`, { sticky: true })
  await cms.rest('admin', 'DELETE', `${posts}/1`)
  expect(await write(`${posts}/1`, { status: 'publish' })).toMatchObject({ json: { sticky: false } })
})

test('the slug of a trashed page is taken, its former slug becomes free', async () => {
  const page = { title: 'Zed', slug: 'zed', status: 'publish' }
  const { json } = await cms.rest('admin', 'POST', '/cms/v2/pages', page)
  await cms.rest('admin', 'DELETE', `/cms/v2/pages/${(json as { id: number }).id}`)
  expect(await cms.rest('admin', 'POST', '/cms/v2/pages', { ...page, slug: 'zed__trashed' })).toMatchObject({
    json: { slug: 'zed__trashed-2' },
  })
  expect(await cms.rest('admin', 'POST', '/cms/v2/pages', page)).toMatchObject({ json: { slug: 'zed' } })
})

test('the permalink template reflects parents and the trash', async () => {
  await write(pages, { title: 'kid', status: 'publish', parent: 2 })
  expect(await cms.rest('admin', 'GET', `${pages}/21?context=edit`)).toMatchObject({
    json: { permalink_template: 'http://cms.test/sample-page/%pagename%/' },
  })
  expect(await cms.rest('admin', 'DELETE', `${posts}/1`)).toMatchObject({
    json: { permalink_template: 'http://cms.test/?p=1' },
  })
})

test('generated_slug is returned decoded', async () => {
  expect(await write(pages, { title: '日本' })).toMatchObject({ json: { generated_slug: '日本' } })
})

test('timestamp 0 counts as no date, and GMT skips the hour that summer time skips', async () => {
  expect(await write(pages, { date: '1970-01-01T00:00:00' })).toMatchObject({ status: 400 })
  expect(await write(pages, { date_gmt: '2024-03-31T02:30:00' })).toMatchObject({
    json: { date: '2024-03-31T04:30:00', date_gmt: '2024-03-31T03:30:00' },
  })
})

test('a custom menu item is its own target, and an item without a menu has no order', async () => {
  const item = { title: 'x', url: 'https://example.org/', object: 'page', object_id: 2, menu_order: 7 }
  await write('/cms/v2/menu-items', item)
  expect(await write('/cms/v2/menu-items/21', item)).toMatchObject({
    json: { object: 'custom', object_id: 21, menu_order: 1 },
  })
})

test('a menu item with a missing target shows its id as title', async () => {
  const item = { type: 'post_type', object: 'page', object_id: 999, menus: 15 }
  expect(await write('/cms/v2/menu-items', item)).toMatchObject({
    json: { title: { raw: '#999 (no title)' }, invalid: true },
  })
})

test('a file name counts only after a disposition, and its extension is stored in lower case', async () => {
  const upload = (disposition: string) =>
    cms.call({
      method: 'POST',
      url: '/api/rest/cms/v2/media',
      payload: Buffer.from('text'),
      headers: {
        authorization: basic('admin'),
        'content-type': 'text/plain',
        'content-disposition': disposition,
      },
    })
  expect(await upload('filename="a.txt"')).toMatchObject({
    json: { code: 'rest_upload_invalid_disposition' },
  })
  expect(await upload('attachment; filename="A.TXT"')).toMatchObject({ json: { filename: 'A.txt' } })
})

test('a save adds the default category to a post without one, unless the save removes it', async () => {
  const none = { json: { categories: [] } }
  expect(await write(posts, { title: 'x', categories: [] })).toMatchObject(none)
  expect(await write(`${posts}/21`, { categories: [] })).toMatchObject(none)
  expect(await write(`${posts}/21`, { title: 'y' })).toMatchObject({ json: { categories: [1] } })
  await write(`${posts}/21`, { categories: [999] })
  expect(await cms.rest('admin', 'DELETE', `${posts}/21`)).toMatchObject({ json: { categories: [1] } })
})

test('a raw title of "0" counts as empty, and menu_order is limited to 32 bits', async () => {
  const page = { title: { raw: '0' }, menu_order: 99_999_999_999 }
  expect(await write(pages, page)).toMatchObject({ json: { title: { raw: '' }, menu_order: 2_147_483_647 } })
  expect(await write(pages, { title: '0' })).toMatchObject({ json: { title: { raw: '0' } } })
})

test('a draft without a slug is left out of the URLs of its children', async () => {
  await write(pages, { status: 'draft', parent: 2 })
  const child = { title: 'kid', status: 'publish', parent: 21 }
  expect(await write(pages, child)).toMatchObject({
    json: {
      link: 'http://cms.test/sample-page/kid/',
      permalink_template: 'http://cms.test/sample-page/%pagename%/',
    },
  })
})

test('a request with a wrong password gets no Allow header', async () => {
  const refused = await write(`${posts}/1`, { password: 'secret' }, 'author1')
  expect(refused).toMatchObject({ status: 403 })
  expect(refused.headers).not.toHaveProperty('allow')
})
