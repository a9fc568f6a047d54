import { afterAll, beforeEach, expect, test } from 'vitest'
import { openCms, site } from '../open-cms.ts'

const cms = await openCms()
const media = '/cms/v2/media'
const uploads = `${site}/uploads/2026/03`

beforeEach(() => cms.reset())
afterAll(() => cms.close())

const described = async (id: number) => (await cms.ask(null, 'GET', `${media}/${id}`)).body['description']
const linked = (file: string, shown: string) => ({
  rendered: `<p class="attachment"><a href='${uploads}/${file}'>${shown}</a></p>\n`,
})

test('an image is shown in its medium size, with a srcset of all sizes of the same shape', async () => {
  const id = await cms.upload('photo.jpg', 1200, 800)
  await cms.ask('admin', 'POST', `${media}/${id}`, { alt_text: 'A "red" door' })
  const sources = [
    `${uploads}/photo-300x200.jpg 300w`,
    `${uploads}/photo-1024x683.jpg 1024w`,
    `${uploads}/photo-768x512.jpg 768w`,
    `${uploads}/photo.jpg 1200w`,
  ]
  expect(await described(id)).toEqual(
    linked(
      'photo.jpg',
      `<img loading="lazy" decoding="async" width="300" height="200" src="${uploads}/photo-300x200.jpg" class="attachment-medium size-medium" alt="A &quot;red&quot; door" srcset="${sources.join(', ')}" sizes="auto, (max-width: 300px) 100vw, 300px" />`,
    ),
  )
})

test('images wider than 2048 pixels are left out of srcset', async () => {
  const id = await cms.upload('big.jpg', 3000, 2000)
  const { rendered } = (await described(id)) as { rendered: string }
  expect(rendered).toContain('big-2048x1365.jpg 2048w"')
  expect(rendered).not.toContain('2560w')
})

test('a small image is shown in full size', async () => {
  const id = await cms.upload('small.jpg', 100, 80)
  expect(await described(id)).toEqual(
    linked(
      'small.jpg',
      `<img loading="lazy" decoding="async" width="100" height="80" src="${uploads}/small.jpg" class="attachment-medium size-medium" alt="" />`,
    ),
  )
})

test('a cropped copy is part of srcset only if it has the shape of the image', async () => {
  const square = (await described(await cms.upload('square.jpg', 200, 200))) as { rendered: string }
  expect(square.rendered).toContain(`srcset="${uploads}/square.jpg 200w, ${uploads}/square-150x150.jpg 150w"`)
  const wide = (await described(await cms.upload('wide.jpg', 290, 200))) as { rendered: string }
  expect(wide.rendered).not.toContain('srcset')
})

test('the description of an image contains its alternative text', async () => {
  const id = await cms.upload('x.jpg', 10, 10)
  const { body } = await cms.ask(null, 'GET', `${media}/${id}`)
  expect(body['media_details']).toMatchObject({ image_meta: { keywords: [], alt: '' } })
})
