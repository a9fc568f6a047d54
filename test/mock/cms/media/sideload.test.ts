import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Told, memberOf, picture, serveMedia, storedAs } from './media-calls.ts'
import { writtenPicture } from './written-picture.ts'

const cms = await serveMedia({ now: () => new Date('2026-11-20T12:00:00Z') })
const whole = await picture(1200, 800)
const small = await picture(100, 80)
let id = 0
let path = ''

beforeEach(async () => {
  cms.reset()
  await uploadWhole(whole)
})
afterAll(() => cms.close())

async function uploadWhole(bytes: Buffer): Promise<void> {
  const { body } = await cms.raw('side.jpg', bytes, { generate_sub_sizes: 'false' })
  id = Number(body['id'])
  path = `/cms/v2/media/${id}`
}

const sideload = (size: string, bytes: Buffer, name: string): Promise<Told> =>
  cms.form(name, bytes, { image_size: size }, `/${id}/sideload`)
const finalize = (...sub_sizes: unknown[]): Promise<Told> => cms.post(`${path}/finalize`, { sub_sizes })
const sizesOf = ({ body }: Told): unknown => memberOf(body, 'media_details', 'sizes')
const faultOf = (body: unknown, name: string): unknown => memberOf(body, 'data', 'params', name)

test('a sub-size is stored next to its image under its own name, and used after finalize', async () => {
  const { status, body } = await sideload('thumbnail', small, 'side-100x80.jpg')
  expect([status, body]).toEqual([
    200,
    {
      image_size: 'thumbnail',
      width: 100,
      height: 80,
      file: 'side-100x80.jpg',
      mime_type: 'image/jpeg',
      filesize: small.length,
    },
  ])
  expect(sizesOf(await finalize(body))).toMatchObject({ thumbnail: { file: 'side-100x80.jpg', width: 100 } })
})

test('a file name that belongs to another image’s sub-size or is taken gets a number', async () => {
  const names = []
  for (const name of ['other-100x80.jpg', 'side-100x80.jpg', 'side-100x80.jpg'])
    names.push((await sideload('thumbnail', small, name)).body['file'])
  expect(names).toEqual(['other-100x80-1.jpg', 'side-100x80.jpg', 'side-100x80-1.jpg'])
})

test.each([
  ['', 'image_size must be at least 1 character long.'],
  ['nope', 'image_size contains an invalid image size.'],
  ['thumbnail,medium', 'image_size contains an invalid image size.'],
])('sideload rejects the size “%s”', async (size, message) => {
  const { status, body } = await sideload(size, small, 'side-1x1.jpg')
  expect([status, body['code'], faultOf(body, 'image_size')]).toEqual([400, 'rest_invalid_param', message])
})

test.each([
  ['nope', 'sub_sizes[0][image_size] contains an invalid image size.'],
  ['', 'sub_sizes[0][image_size] must be at least 1 character long.'],
  [[], 'sub_sizes[0][image_size] must contain at least 1 item.'],
  [['thumbnail', 'scaled'], 'sub_sizes[0][image_size] contains an invalid image size.'],
])('finalize rejects the size %j', async (image_size, message) => {
  const { status, body } = await finalize({ image_size })
  expect([status, body['code'], faultOf(body, 'sub_sizes')]).toEqual([400, 'rest_invalid_param', message])
})

test('a known size without a file does not change the existing one', async () => {
  await cms.post(`${path}/post-process`, { action: 'create-image-subsizes' })
  const before = memberOf(await cms.get(path), 'media_details', 'sizes')
  const told = await finalize({ image_size: 'thumbnail', width: 5, height: 5 }, { image_size: 'scaled' })
  expect([told.status, sizesOf(told)]).toEqual([200, before])
  expect(before).toHaveProperty('thumbnail.file', 'side-150x150.jpg')
})

test('one file can be used for several sizes', async () => {
  const { body } = await sideload('thumbnail', small, 'side-100x80.jpg')
  const told = await finalize({ ...body, image_size: ['thumbnail', 'medium'] })
  expect(sizesOf(told)).toMatchObject({
    thumbnail: { file: 'side-100x80.jpg' },
    medium: { file: 'side-100x80.jpg' },
  })
})

test('an original with other dimensions is rejected, a rotated one is not', async () => {
  const { status, body } = await sideload('original', small, 'side-2.jpg')
  expect([status, body['code'], body['message']]).toEqual([
    400,
    'rest_upload_dimension_mismatch',
    'Uploaded image dimensions (100x80) do not match original image dimensions (1200x800).',
  ])
  expect((await sideload('original', await picture(800, 1200), 'side-3.jpg')).status).toBe(200)
})

test.each([
  ['thumbnail', [152, 80], 'Uploaded image width (152) exceeds maximum for "thumbnail" size (150).'],
  ['medium', [80, 302], 'Uploaded image height (302) exceeds maximum for "medium" size (300).'],
  ['thumbnail', [151, 151], undefined],
  ['medium_large', [700, 2000], undefined],
] as const)(
  'the dimensions of a side-loaded %s of %j pixels are checked',
  async (size, [width, height], message) => {
    const { body } = await sideload(size, await picture(width, height), 'side-x.jpg')
    expect(body['message']).toBe(message)
  },
)

test('a scaled file is returned with its folder and original, and becomes the attachment’s file after finalize', async () => {
  await uploadWhole(await writtenPicture({ orientation: 6 }))
  const { body } = await sideload('scaled', small, 'side-1-scaled.jpg')
  expect(body).toEqual({
    image_size: 'scaled',
    original_image: 'side-1.jpg',
    width: 100,
    height: 80,
    filesize: small.length,
    file: '2026/11/side-1-scaled.jpg',
  })
  const told = await finalize(body)
  expect(storedAs(told)).toBe('2026/11/side-1-scaled.jpg')
  expect(told.body['media_details']).toMatchObject({
    width: 100,
    height: 80,
    file: '2026/11/side-1-scaled.jpg',
    filesize: small.length,
    original_image: 'side-1.jpg',
    image_meta: { orientation: 1 },
  })
})

test('a file that was not side-loaded here is rejected, even as the original, and nothing is saved', async () => {
  const { body } = await sideload('thumbnail', small, 'side-100x80.jpg')
  for (const foreign of [{ file: 'other.jpg' }, { file: body['file'], original_image: 'other.jpg' }]) {
    const told = await finalize(body, { image_size: 'medium', ...foreign })
    expect([told.status, told.body['code']]).toEqual([400, 'rest_invalid_sub_size_file'])
  }
  expect(memberOf(await cms.get(path), 'media_details', 'sizes')).toEqual({})
})

test('a file that is not an image cannot be side-loaded or get a sub-size', async () => {
  const broken = await sideload('thumbnail', small.subarray(0, 30), 'side-9x9.jpg')
  expect([broken.status, broken.body['code']]).toEqual([400, 'rest_upload_invalid_image'])
  const { body } = await cms.raw('note.txt', Buffer.from('text'))
  id = Number(body['id'])
  const told = await sideload('thumbnail', small, 'side-9x9.jpg')
  expect([told.status, told.body['code'], told.body['message']]).toEqual([
    400,
    'rest_post_invalid_id',
    'Invalid post ID. Only images and PDFs can be sideloaded.',
  ])
})
