import { expect, test } from 'vitest'
import { namesOfFiles } from '../../../src/core/mapping/file-names.ts'
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
