import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCms } from '../open-cms.ts'

const cms = await openCms()
let id = 0

beforeAll(async () => {
  id = await cms.upload('x.jpg', 400, 300)
  await cms.ask('admin', 'POST', `/cms/v2/media/${id}`, { caption: 'C', description: 'D' })
})
afterAll(() => cms.close())

const get = async (fields: string, more = '') =>
  (await cms.ask('admin', 'GET', `/cms/v2/media/${id}?_fields=${fields}${more}`)).body

test.each(['caption.rendered', 'description.rendered', 'media_details.width', 'alt_text.x', 'filename.x'])(
  'a media-specific field can only be selected as a whole: %s returns nothing',
  async (fields) => {
    expect(await get(fields)).toEqual([])
    expect(await get(`id,${fields}`, '&context=edit')).toEqual({ id })
    const list = await cms.ask('admin', 'GET', `/cms/v2/media?_fields=${fields}`)
    expect(list.body).toEqual([[]])
  },
)

test('a media-specific field that is selected as a whole is returned', async () => {
  expect(await get('caption,caption.rendered')).toEqual({ caption: { rendered: '<p>C</p>\n' } })
  expect(await get('caption.raw,caption', '&context=edit')).toMatchObject({ caption: { raw: 'C' } })
  expect(await get('media_details')).toMatchObject({ media_details: { width: 400 } })
})

test('subfields can be selected for fields that media share with posts', async () => {
  expect(await get('title.rendered,guid.rendered')).toEqual({
    title: { rendered: 'x' },
    guid: { rendered: 'http://cms.test/uploads/2026/03/x.jpg' },
  })
})

test('sub-sizes are listed in the order in which they are made', async () => {
  const { media_details: details } = await get('media_details')
  expect(Object.keys((details as { sizes: object }).sizes)).toEqual(['medium', 'thumbnail', 'full'])
})

test('a negative parent id detaches a file', async () => {
  const { status, body } = await cms.ask('admin', 'POST', `/cms/v2/media/${id}`, { post: -1 })
  expect([status, body['post']]).toEqual([200, null])
})
