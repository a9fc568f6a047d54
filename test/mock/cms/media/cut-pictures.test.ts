import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { memberOf, serveMedia, storedAs } from './media-calls.ts'

const cms = await serveMedia({ now: () => new Date('2026-11-20T12:00:00Z') })
beforeEach(() => cms.reset())
afterAll(() => cms.close())

const drawn = sharp({ create: { width: 400, height: 300, channels: 3, background: '#468' } })
const png = await drawn.clone().png().toBuffer()
const jpeg = await drawn.clone().jpeg().toBuffer()
const gif = await drawn.clone().gif().toBuffer()
const webp = await drawn.clone().webp().toBuffer()
const flat = await drawn.clone().webp({ lossless: true }).toBuffer()
const clear = await sharp({
  create: { width: 400, height: 300, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 0.5 } },
})
  .webp()
  .toBuffer()
const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))

/** A bitmap without pixels, with a header of `length` bytes. */
function bitmap(length: number, height = 300): Buffer {
  const bytes = Buffer.alloc(60)
  bytes.write('BM')
  bytes.writeUInt32LE(length, 14)
  if (length === 12) {
    bytes.writeUInt16LE(400, 18)
    bytes.writeUInt16LE(height, 20)
  } else {
    bytes.writeInt32LE(400, 18)
    bytes.writeInt32LE(height, 22)
  }
  return bytes
}

const sized = (mime: string) => ({ mime, width: 400, height: 300 })
const sizeless = (mime: string) => ({ mime, width: undefined, height: undefined })

test.each([
  ['PNG signature', 'x.png', png.subarray(0, 8), sizeless('image/png')],
  ['PNG that ends in its header', 'x.png', png.subarray(0, 24), sizeless('image/png')],
  ['PNG header', 'x.png', png.subarray(0, 25), sized('image/png')],
  ['PNG signature by another name', 'x.jpg', png.subarray(0, 8), sizeless('image/png')],
  ['start of a JPEG', 'x.jpg', jpeg.subarray(0, 2), sizeless('image/jpeg')],
  ['JPEG signature', 'x.jpg', jpeg.subarray(0, 3), sizeless('image/jpeg')],
  ['JPEG that ends before its size', 'x.jpg', jpeg.subarray(0, frame + 4), sizeless('image/jpeg')],
  ['JPEG without a marker', 'x.jpg', Buffer.from('ffd8ffe00004aaaa00ffc0', 'hex'), sizeless('image/jpeg')],
  ['JPEG header', 'x.jpg', jpeg.subarray(0, frame + 9), sized('image/jpeg')],
  ['GIF signature', 'x.gif', Buffer.from('GIFfy'), sizeless('image/gif')],
  ['GIF that ends in its header', 'x.gif', gif.subarray(0, 10), sizeless('image/gif')],
  ['GIF header', 'x.gif', gif.subarray(0, 11), sized('image/gif')],
  ['WebP signature', 'x.webp', webp.subarray(0, 12), sizeless('image/webp')],
  ['WebP that ends in its header', 'x.webp', webp.subarray(0, 29), sizeless('image/webp')],
  ['WebP header', 'x.webp', webp.subarray(0, 30), sized('image/webp')],
  ['lossless WebP header', 'x.webp', flat.subarray(0, 30), sized('image/webp')],
  ['extended WebP header', 'x.webp', clear.subarray(0, 30), sized('image/webp')],
  ['BMP', 'x.bmp', bitmap(40), sized('image/bmp')],
  ['BMP whose rows go down', 'x.bmp', bitmap(40, -300), sized('image/bmp')],
  ['BMP with the oldest header', 'x.bmp', bitmap(12), sized('image/bmp')],
  ['BMP with an unknown header', 'x.bmp', bitmap(70), sizeless('image/bmp')],
  ['BMP that ends in its header', 'x.bmp', bitmap(40).subarray(0, 29), sizeless('image/bmp')],
  ['TIFF signature', 'x.tif', Buffer.from('49492a0008000000', 'hex'), sizeless('image/tiff')],
])('an upload of a %s is accepted', async (_what, name, bytes, facts) => {
  const { status, body } = await cms.raw(name, bytes)
  expect(status).toBe(201)
  const details = memberOf(body, 'media_details')
  const size = { width: memberOf(details, 'width'), height: memberOf(details, 'height') }
  expect({ mime: body['mime_type'], ...size }).toEqual(facts)
  expect(memberOf(details, 'sizes')).toEqual({})
})

test.each([
  ['a PNG that breaks off in its signature', 'x.png', png.subarray(0, 7)],
  ['a PNG named .txt', 'x.txt', png.subarray(0, 8)],
  ['the start of a JPEG named .png', 'x.png', jpeg.subarray(0, 2)],
])('%s is rejected as a file type', async (_what, name, bytes) => {
  const { status, body } = await cms.raw(name, bytes)
  expect([status, body['message']]).toEqual([500, 'Sorry, you are not allowed to upload this file type.'])
})

test('a truncated JPEG is decoded as far as possible, a truncated PNG is not', async () => {
  const sizesOf = async (name: string, bytes: Buffer): Promise<string[]> =>
    Object.keys(
      memberOf((await cms.raw(name, bytes.subarray(0, -200))).body, 'media_details', 'sizes') as object,
    )
  expect(await sizesOf('x.jpg', jpeg)).toContain('medium')
  expect(await sizesOf('x.png', png)).toEqual([])
})

test('an image of unknown size is described as one pixel', async () => {
  const told = await cms.raw('x.png', png.subarray(0, 8))
  expect(storedAs(told)).toBe('2026/11/x.png')
  expect(memberOf(told.body, 'description', 'rendered')).toMatch(
    /<img [^>]*width="1" height="1" src="[^"]*x\.png"/,
  )
})

test('editing an image that cannot be decoded returns the error of WordPress', async () => {
  const { body } = await cms.raw('x.png', png.subarray(0, 40))
  const edited = await cms.post(`/cms/v2/media/${Number(body['id'])}/edit`, {
    src: body['source_url'],
    rotation: 90,
  })
  expect([edited.status, edited.body['code'], edited.body['message']]).toEqual([
    500,
    'rest_unknown_image_file_type',
    'Unable to edit this image.',
  ])
})

test('editing a BMP is rejected', async () => {
  const { body } = await cms.raw('x.bmp', bitmap(40))
  const edited = await cms.post(`/cms/v2/media/${Number(body['id'])}/edit`, { src: body['source_url'] })
  expect([edited.status, edited.body['code'], edited.body['message']]).toEqual([
    400,
    'rest_cannot_edit_file_type',
    'This type of file cannot be edited.',
  ])
})
