import { expect, test } from 'vitest'
import { nameOfFile, namesOfFiles } from '../../../src/core/mapping/file-names.ts'
import { productOf } from '../../helpers/content/records.ts'
import { rowOf } from '../../helpers/sync/mapped-site.ts'

const map = {
  rows: [
    rowOf('acf.sheet', 'datasheet', { as: 'media' }),
    rowOf('acf.safety', 'safety_datasheet', { as: 'media' }),
    rowOf('acf.image', 'image', { as: 'media' }),
    rowOf('acf.link', 'datasheet'),
  ],
}
const product = productOf({ datasheet: 'https://p.example/a.pdf', image: 'https://p.example/i.png' })

test.each([
  ['https://cms.example/uploads/tape-1a2b.pdf', 'tape-1a2b.pdf'],
  ['https://cms.example/uploads/B%C3%A4nder.pdf?x=1', 'Bänder.pdf'],
  ['https://cms.example/uploads/100%.pdf', '100%.pdf'],
  ['https://cms.example/', 'https://cms.example/'],
  ['not a URL', 'not a URL'],
])('the file at %s is named %s', (url, name) => {
  const mediaOf = (asset: string) => (asset === product.datasheet ? { id: 501, url } : undefined)
  expect(namesOfFiles(map, product, mediaOf)).toEqual([['acf.sheet', new Map([[501, name]])]])
})

test('the image of a product is its featured image, even without a map', () => {
  const mediaOf = (asset: string) =>
    asset === product.image ? { id: 44, url: 'https://cms.example/roof.jpg' } : undefined
  expect(namesOfFiles(undefined, product, mediaOf)).toEqual([['featuredMedia', new Map([[44, 'roof.jpg']])]])
  expect(namesOfFiles(map, product, mediaOf)).toEqual([
    ['featuredMedia', new Map([[44, 'roof.jpg']])],
    ['acf.image', new Map([[44, 'roof.jpg']])],
  ])
  const lists = { rows: [...map.rows, rowOf('acf.list', 'attributes', { as: 'media' })] }
  expect(
    namesOfFiles(lists, productOf({ image: '', datasheet: '', safety_datasheet: '' }), () => ({
      id: 1,
      url: 'x',
    })),
  ).toEqual([])
})

const upload = {
  slug: 'img_2034',
  url: 'https://cms.example/IMG_2034-scaled.jpg',
  title: 'IMG_2034',
  alt: '',
}
const long = 'ü'.repeat(80)

test.each([
  ['nothing', {}, ''],
  ['its alternative text', { alt: ' Roof\n in  winter ' }, ' “Roof in winter”'],
  ['its title', { title: 'Roof' }, ' “Roof”'],
  ['its alternative text instead of its title', { alt: 'Roof', title: 'Winter' }, ' “Roof”'],
  ['its title if its alternative text repeats the name', { alt: 'img - 2034', title: 'Winter' }, ' “Winter”'],
  ['nothing if the mirror uploaded it', { slug: `media-${'0a'.repeat(32)}`, alt: 'Roof' }, ''],
  ['a text of 80 letters', { alt: long }, ` “${long}”`],
  ['the start of a longer text', { alt: `${long}x` }, ` “${'ü'.repeat(79)}…”`],
])('the name of an editor’s file is followed by %s', (_, texts, shown) => {
  expect(nameOfFile({ ...upload, ...texts })).toBe(`IMG_2034-scaled.jpg${shown}`)
})

test('a title that repeats the name in another spelling adds nothing', () => {
  expect(nameOfFile({ ...upload, url: 'https://cms.example/STRASSE_9.jpg', title: 'Straße 9' })).toBe(
    'STRASSE_9.jpg',
  )
})
