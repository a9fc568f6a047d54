import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { create, membersOf, testParameters } from './parameter-table.ts'
import { basic, serveCms } from './serve.ts'

let now = new Date('2026-11-20T12:00:00Z')
const cms = await serveCms({ now: () => now })
const route = '/cms/v2/media'

async function upload(
  user: string,
  [file, type]: readonly [name: string, type: string],
  payload: Buffer,
  query: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const { status, json } = await cms.call({
    method: 'POST',
    url: `/api/rest${route}?${new URLSearchParams(query).toString()}`,
    headers: {
      authorization: basic(user),
      'content-type': type,
      'content-disposition': `attachment; filename="${file}"`,
    },
    payload,
  })
  expect({ status, json }).toMatchObject({ status: 201 })
  return json as Record<string, unknown>
}

const picture = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: 'navy' } })
    .jpeg()
    .toBuffer()

// Ids are assigned in order: page 21, oak 22, elm 23, note 24, hidden 25.
beforeAll(async () => {
  const page = await create(cms, 'admin', '/cms/v2/pages', { title: 'Trees', status: 'publish' })
  const at = (month: number, more: Record<string, string>): Record<string, string> => ({
    date: `2026-0${month}-01T00:00:00`,
    ...more,
  })
  const jpeg = await picture(8, 8)
  const png = await sharp(jpeg).png().toBuffer()
  await upload('admin', ['oak.jpg', 'image/jpeg'], jpeg, at(1, { post: String(page), caption: 'bark' }))
  await upload('editor1', ['elm.png', 'image/png'], png, at(2, { description: 'bark and leaf' }))
  await upload('admin', ['note.txt', 'text/plain'], Buffer.from('x'), at(3, { title: 'Bark', slug: 'note' }))
  await upload('admin', ['hidden.txt', 'text/plain'], Buffer.from('x'), at(4, { status: 'private' }))
  now = new Date('2026-11-20T13:00:00Z')
  await cms.rest('admin', 'POST', `${route}/22`, { alt_text: 'a tree' })
})
afterAll(() => cms.close())

testParameters({
  cms,
  route,
  name: 'slug',
  apart: ['context'],
  cases: [
    ['page', 'per_page=2&page=2', ['oak']],
    ['per_page', 'per_page=1', ['note']],
    ['search', 'search=bark', ['note', 'elm', 'oak']],
    ['search', 'search=elm.png', ['elm']],
    ['search_semantics', 'search=bark&search_semantics=exact', ['note', 'oak']],
    ['search_columns', 'search=bark&search_columns=post_content', ['elm']],
    ['after', 'after=2026-02-15T00:00:00', ['note']],
    ['before', 'before=2026-01-15T00:00:00', ['oak']],
    ['modified_after', 'modified_after=2026-06-01T00:00:00', ['oak']],
    ['modified_before', 'modified_before=2026-02-15T00:00:00', ['elm']],
    ['author', 'author=2', ['elm']],
    ['author_exclude', 'author_exclude=2', ['note', 'oak']],
    ['include', 'include=22', ['oak']],
    ['exclude', 'exclude=22', ['note', 'elm']],
    ['offset', 'offset=2', ['oak']],
    ['order', 'order=asc', ['oak', 'elm', 'note']],
    ['orderby', 'orderby=author&per_page=1', ['elm']],
    ['orderby', 'orderby=date', ['note', 'elm', 'oak']],
    ['orderby', 'orderby=id&order=asc', ['oak', 'elm', 'note']],
    ['orderby', 'orderby=include&include=23,24,22', ['elm', 'note', 'oak']],
    ['orderby', 'orderby=modified&per_page=1', ['oak']],
    ['orderby', 'orderby=parent&per_page=1', ['oak']],
    ['orderby', 'orderby=relevance&search=bark', ['note', 'oak', 'elm']],
    ['orderby', 'orderby=slug&order=asc', ['elm', 'note', 'oak']],
    ['orderby', 'orderby=include_slugs&slug=oak,note', ['oak', 'note']],
    ['orderby', 'orderby=title&order=asc', ['note', 'elm', 'oak']],
    ['slug', 'slug=elm', ['elm']],
    ['status', 'status=private', ['hidden']],
    ['parent', 'parent=21', ['oak']],
    ['parent_exclude', 'parent_exclude=21', ['note', 'elm']],
    ['media_type', 'media_type=text', ['note']],
    ['media_type', 'media_type=image', ['elm', 'oak']],
    ['mime_type', 'mime_type=image/png,text/plain', ['note', 'elm']],
  ],
})

test('context selects the fields', async () => {
  expect(await membersOf(cms, `${route}?context=edit`)).toContain('generated_slug')
  expect(await membersOf(cms, `${route}?context=embed`)).not.toContain('description')
})

test('an image gets sub-sizes unless generate_sub_sizes is false', async () => {
  const bytes = await picture(400, 300)
  expect(await upload('admin', ['big.jpg', 'image/jpeg'], bytes)).toHaveProperty('media_details.sizes.medium')
  const bare = await upload('admin', ['bare.jpg', 'image/jpeg'], bytes, { generate_sub_sizes: 'false' })
  expect(bare).toHaveProperty('media_details.sizes', {})
})

test('an image with a sideways orientation is stored upright, next to its upload', async () => {
  const bytes = await sharp(await picture(400, 200))
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const upright = await upload('admin', ['camera.jpg', 'image/jpeg'], bytes)
  expect(upright).toMatchObject({
    exif_orientation: 1,
    media_details: {
      width: 200,
      height: 400,
      file: '2026/11/camera-rotated.jpg',
      original_image: 'camera.jpg',
      image_meta: { orientation: 1 },
      sizes: { medium: { width: 150, height: 300, file: 'camera-150x300.jpg' } },
    },
  })
  const { source_url: address } = upright as { source_url: string }
  const stored = await sharp((await cms.visit(new URL(address).pathname)).bytes).metadata()
  expect([stored.width, stored.height, stored.orientation ?? 1]).toEqual([200, 400, 1])
  const raw = await upload('admin', ['raw.jpg', 'image/jpeg'], bytes, { generate_sub_sizes: 'false' })
  expect(raw).toMatchObject({
    exif_orientation: 6,
    media_details: { width: 400, height: 200, file: '2026/11/raw.jpg', image_meta: { orientation: '6' } },
  })
})

test('an image that browsers cannot show becomes a JPEG unless convert_format is false', async () => {
  const heif = await sharp(await picture(400, 200))
    .heif({ compression: 'av1' })
    .toBuffer()
  heif.write('heic', 8, 'latin1')
  expect(await upload('admin', ['phone.heic', 'image/heic'], heif)).toMatchObject({
    mime_type: 'image/jpeg',
    media_details: { file: '2026/11/phone.jpg', original_image: 'phone.heic' },
  })
  const kept = await upload('admin', ['other.heic', 'image/heic'], heif, { convert_format: 'false' })
  expect(kept).toMatchObject({ mime_type: 'image/heic', media_details: { file: '2026/11/other.heic' } })
})
