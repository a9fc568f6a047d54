import { expect, test } from 'vitest'
import { blockOf } from '../../../src/core/page/compose.ts'
import { keptImage } from '../../../src/core/page/kept-image.ts'
import { image, joinBlocks } from '../../../src/core/markup/blocks.ts'
import { banner } from '../../../src/core/markup/page-parts.ts'
import { key, pageOf, textsOf } from '../../helpers/content/records.ts'
import { readPage } from '../../../src/core/page/mirrored-page.ts'

const url = 'https://cms.example/a.png?a=1&b=2'
const inner = image({ id: 7, url, alt: 'Band', size: 'large' })
const texts = textsOf({ inner, featuredMedia: 7 })
const page = pageOf(texts, { content: blockOf(key, texts) })
const media = { id: 7, sha256: '', url, mime: 'image/*', bytes: 0 }
const large = { ...media, large: { url, width: 0, height: 0 } }

test('without a snapshot, the image that matches its digest is ours', () => {
  expect(keptImage(readPage(key, page), undefined)).toEqual({ featuredMedia: 7, media: large })
})

test('the featured image of an editor is not ours; the one in the block is', () => {
  expect(keptImage(readPage(key, { ...page, featuredMedia: 9 }), undefined)).toEqual({
    featuredMedia: 7,
    media: large,
  })
})

test('a featured image that the block does not show is kept as the featured image', () => {
  const others = `${image({ id: 8, url, alt: '', size: 'full' })}\n\n<!-- wp:image {"x":1} -->\n<figure><img src="a.png"/></figure>\n<!-- /wp:image -->`
  const without = textsOf({ inner: others, featuredMedia: 7 })
  const shown = pageOf(without, { content: blockOf(key, without) })
  expect(keptImage(readPage(key, shown), undefined)).toEqual({ featuredMedia: 7 })
  expect(keptImage(readPage(key, { ...shown, featuredMedia: 5 }), undefined)).toEqual({
    featuredMedia: 8,
    media: { ...media, id: 8 },
  })
})

test('a page without a block and without a snapshot has no image of ours', () => {
  expect(keptImage(readPage(key, { ...page, content: '' }), undefined)).toEqual({ featuredMedia: 0 })
})

test('the banner of a page is not its image', () => {
  const withBanner = textsOf({
    inner: joinBlocks([banner({ id: 3, url: 'banner.jpg', alt: '', size: 'large' }), inner]),
    featuredMedia: 7,
  })
  const shown = pageOf(withBanner, { content: blockOf(key, withBanner), featuredMedia: 9 })
  expect(keptImage(readPage(key, shown), undefined)).toEqual({ featuredMedia: 7, media: large })
})
