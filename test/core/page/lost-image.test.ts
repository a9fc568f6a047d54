import { expect, it } from 'vitest'
import { blockOf } from '../../../src/core/page/compose.ts'
import { removedImage } from '../../../src/core/page/lost-image.ts'
import { image } from '../../../src/core/markup/blocks.ts'
import { key, pageOf, snapshotOf, textsOf } from '../../helpers/content/records.ts'
import { readPage } from '../../../src/core/page/mirrored-page.ts'

const inner = image({ id: 7, url: 'https://cms.example/a.png', alt: 'Band', size: 'full' })
const texts = textsOf({ inner, featuredMedia: 7 })
const page = pageOf(texts, { content: blockOf(key, texts), featuredMedia: 0 })

it('a page with a featured image has lost none', () => {
  expect(removedImage(readPage(key, { ...page, featuredMedia: 7 }), snapshotOf())).toBeUndefined()
})

it('a page without a featured image had that of its snapshot', () => {
  expect(removedImage(readPage(key, page), snapshotOf(undefined, { base: texts }))).toBe(7)
  expect(
    removedImage(readPage(key, page), snapshotOf(undefined, { base: { ...texts, featuredMedia: 0 } })),
  ).toBeUndefined()
})

it('without a snapshot, it had the image in its block that matches its digest', () => {
  expect(removedImage(readPage(key, page), undefined)).toBe(7)
  expect(removedImage(readPage(key, { ...page, content: '' }), undefined)).toBeUndefined()
})
