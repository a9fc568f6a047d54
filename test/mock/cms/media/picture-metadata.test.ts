import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Told, memberOf, picture, serveMedia, titleOf } from './media-calls.ts'
import { writtenPicture, xmpWithAlt } from './written-picture.ts'

const cms = await serveMedia()
beforeEach(() => cms.reset())
afterAll(() => cms.close())

const nothing = {
  aperture: '0',
  credit: '',
  camera: '',
  caption: '',
  created_timestamp: '0',
  copyright: '',
  focal_length: '0',
  iso: '0',
  shutter_speed: '0',
  title: '',
  orientation: '0',
  keywords: [],
  alt: '',
}
const camera = {
  IFD0: { ImageDescription: 'A red barn', Artist: 'Ann', Copyright: '(c) 2026 Acme', Model: 'X100 ' },
  IFD2: {
    FNumber: '28/10',
    ExposureTime: '1/3',
    FocalLength: '50/1',
    ISOSpeedRatings: '400',
    DateTimeDigitized: '2026:03:04 05:06:07',
  },
}
const imageMeta = ({ body }: Told): unknown => memberOf(body, 'media_details', 'image_meta')
const captionOf = ({ body }: Told): unknown => memberOf(body, 'caption', 'raw')

test('an image without metadata has an image_meta without values', async () => {
  expect(imageMeta(await cms.raw('x.jpg', await picture(8, 6)))).toEqual(nothing)
})

test('metadata of the camera is in image_meta, and its description becomes title, slug and caption', async () => {
  const told = await cms.raw('x.jpg', await writtenPicture({ exif: camera }))
  expect(imageMeta(told)).toEqual({
    ...nothing,
    aperture: '2.8',
    credit: 'Ann',
    camera: 'X100',
    caption: 'A red barn',
    created_timestamp: '1772600767',
    copyright: '(c) 2026 Acme',
    focal_length: '50',
    iso: '400',
    shutter_speed: '0.33333333333333',
    title: 'A red barn',
    orientation: '1',
  })
  expect([titleOf(told), told.body['slug'], captionOf(told)]).toEqual([
    'A red barn',
    'a-red-barn',
    'A red barn',
  ])
})

test('IPTC has precedence over EXIF', async () => {
  const iptc = [
    [105, 'Headline ü'],
    [5, 'Object'],
    [120, 'A long story'],
    [110, 'Agency'],
    [80, 'By-line'],
    [116, 'Agency 2026'],
    [55, '20260102'],
    [60, '030405+0100'],
    [25, 'barn'],
    [25, 'röd'],
  ] as const
  const told = await cms.form('x.jpg', await writtenPicture({ exif: camera, iptc }))
  expect(imageMeta(told)).toMatchObject({
    title: 'Headline ü',
    caption: 'A long story',
    credit: 'Agency',
    copyright: 'Agency 2026',
    created_timestamp: String(Date.parse('2026-01-02T03:04:05+01:00') / 1000),
    keywords: ['barn', 'röd'],
    camera: 'X100',
  })
  expect([titleOf(told), told.body['slug'], captionOf(told)]).toEqual([
    'Headline ü',
    'headline-u',
    'A long story',
  ])
})

test.each([
  ['the object name without a headline', [[5, 'Object']], { title: 'Object', credit: '' }],
  ['the caption while it is short', [[120, 'Short']], { title: 'Short', caption: 'Short' }],
  ['no caption of 80 bytes', [[120, 'ü'.repeat(40)]], { title: '', caption: 'ü'.repeat(40) }],
  ['the by-line as credit without one', [[80, 'By']], { title: '', credit: 'By' }],
] as const)('the IPTC title results in %s', async (_what, iptc, found) => {
  expect(imageMeta(await cms.raw('x.jpg', await writtenPicture({ iptc })))).toMatchObject(found)
})

test('a long description becomes the caption but not the title', async () => {
  const description = 'word '.repeat(16).trim()
  const long = await writtenPicture({ exif: { IFD0: { ImageDescription: `${description}!` } } })
  const told = await cms.raw('x.jpg', long)
  expect([titleOf(told), captionOf(told)]).toEqual(['x', `${description}!`])
})

test('the user comment of the camera becomes the caption if there is a description', async () => {
  const exif = { IFD0: { ImageDescription: 'Barn' }, IFD2: { UserComment: 'At dawn' } }
  const told = await cms.raw('x.jpg', await writtenPicture({ exif }))
  expect([titleOf(told), captionOf(told)]).toEqual(['Barn', expect.stringContaining('At dawn')])
})

test('a title whose slug would be a number is ignored', async () => {
  const told = await cms.raw('x.jpg', await writtenPicture({ exif: { IFD0: { ImageDescription: '2026' } } }))
  expect([titleOf(told), told.body['slug'], captionOf(told)]).toEqual(['x', 'x', '2026'])
})

test('title and caption in the request are kept, empty ones are filled from metadata', async () => {
  const bytes = await writtenPicture({ exif: camera })
  const sent = await cms.raw('x.jpg', bytes, { title: 'Mine', caption: 'My caption', alt_text: '' })
  expect([titleOf(sent), captionOf(sent)]).toEqual(['Mine', 'My caption'])
  const empty = await cms.raw('x.jpg', bytes, { title: '0', caption: '' })
  expect([titleOf(empty), captionOf(empty)]).toEqual(['A red barn', 'A red barn'])
})

test.each([
  ['UTF-8', Buffer.from('Gr\u00f6\u00dfe')],
  ['Latin-1', Buffer.from('Gr\u00f6\u00dfe  ', 'latin1')],
])('a description may be encoded in %s', async (_encoding, letters) => {
  const bytes = await writtenPicture({ exif: { IFD0: { ImageDescription: '#######barn' } } })
  letters.copy(bytes, bytes.indexOf('#######'))
  expect(String(titleOf(await cms.raw('x.jpg', bytes))).replace(/\s/g, '')).toBe('Größebarn')
})

test.each([
  ['2026:03:04 05:06:07', '1772600767'],
  ['2023:02:29 00:00:00', '1677628800'],
  ['0000:00:00 00:00:00', '-62169984000'],
  ['2026:13:45 05:06:07', ''],
])('the digitized time %s is returned as %s', async (moment, seconds) => {
  const bytes = await writtenPicture({ exif: { IFD2: { DateTimeDigitized: moment } } })
  expect(imageMeta(await cms.raw('x.jpg', bytes))).toMatchObject({ created_timestamp: seconds })
})

test('an IPTC time may lack seconds', async () => {
  const iptc = [
    [55, '20260304'],
    [60, '0506'],
  ] as const
  expect(imageMeta(await cms.raw('x.jpg', await writtenPicture({ iptc })))).toMatchObject({
    created_timestamp: '1772600760',
  })
})

test('an invalid IPTC date does not hide the digitized time', async () => {
  const iptc = [
    [55, '2026'],
    [60, '0506'],
  ] as const
  const alone = await writtenPicture({ iptc })
  expect(imageMeta(await cms.raw('x.jpg', alone))).toMatchObject({ created_timestamp: '' })
  const both = await writtenPicture({ iptc, exif: camera })
  expect(imageMeta(await cms.raw('x.jpg', both))).toMatchObject({ created_timestamp: '1772600767' })
})

test.each([
  ['1/8000', '0.000125'],
  ['1/100000', '1.0E-5'],
  ['123/10000000', '1.23E-5'],
  ['0/0', '0'],
])('an exposure time of %s s is returned as %s', async (ExposureTime, told) => {
  const bytes = await writtenPicture({ exif: { IFD0: { Model: '0' }, IFD2: { ExposureTime } } })
  expect(imageMeta(await cms.raw('x.jpg', bytes))).toMatchObject({ shutter_speed: told, camera: '' })
})

test('forbidden markup in metadata loses its tags', async () => {
  const iptc = [[105, '<script>x</script><b>Bold</b> & more']] as const
  expect(imageMeta(await cms.raw('x.jpg', await writtenPicture({ iptc })))).toMatchObject({
    title: 'x<b>Bold</b> &amp; more',
  })
})

test.each([
  [{ 'x-default': 'All', en: 'English', de: 'Deutsch' }, 'English'],
  [{ de: 'Deutsch', 'x-default': 'All' }, 'All'],
  [{ en: 'English', en_US: 'American' }, 'American'],
  [{ de: 'Deutsch' }, ''],
])('with the alternative texts %o the image gets “%s”', async (texts, alt) => {
  const told = await cms.raw('x.jpg', await writtenPicture({ xmp: xmpWithAlt(texts) }))
  expect([memberOf(imageMeta(told), 'alt'), told.body['alt_text']]).toEqual([alt, alt])
})

test('an alternative text in the request is kept, even if it is empty', async () => {
  const bytes = await writtenPicture({ xmp: xmpWithAlt({ en: 'English' }) })
  expect((await cms.raw('x.jpg', bytes, { alt_text: 'Mine' })).body['alt_text']).toBe('Mine')
  expect((await cms.raw('x.jpg', bytes, { alt_text: '' })).body['alt_text']).toBe('')
})

test('the orientation is returned until the image is rotated', async () => {
  const bytes = await writtenPicture({ orientation: 6 })
  const asItIs = await cms.raw('x.jpg', bytes, { generate_sub_sizes: 'false' })
  expect([memberOf(imageMeta(asItIs), 'orientation'), asItIs.body['exif_orientation']]).toEqual(['6', 6])
  const turned = await cms.raw('x.jpg', bytes)
  expect([memberOf(imageMeta(turned), 'orientation'), turned.body['exif_orientation']]).toEqual([1, 1])
})

test('EXIF is read from JPEG but not from PNG', async () => {
  const png = await sharp(await writtenPicture({ exif: camera }))
    .png()
    .withExif(camera)
    .toBuffer()
  const told = await cms.raw('x.png', png)
  expect([imageMeta(told), titleOf(told)]).toEqual([nothing, 'x'])
})

test('an image that is truncated inside its metadata is stored without metadata', async () => {
  const bytes = await writtenPicture({ exif: camera })
  const { status, body } = await cms.raw('x.jpg', bytes.subarray(0, 60))
  expect([status, memberOf(body, 'title', 'raw'), body['media_details']]).toEqual([
    201,
    'x',
    { filesize: 60, sizes: {} },
  ])
})

test('an edited copy keeps the metadata of the image', async () => {
  const { body } = await cms.raw('x.jpg', await writtenPicture({ exif: camera }))
  const edit = { src: body['source_url'], modifiers: [{ type: 'rotate', args: { angle: 90 } }] }
  const copy = await cms.post(`/cms/v2/media/${String(body['id'])}/edit`, edit)
  expect(imageMeta(copy)).toMatchObject({ camera: 'X100', iso: '400', orientation: 1 })
})
