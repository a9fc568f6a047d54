import { afterAll, beforeEach, expect, test } from 'vitest'
import sharp from 'sharp'
import { basic, serveCms } from './serve.ts'

let now = new Date('2026-11-20T12:00:00Z')
const cms = await serveCms({ now: () => now, uploadLimitBytes: 100_000 })

beforeEach(() => {
  now = new Date('2026-11-20T12:00:00Z')
  cms.reset()
})
afterAll(() => cms.close())

const page = (slug: string, more: object = {}) => ({ title: slug, slug, status: 'publish', ...more })

test('users/me in context edit returns roles and capabilities, but nothing to anonymous callers', async () => {
  const me = await cms.rest('editor1', 'GET', '/cms/v2/users/me?context=edit')
  expect(me.json).toMatchObject({
    id: 2,
    name: 'editor1',
    roles: ['editor'],
    capabilities: { edit_pages: true, unfiltered_html: true },
  })
  expect(me.json).not.toHaveProperty('capabilities.edit_theme_options')
  expect(await cms.rest(null, 'GET', '/cms/v2/users/me')).toMatchObject({
    status: 401,
    json: { code: 'rest_not_logged_in' },
  })
})

test('spaces in an application password are ignored, and a wrong password counts as anonymous', async () => {
  const spaced = basic('admin', 'abcd abcd abcd abcd abcd abcd')
  const url = '/api/rest/cms/v2/pages/3'
  expect(await cms.call({ url, headers: { authorization: spaced } })).toMatchObject({ status: 200 })
  expect(await cms.call({ url, headers: { authorization: basic('admin', 'adminpass') } })).toMatchObject({
    status: 401,
  })
})

test('editors can read how the site registers blocks', async () => {
  const { json } = await cms.rest('editor1', 'GET', '/cms/v2/block-types/core/table')
  expect(json).toMatchObject({ attributes: { hasFixedLayout: { default: true } } })
  expect(await cms.rest('editor1', 'GET', '/cms/v2/block-types/core/group')).toHaveProperty(
    'json.attributes.metadata',
  )
  expect(await cms.rest('editor1', 'GET', '/cms/v2/block-types/core/nope')).toMatchObject({
    json: { code: 'rest_block_type_invalid' },
  })
  expect(await cms.rest('sub1', 'GET', '/cms/v2/block-types/core/table')).toMatchObject({ status: 403 })
})

test('a batch creates 25 pages, and one list request finds them by slug in every status', async () => {
  const slugs = Array.from({ length: 25 }, (_, index) => `gtin-${index}-de-de`)
  const requests = slugs.map((slug, index) => ({
    path: '/cms/v2/pages?_fields=id,slug',
    body: page(slug, { status: index % 2 === 0 ? 'publish' : 'draft' }),
  }))
  const created = await cms.rest('admin', 'POST', '/batch/v1', { requests })
  expect(created).toMatchObject({ status: 207 })
  const found = await cms.rest(
    'admin',
    'GET',
    `/cms/v2/pages?per_page=100&status=any,trash&orderby=id&order=asc&_fields=slug&slug=${slugs.join()}`,
  )
  expect(found.json).toEqual(slugs.map((slug) => ({ slug })))
})

test('canonical block content is returned byte for byte, other content is normalized', async () => {
  const canonical =
    '<!-- wp:group {"lock":{"move":true},"className":"a"} -->\n<div class="wp-block-group a">ä &amp; "x"</div>\n<!-- /wp:group -->'
  const kept = await cms.rest('admin', 'POST', '/cms/v2/pages', { content: canonical })
  expect(kept).toHaveProperty('json.content.raw', canonical)
  const loose = '<!-- wp:core/group {"a": "\\u00f6&", "b":{}} --><p>x</p>'
  const normal = '<!-- wp:group {"a":"ö\\u0026","b":[]} --><p>x</p><!-- /wp:group -->'
  expect(await cms.rest('admin', 'POST', '/cms/v2/pages', { content: loose })).toHaveProperty(
    'json.content.raw',
    normal,
  )
})

test('a page with a future date is scheduled, a page for the current minute is published', async () => {
  const later = await cms.rest(
    'admin',
    'POST',
    '/cms/v2/pages',
    page('later', { date_gmt: '2026-11-20T12:02:00' }),
  )
  const soon = await cms.rest(
    'admin',
    'POST',
    '/cms/v2/pages',
    page('soon', { date_gmt: '2026-11-20T12:00:30' }),
  )
  expect([later, soon]).toMatchObject([{ json: { status: 'future' } }, { json: { status: 'publish' } }])
})

test('the site shows published pages by their path, but not drafts or private pages', async () => {
  const parent = await cms.rest('admin', 'POST', '/cms/v2/pages', page('de-de', { title: 'Deutsch' }))
  const { id } = parent.json as { id: number }
  const content = '<!-- wp:paragraph -->\n<p>Größe</p>\n<!-- /wp:paragraph -->'
  await cms.rest('admin', 'POST', '/cms/v2/pages', page('schraube', { parent: id, content }))
  await cms.rest('admin', 'POST', '/cms/v2/pages', page('geheim', { status: 'private' }))
  const shown = await cms.visit('/de-de/schraube/')
  expect(shown.status).toBe(200)
  expect(shown.text).toContain('<p class="wp-block-paragraph">Größe</p>')
  expect(shown.text).not.toContain('wp:paragraph')
  expect((await cms.visit('/')).text).toContain('http://cms.test/de-de/schraube/')
  for (const path of ['/schraube/', '/privacy-policy/', '/geheim/', '/?page_id=3', '/uploads/none.jpg'])
    expect(await cms.visit(path)).toMatchObject({ status: 404 })
})

test('content is escaped on the site', async () => {
  await cms.rest('admin', 'POST', '/cms/v2/pages', page('x', { title: 'a "b" & c' }))
  expect((await cms.visit('/x/')).text).toContain('<title>a &quot;b&quot; &amp; c')
})

test('an uploaded image is served with its sub-sizes, shown on its page, and removed by a reset', async () => {
  const bytes = await sharp({ create: { width: 400, height: 200, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  const uploaded = await upload('red.jpg', 'image/jpeg', bytes)
  expect(uploaded).toMatchObject({ status: 201, json: { media_details: { width: 400, height: 200 } } })
  const media = uploaded.json as {
    id: number
    source_url: string
    media_details: { sizes: { medium: { source_url: string } } }
  }
  const path = new URL(media.source_url).pathname
  expect((await cms.visit(path)).bytes.equals(bytes)).toBe(true)
  const medium = await cms.visit(new URL(media.media_details.sizes.medium.source_url).pathname)
  expect(await sharp(medium.bytes).metadata()).toMatchObject({ width: 300, height: 150 })
  await cms.rest('admin', 'POST', '/cms/v2/pages', page('with-picture', { featured_media: media.id }))
  expect((await cms.visit('/with-picture/')).text).toContain(media.source_url)
  cms.reset()
  expect(await cms.visit(path)).toMatchObject({ status: 404 })
})

test('a multipart upload over the limit is rejected, a raw upload is not', async () => {
  const bytes = Buffer.alloc(150_000, 'a')
  expect(await upload('long.txt', 'text/plain', bytes)).toMatchObject({ status: 201 })
  const form = new FormData()
  form.append('file', new Blob([bytes]), 'long.txt')
  const body = new Response(form)
  const headers = { authorization: basic('admin'), 'content-type': body.headers.get('content-type') ?? '' }
  const payload = Buffer.from(await body.arrayBuffer())
  const refused = await cms.call({ method: 'POST', url: '/api/rest/cms/v2/media', headers, payload })
  expect(refused).toMatchObject({ status: 500, json: { code: 'rest_upload_unknown_error' } })
})

test('a route behaves as the index describes it', async () => {
  const { json } = await cms.rest(null, 'GET', '/')
  const { routes } = json as {
    routes: Record<string, { methods: string[]; endpoints: { args: Record<string, { maximum?: number }> }[] }>
  }
  expect(routes['/cms/v2/pages']?.endpoints[0]?.args['per_page']?.maximum).toBe(100)
  for (const [pattern, { methods }] of Object.entries(routes)) {
    const path = pattern
      .replace('(?P<name>[a-z][a-z0-9-]*/[a-z][a-z0-9-]*)', 'core/check')
      .replace(/\(\?P<\w+>\[\\d\]\+\)/g, '2')
      .replace(/\(\?P<\w+>[^)]*\)/g, 'core')
    expect({
      pattern,
      methods: (await cms.call({ method: 'OPTIONS', url: `/api/rest${path}` })).json,
    }).toMatchObject({ methods: { methods } })
  }
})

async function upload(name: string, type: string, payload: Buffer) {
  const headers = {
    authorization: basic('admin'),
    'content-type': type,
    'content-disposition': `attachment; filename="${name}"`,
  }
  return cms.call({ method: 'POST', url: '/api/rest/cms/v2/media', headers, payload })
}
