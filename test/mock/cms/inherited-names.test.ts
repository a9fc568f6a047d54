import { afterAll, beforeEach, expect, test } from 'vitest'
import { picture, serveMedia } from './media/media-calls.ts'

// Names that every JavaScript object inherits. To WordPress they are ordinary words.
const cms = await serveMedia()
beforeEach(() => cms.reset())
afterAll(() => cms.close())

test('an element with such a name is removed', async () => {
  const body = { title: 'x', content: 'a<constructor>b</constructor>' }
  expect(await cms.rest('author1', 'POST', '/cms/v2/posts', body)).toMatchObject({
    json: { content: { raw: 'ab' } },
  })
})

test('an image with such an extension is rejected', async () => {
  expect(await cms.raw('x.constructor', await picture(8, 6))).toMatchObject({
    status: 500,
    body: { code: 'rest_upload_sideload_error' },
  })
})

test('such a status is ignored, and a menu item cannot refer to such a type', async () => {
  expect(await cms.post('/cms/v2/comments/1', { status: 'constructor' })).toMatchObject({
    body: { status: 'approved' },
  })
  const item = { type: 'post_type', object: 'constructor', object_id: 2 }
  expect(await cms.post('/cms/v2/menu-items', item)).toMatchObject({
    body: { type_label: 'constructor', invalid: true },
  })
})

test('a layout with such a name has no class', async () => {
  const content = '<!-- wp:group {"layout":{"type":"constructor"}} --><div></div><!-- /wp:group -->'
  expect(await cms.post('/cms/v2/pages', { content })).toMatchObject({
    body: { content: { rendered: '<div></div>' } },
  })
})
