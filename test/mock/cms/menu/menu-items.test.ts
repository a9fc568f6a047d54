import { afterAll, beforeEach, expect, test } from 'vitest'
import { openCms, root } from '../open-cms.ts'

const cms = await openCms()
const route = '/cms/v2/menu-items'
const mainMenu = 15
beforeEach(() => cms.reset())
afterAll(() => cms.close())

const add = async (item: object) => (await cms.ask('admin', 'POST', route, item)).body
const custom = { title: 'x', url: 'http://x.org' }

test('title attribute and description are shown with typography and without tags', async () => {
  const item = await add({ ...custom, attr_title: `a & 'b'`, description: '"a" & <b>b</b> -- c' })
  expect(item).toMatchObject({
    attr_title: 'a &#038; &#8216;b&#8217;',
    description: '&#8220;a&#8221; &#038; b &#8212; c',
  })
})

test('the author of a menu item is ignored, even an unknown one', async () => {
  expect(await cms.ask('admin', 'POST', route, { author: 999, url: 'http://x.org' })).toMatchObject({
    status: 400,
    body: { code: 'rest_title_required' },
  })
  expect(await cms.ask('admin', 'POST', route, { ...custom, author: 999 })).toMatchObject({ status: 201 })
})

test('a description of more than 200 words is shortened', async () => {
  const { description } = await add({ ...custom, description: 'w '.repeat(201) })
  expect(description).toBe(`${'w '.repeat(199)}w&hellip;`)
})

test('archives have their own titles, and only the archive of posts has a URL', async () => {
  const archive = (object: string) => add({ type: 'post_type_archive', object })
  expect(await archive('post')).toMatchObject({ title: { raw: 'Post Archives' }, url: 'http://cms.test' })
  expect(await archive('page')).toMatchObject({ title: { raw: 'Page Archives' }, url: false })
  expect(await archive('attachment')).toMatchObject({ title: { raw: 'Media' }, url: false })
})

test('a menu item may link to another menu item', async () => {
  const other = await add(custom)
  const { _links } = await add({ type: 'post_type', object: 'page', object_id: other['id'] })
  expect(_links).toMatchObject({
    'cms:menu-item-object': [
      { post_type: 'nav_menu_item', href: `${root}/cms/v2/menu-items/${Number(other['id'])}` },
    ],
  })
})

test('an item without a title shows the rendered title of its target', async () => {
  const page = cms.add('page', { title: 'a & b' })
  const link = { type: 'post_type', object: 'page', object_id: page.id }
  expect(await add(link)).toMatchObject({ title: { raw: 'a &#038; b', rendered: 'a &#038; b' } })
  expect(await add({ ...link, object: 'strange' })).toMatchObject({
    title: { raw: 'a &#038; b' },
    type_label: 'strange',
    invalid: true,
  })
  expect(await add({ ...link, object_id: 9999 })).toMatchObject({
    title: { raw: '#9999 (no title)' },
    url: '',
  })
})

test('menu_order null moves an item to the end of the menu', async () => {
  const first = await add({ ...custom, menus: mainMenu, menu_order: 7 })
  const last = { ...custom, menus: mainMenu, menu_order: null }
  expect(await add(last)).toMatchObject({ menu_order: 2 })
  expect(await add(last)).toMatchObject({ menu_order: 3 })
  expect(await add({ ...custom, menus: mainMenu })).toMatchObject({ menu_order: 1 })
  const change = async (body: object) =>
    (await cms.ask('admin', 'POST', `${route}/${String(first['id'])}`, body)).body
  expect(await change({ title: 'y' })).toMatchObject({ menu_order: 7 })
  expect(await change({ menu_order: null })).toMatchObject({ menu_order: 5 })
  expect(await add({ ...custom, menu_order: null })).toMatchObject({ menu_order: 1 })
})

test('an item cannot be its own parent', async () => {
  const { id } = await add(custom)
  const { body } = await cms.ask('admin', 'POST', `${route}/${String(id)}`, { parent: id })
  expect(body).toMatchObject({ parent: 0 })
})

test.each([{ url: {} }, { url: [] }])('a URL that is not a string is rejected: %j', async ({ url }) => {
  const { status, body } = await cms.ask('admin', 'POST', route, { ...custom, url })
  expect([status, body['code']]).toEqual([400, 'rest_invalid_param'])
})
