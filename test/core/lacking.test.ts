import { expect, test } from 'vitest'
import { lackingOf } from '../../src/core/lacking.ts'
import { productOf } from '../helpers/records.ts'

const product = productOf()
const image = { url: 'https://partner.example/band.jpg', kind: 'image' }
const datasheet = { url: 'https://partner.example/band.pdf', kind: 'pdf' }

test.each([
  ['all', [], [image, datasheet]],
  ['one', [image.url], [datasheet]],
  ['none', [image.url, datasheet.url, 'https://partner.example/else.pdf'], undefined],
])('a page lacks what of its product is not in the media library: %s', (_, there, assets) => {
  expect(lackingOf(product, (url) => there.includes(url))).toEqual(assets && { assets })
})
