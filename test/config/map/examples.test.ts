import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readMap } from '../../../config/map/read-map.ts'
import { readTemplates } from '../../../config/templates.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'
import { bareProduct, fullProduct, sampleMedia } from '../../../src/core/render/template/sample.ts'

const folder = join(import.meta.dirname, '..', '..', '..', 'examples', 'map')
const files = readdirSync(folder)
const templates = await readTemplates()

test('there are maps for SEO plug-ins', () => {
  expect(files.toSorted()).toEqual(['map.yaml', 'rank-math.yaml', 'seo-fields.yaml', 'yoast.yaml'])
})

test.each(files)('%s is a valid map, with values for a full and for a bare product', (file) => {
  const { map, faults } = readMap(join(folder, file))
  expect(faults).toEqual([])
  if (map === undefined) return
  const renderer = createRenderer({ ...templates, map })
  const valuesOf = (product: typeof fullProduct) => ({
    ...renderer.render(product, sampleMedia, { languages: [] }, () => 3),
    ...renderer.renderOnce(product, sampleMedia, () => 3),
  })
  const values: Record<string, unknown> = valuesOf(fullProduct)
  for (const { target } of map.rows) {
    expect([target, values[target]]).not.toContainEqual(null)
    expect([target, values[target]]).not.toContainEqual('')
    expect(valuesOf(bareProduct)).toHaveProperty([target])
  }
})

test.each([
  ['yoast.yaml', '_yoast_wpseo_title', '_yoast_wpseo_metadesc'],
  ['rank-math.yaml', 'rank_math_title', 'rank_math_description'],
  ['seo-fields.yaml', '_seo_title', '_seo_metadesc'],
])('%s fills the title and the description that search engines show', (file, title, description) => {
  const { map } = readMap(join(folder, file))
  const renderer = createRenderer({ ...templates, ...(map && { map }) })
  expect(renderer.render(fullProduct, sampleMedia)).toMatchObject({
    [`meta.${title}`]: fullProduct.name,
    [`meta.${description}`]: fullProduct.application_short,
  })
})
