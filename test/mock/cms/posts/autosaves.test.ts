import { afterAll, beforeEach, expect, test } from 'vitest'
import { openCms, site } from '../open-cms.ts'

const cms = await openCms()
const pages = '/cms/v2/pages'

beforeEach(() => cms.reset())
afterAll(() => cms.close())

test('of two autosaves of the same second the later is listed first, and the earlier is returned by id', async () => {
  await cms.ask('editor1', 'POST', '/cms/v2/posts/1/autosaves', { title: 'Earlier' })
  const { body: later } = await cms.ask('admin', 'POST', '/cms/v2/posts/1/autosaves', { title: 'Later' })
  const listed = await cms.ask('admin', 'GET', '/cms/v2/posts/1/autosaves?context=edit')
  expect(listed.body).toMatchObject([{ title: { raw: 'Later' } }, { title: { raw: 'Earlier' } }])
  const read = await cms.ask('admin', 'GET', `/cms/v2/posts/1/autosaves/${Number(later['id'])}?context=edit`)
  expect(read.body).toMatchObject({ title: { raw: 'Earlier' } })
})

test('an autosave of the caller’s own draft keeps a reserved slug', async () => {
  const { body } = await cms.ask('admin', 'POST', pages, { title: 'Draft' })
  const path = `${pages}/${Number(body['id'])}`
  expect(await cms.ask('admin', 'POST', path, { slug: 'feed' })).toMatchObject({ body: { slug: 'feed-2' } })
  expect(await cms.ask('admin', 'POST', `${path}/autosaves`, { slug: 'feed' })).toMatchObject({
    body: { slug: 'feed' },
  })
})

test('_fields can select subfields of title, content, excerpt, guid and meta of a revision or an autosave', async () => {
  await cms.ask('admin', 'POST', '/cms/v2/posts/1', { title: 'Now' })
  await cms.ask('admin', 'POST', '/cms/v2/posts/1/autosaves', { title: 'Later' })
  for (const path of ['revisions', 'autosaves']) {
    const told = async (fields: string): Promise<unknown> =>
      (await cms.ask('admin', 'GET', `/cms/v2/posts/1/${path}?context=edit&_fields=${fields}`)).body[0]
    expect(await told('title.raw,content.rendered,excerpt.raw,guid.rendered,_links.self')).toEqual({
      title: { raw: 'Later' },
      content: { rendered: '' },
      excerpt: { raw: '' },
      guid: { rendered: expect.stringContaining('?p=') },
    })
    expect(await told('meta._crdt_document')).toEqual({ meta: { _crdt_document: '' } })
    expect(await told('title.nothing,slug.raw,parent.raw')).toEqual({ title: [] })
    expect(await told('slug,excerpt')).toEqual({
      slug: '1-autosave-v1',
      excerpt: { raw: '', rendered: '' },
    })
  }
})

test('an autosave of item 0 is a 404', async () => {
  for (const type of ['posts', 'pages']) {
    const path = `/cms/v2/${type}/0/autosaves`
    expect(await cms.ask(null, 'POST', path, { title: 'x' })).toMatchObject({
      status: 404,
      body: { code: 'rest_post_invalid_id', message: 'Invalid item ID.' },
    })
    expect(await cms.ask('admin', 'GET', path)).toMatchObject({
      status: 404,
      body: { message: 'Invalid post parent ID.' },
    })
  }
})

test('the permalink template shows the slugs of ancestors decoded', async () => {
  const above = await cms.ask('admin', 'POST', pages, { title: 'Above', slug: '日本', status: 'publish' })
  const below = await cms.ask('admin', 'POST', pages, { title: 'Below', parent: above.body['id'] })
  const { body } = await cms.ask('admin', 'GET', `${pages}/${Number(below.body['id'])}?context=edit`)
  expect(body).toMatchObject({ permalink_template: `${site}/日本/%pagename%/` })
})

test('an autosave of the caller’s own draft changes no terms, format, template or stickiness', async () => {
  const made = await cms.ask('admin', 'POST', '/cms/v2/posts', {
    title: 'Draft',
    tags: [14],
    format: 'quote',
  })
  const path = `/cms/v2/posts/${Number(made.body['id'])}`
  const change = { excerpt: 'New', categories: [12], tags: [], format: 'aside', sticky: true }
  await cms.ask('admin', 'POST', `${path}/autosaves`, change)
  expect((await cms.ask('admin', 'GET', `${path}?context=edit`)).body).toMatchObject({
    excerpt: { raw: 'New' },
    categories: [1],
    tags: [14],
    format: 'quote',
    sticky: false,
  })
})
