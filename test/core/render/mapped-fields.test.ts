import { expect, test } from 'vitest'
import { readTemplates } from '../../../config/templates.ts'
import type { FieldMap, MapRow } from '../../../src/core/mapping/field-map.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'
import { productOf } from '../../helpers/content/records.ts'

const templates = await readTemplates()
const row = (fields: Partial<MapRow>): MapRow => ({
  target: 'meta.price',
  source: { kind: 'field', field: 'price' },
  as: 'number',
  owner: 'partner',
  words: {},
  ...fields,
})
const text = { as: 'text' as const, source: { kind: 'field' as const, field: 'item_number' as const } }
const map: FieldMap = {
  rows: [
    row({}),
    row({ target: 'meta.number', ...text, owner: 'once' }),
    row({ target: 'terms.cat', ...text, as: 'list' }),
    row({ target: 'title', ...text }),
    row({ target: 'excerpt', ...text }),
  ],
}
const product = productOf()
const none = () => undefined

test('a renderer with a map renders its fields, with terms that are known', () => {
  const renderer = createRenderer({ ...templates, map })
  const { inner, ...rendered } = renderer.render(product, none, { languages: [] }, () => 3)
  expect(rendered).toEqual({
    title: '4711',
    excerpt: '4711',
    featuredMedia: 0,
    'meta.price': 12.5,
    'terms.cat': [3],
  })
  expect(inner).toBe(createRenderer(templates).render(product, none).inner)
  expect(renderer.render(product, none)).not.toHaveProperty(['terms.cat'])
  expect(renderer.renderOnce(product, none, none)).toEqual({ 'meta.number': '4711' })
  expect(renderer.termsOf(product)).toEqual([{ taxonomy: 'cat', path: '4711' }])
  expect(renderer.mapped).toEqual(['meta.price', 'terms.cat'])
})

test('a map changes the digest of a renderer, and an empty one does not', () => {
  const { digest } = createRenderer(templates)
  expect(createRenderer({ ...templates, map: { rows: [] } }).digest).toBe(digest)
  const withMap = createRenderer({ ...templates, map })
  expect(withMap.digest).not.toBe(digest)
  expect(createRenderer({ ...templates, map: { rows: map.rows.slice(1) } }).digest).not.toBe(withMap.digest)
})

test('a renderer names the fields that show a file, unless they are written only once', () => {
  const files = (['partner', 'once'] as const).map((owner) =>
    row({ target: `acf.${owner}`, source: { kind: 'field', field: 'datasheet' }, as: 'media', owner }),
  )
  const renderer = createRenderer({ ...templates, map: { rows: [...map.rows, ...files] } })
  const sheet = { id: 9, sha256: 'a', url: 'https://cms.example/a.pdf', mime: 'application/pdf', bytes: 1 }
  const mediaOf = (url: string) => (url === product.datasheet ? sheet : undefined)
  expect(renderer.mappedFiles(product, mediaOf)).toEqual({ 'acf.partner': 9 })
  expect(renderer.mappedFiles(product, none)).toEqual({})
})

test('a renderer with conditions for publishing names the fields that a product lacks, and renders the same pages', () => {
  const renderer = createRenderer({ ...templates, map: { ...map, publishIf: ['price', 'width'] } })
  expect(renderer.publishIf).toEqual(['price', 'width'])
  expect(renderer.missingFields(product, () => true)).toEqual(['width'])
  const plain = createRenderer({ ...templates, map })
  expect(plain.missingFields(product, () => true)).toEqual([])
  expect(renderer.digest).toBe(plain.digest)
})

test('a renderer names values that should be numbers', () => {
  const rank = row({ target: 'menu_order', ...text, as: 'integer' })
  const renderer = createRenderer({ ...templates, map: { rows: [rank] } })
  expect(renderer.oddNumbers(productOf({ item_number: '12,5' }))).toHaveLength(1)
  expect(renderer.oddNumbers(product)).toEqual([])
})
