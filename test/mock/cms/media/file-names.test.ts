import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { memberOf, picture, serveMedia, storedAs, titleOf } from './media-calls.ts'

const cms = await serveMedia({ now: () => new Date('2026-11-20T12:00:00Z') })
const jpeg = await picture(8, 6)
beforeEach(() => cms.reset())
afterAll(() => cms.close())

test.each([
  ['Größe ü.jpg', 'Grose-u.jpg', 'grose-u'],
  ['a-150x150.jpg', 'a-150x150-1.jpg', 'a-150x150-1'],
  ['a-scaled.jpg', 'a-scaled-1.jpg', 'a-scaled-1'],
  ['a-rotated.jpg', 'a-rotated-1.jpg', 'a-rotated-1'],
  ['-.jpg', 'unnamed-file.jpg', 'unnamed-file'],
  ['_.jpg', 'unnamed-file.jpg', 'unnamed-file'],
  ['.jpg', 'unnamed-file.jpg', 'unnamed-file'],
  ['x.JPG.jpg', 'x.JPG.jpg', 'x-jpg'],
  ['x.php.jpg', 'x.php_.jpg', 'x-php_'],
  ['a%20b.jpg', 'a20b.jpg', 'a20b'],
  ['a+b c.jpg', 'ab-c.jpg', 'ab-c'],
  ['a\u00a0b.jpg', 'a-b.jpg', 'a-b'],
  ['x.JPEG', 'x.jpeg', 'x'],
  ['123.jpg', '123.jpg', '123'],
])('a raw upload named %s is stored as %s with the slug %s', async (sent, stored, slug) => {
  const told = await cms.raw(sent, jpeg)
  expect(storedAs(told)).toBe(`2026/11/${stored}`)
  expect(told.body['slug']).toBe(slug)
})

test.each([
  ['Gr\u00fcn', 'Grun', 'Grun'],
  ['Stra\u00dfe', 'Strasse', 'Strase'],
  ['\u00d0\u00f0\u00de\u00fe', 'DHdhTHth', 'DdTHth'],
  ['\u00c6\u00e6\u00d8\u00f8\u00c5\u00e5', 'AEaeOoAa', 'AEaeOoAa'],
  ['\u008c\u009c\u0080\u0083\u008a\u008e', 'OEoeEfSZ', '\u008c\u009c\u0080\u0083\u008a\u008e'],
  ['\u00a2\u00a5\u00b5', 'cYu', '\u00a2\u00a5\u00b5'],
  ['X\u00aa\u00ba.y\u00a0\u00df', 'x-yss', 'Xao.y-s'],
])('the letters of %j have other replacements in Latin-1 than in UTF-8', async (name, inLatin1, inUtf8) => {
  const latin1 = await cms.send(
    'admin',
    '/cms/v2/media',
    { 'content-type': 'image/jpeg', 'content-disposition': `attachment; filename="${name}.jpg"` },
    jpeg,
  )
  expect(storedAs(latin1)).toBe(`2026/11/${inLatin1}.jpg`)
  cms.reset()
  expect(storedAs(await cms.raw(`${name}.jpg`, jpeg))).toBe(`2026/11/${inUtf8}.jpg`)
})

test.each([
  ['a.jpg', ['a.jpg', 'a-1.jpg', 'a-2.jpg']],
  ['a-9x9.jpg', ['a-9x9-1.jpg', 'a-9x9-2.jpg', 'a-9x9-3.jpg']],
  ['a .jpg', ['a-.jpg', 'a-1-1.jpg', 'a-1-2.jpg']],
])('further uploads named %s get the next free name', async (name, stored) => {
  const names = []
  for (let count = 0; count < 3; count++) names.push(storedAs(await cms.raw(name, jpeg)))
  expect(names).toEqual(stored.map((one) => `2026/11/${one}`))
})

test.each([
  ['Größe & Maß (1).jpg', 'Größe & Maß (1)', 'grose-mas-1', 'Grose-Mas-1.jpg'],
  ['a.b.jpg', 'a.b', 'a-b', 'a.b.jpg'],
  ['.jpg', 'unnamed-file', 'unnamed-file', 'unnamed-file.jpg'],
  ['0.jpg', '0', '0', '0.jpg'],
])(
  'an upload in a form with a file named %s gets the title %s and the slug %s',
  async (sent, title, slug, stored) => {
    const told = await cms.form(sent, jpeg)
    expect([titleOf(told), told.body['slug'], storedAs(told)]).toEqual([title, slug, `2026/11/${stored}`])
  },
)

test('the title of a raw upload is its stored name, that of an upload in a form its name as sent', async () => {
  await cms.raw('x y.jpg', jpeg)
  expect(titleOf(await cms.raw('x y.jpg', jpeg))).toBe('x-y-1')
  expect(titleOf(await cms.form('x y.jpg', jpeg))).toBe('x y')
})

test('a title in the request has precedence over all names', async () => {
  expect(titleOf(await cms.form('x.jpg', jpeg, { title: 'Mine' }))).toBe('Mine')
})

test.each(['bmp', 'tiff', 'tif', 'ico', 'avif', 'png'])(
  'a JPEG named .%s is stored as .jpg',
  async (ending) => {
    const told = await cms.raw(`x.${ending}`, jpeg)
    expect([told.status, storedAs(told), told.body['mime_type']]).toEqual([
      201,
      '2026/11/x.jpg',
      'image/jpeg',
    ])
  },
)

test('a name of more than 200 characters is rejected, because it does not fit into the database', async () => {
  expect((await cms.raw(`${'n'.repeat(196)}.jpg`, jpeg)).status).toBe(201)
  const { status, body } = await cms.raw(`${'n'.repeat(197)}.jpg`, jpeg)
  expect([status, body['code'], body['message']]).toEqual([
    400,
    'db_insert_error',
    'Could not insert attachment into the database.',
  ])
})

test('a file of a post is stored in the folder of its month, a file of a page in the current one', async () => {
  const date = '2024-01-15T10:00:00'
  const idOf = async (type: string): Promise<string> =>
    String((await cms.post(`/cms/v2/${type}`, { title: 'Old', status: 'publish', date })).body['id'])
  expect(storedAs(await cms.raw('x.jpg', jpeg, { post: await idOf('posts') }))).toBe('2024/01/x.jpg')
  expect(storedAs(await cms.raw('x.jpg', jpeg, { post: await idOf('pages') }))).toBe('2026/11/x.jpg')
})

test('an upload with a featured image is stored and rejected, and an update ignores one', async () => {
  const { body } = await cms.raw('x.jpg', jpeg)
  const featured = String(body['id'])
  const refused = await cms.raw('y.jpg', jpeg, { featured_media: featured })
  expect([refused.status, refused.body['code'], refused.body['message']]).toEqual([
    400,
    'rest_no_featured_media',
    'This site does not support post thumbnails on attachments with MIME type image/jpeg.',
  ])
  expect(memberOf(await cms.get('/cms/v2/media?slug=y'), 0, 'media_details', 'sizes')).toEqual({})
  const updated = await cms.post(`/cms/v2/media/${featured}`, { featured_media: Number(featured) })
  expect([updated.status, updated.body['featured_media']]).toEqual([200, 0])
})

test('an upload with an unknown author belongs to its sender and loses its title', async () => {
  const { status, body } = await cms.raw('x.jpg', jpeg, { author: '999', title: 'Mine', caption: 'Kept' })
  expect([status, body['author'], memberOf(body, 'title', 'raw'), memberOf(body, 'caption', 'raw')]).toEqual([
    201,
    1,
    'x',
    'Kept',
  ])
})

test('the error of the file has precedence over that of the author', async () => {
  const { status, body } = await cms.raw('x.jpg', Buffer.alloc(0), { author: '999' })
  expect([status, body['code']]).toEqual([400, 'rest_upload_no_data'])
})

test('filesize of a scaled-down image is that of the upload, media_details contains that of the copy', async () => {
  const large = await picture(3000, 20)
  const { body } = await cms.raw('wide.jpg', large)
  expect(storedAs({ status: 201, body })).toBe('2026/11/wide-scaled.jpg')
  const copy = await cms.visit(new URL(String(body['source_url'])).pathname)
  expect(memberOf(body, 'media_details', 'filesize')).toBe(copy.bytes.length)
  expect(copy.bytes.length).not.toBe(large.length)
  expect(body['filesize']).toBe(large.length)
})

test('types that the image library cannot read are stored unchanged', async () => {
  const bmp = Buffer.alloc(70)
  bmp.write('BM', 'latin1')
  const { status, body } = await cms.raw('x.bmp', bmp)
  expect([status, body['mime_type'], body['media_details']]).toEqual([
    201,
    'image/bmp',
    { filesize: 70, sizes: {} },
  ])
})

test('a TIFF has no dimensions, because browsers cannot show it', async () => {
  const { body } = await cms.raw('x.tif', await sharp(jpeg).tiff().toBuffer())
  expect([body['mime_type'], memberOf(body, 'media_details', 'width')]).toEqual(['image/tiff', undefined])
})

test('an icon is rejected', async () => {
  const { status, body } = await cms.raw('x.ico', Buffer.from([0, 0, 1, 0, 1, 0, 8, 8, 0, 0, 1, 0, 32, 0]))
  expect([status, body['code']]).toEqual([500, 'rest_upload_sideload_error'])
})
