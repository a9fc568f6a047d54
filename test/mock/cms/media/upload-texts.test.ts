import { afterAll, beforeEach, expect, test } from 'vitest'
import { memberOf, picture, serveMedia, titleOf } from './media-calls.ts'
import { writtenPicture } from './written-picture.ts'

const cms = await serveMedia()
const jpeg = await picture(8, 6)
beforeEach(() => cms.reset())
afterAll(() => cms.close())

test('byte order marks and no-break spaces around the title of an upload stay', async () => {
  const title = '\ufeff\u00a0Mine\u00a0'
  expect(titleOf(await cms.raw('x.jpg', jpeg, { title: ` ${title}\n` }))).toBe(title)
})

test('caption and description of an upload are filtered even if its author is rejected', async () => {
  const caption = '<b>b</b><script>1</script>'
  const own = await cms.raw('x.jpg', jpeg, { caption, description: '&#150;' }, 'author1')
  const texts = [memberOf(own.body, 'caption', 'raw'), memberOf(own.body, 'description', 'raw')]
  expect(texts).toEqual(['<b>b</b>1', '&#8211;'])
  const strange = await cms.raw('x.jpg', jpeg, { author: '999', caption: '&#150;' })
  expect(memberOf(strange.body, 'caption', 'raw')).toBe('&#8211;')
})

test('a slug in the request has precedence over the title of the image', async () => {
  const bytes = await writtenPicture({ exif: { IFD0: { ImageDescription: 'A red barn' } } })
  const told = await cms.raw('x.jpg', bytes, { slug: 'mine' })
  expect([titleOf(told), told.body['slug']]).toEqual(['A red barn', 'mine'])
})
