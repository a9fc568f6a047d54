import sharp from 'sharp'
import { expect, it } from 'vitest'
import { readPhotoHeader } from '../../src/cms/media/photo-header.ts'

const image = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: { r: 1, g: 2, b: 3 } } })
const size = { width: 300, height: 200 }

it.for([
  ['JPEG', 'image/jpeg', image().jpeg()],
  ['progressive JPEG', 'image/jpeg', image().jpeg({ progressive: true })],
  ['PNG', 'image/png', image().png()],
  ['WebP', 'image/webp', image().webp()],
  ['WebP without loss', 'image/webp', image().webp({ lossless: true })],
] as const)('the size of a %s is read', async ([, mime, picture]) => {
  expect(readPhotoHeader(await picture.clone().toBuffer(), mime)).toEqual({ ...size, turned: false })
})

it.for([1, 3, 6, 8])('a JPEG with EXIF orientation %d is turned unless that is 1', async (orientation) => {
  const bytes = await image().jpeg().withMetadata({ orientation }).toBuffer()
  expect(readPhotoHeader(bytes, 'image/jpeg')).toEqual({ ...size, turned: orientation !== 1 })
})

it('EXIF with the most significant byte first is read', async () => {
  const bytes = await image().jpeg().withMetadata({ orientation: 6 }).toBuffer()
  const start = bytes.indexOf('Exif\0\0', 0, 'latin1') + 6
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex')
  const length = bytes.readUInt16BE(start - 8)
  const other = Buffer.concat([
    bytes.subarray(0, start - 8),
    Buffer.from([(tiff.length + 8) >> 8, (tiff.length + 8) & 255]),
    bytes.subarray(start - 6, start),
    tiff,
    bytes.subarray(start - 8 + length),
  ])
  expect(readPhotoHeader(other, 'image/jpeg')).toEqual({ ...size, turned: true })
})

it('a WebP with EXIF may be turned', async () => {
  const bytes = await image().webp().withMetadata({ orientation: 6 }).toBuffer()
  expect(readPhotoHeader(bytes, 'image/webp')).toEqual({ ...size, turned: true })
})

it('a truncated or damaged header, and any other type, have no size', async () => {
  const bytes = await image().jpeg().toBuffer()
  expect(readPhotoHeader(bytes.subarray(0, 40), 'image/jpeg')).toBeUndefined()
  expect(readPhotoHeader(Buffer.from([0xff, 0xd8, 0x00, 0x00]), 'image/jpeg')).toBeUndefined()
  expect(readPhotoHeader(Buffer.from([0xff, 0xd8, 0xff, 0xd9, 0, 2, 0, 0]), 'image/jpeg')).toBeUndefined()
  expect(readPhotoHeader(Buffer.from('RIFF....WEBPnone', 'latin1'), 'image/webp')).toBeUndefined()
  expect(readPhotoHeader(bytes, 'image/gif')).toBeUndefined()
})
