import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTemplates } from '../../config/templates.ts'
import { labelsFor } from '../../src/core/render/locale/labels.ts'
import { createRenderer } from '../../src/core/render/renderer.ts'
import { fullProduct, sampleMedia } from '../../src/core/render/template/sample.ts'

const templates = await readTemplates(join(import.meta.dirname, '..', '..', 'examples', 'custom-template'))

test('the example template renders a product, with its own labels and units', () => {
  const { inner } = createRenderer(templates).render({ ...fullProduct, language: 'en-gb' }, sampleMedia)
  expect(inner).toContain('>Specifications</h2>')
  expect(inner).toMatch(/>Length<\/th><td>[\d.,]+ m</)
  expect(inner.indexOf('wp:image')).toBeLessThan(inner.indexOf('Specifications'))
})

test('the example labels of a region replace single words of its language', () => {
  const { downloads, joint } = labelsFor('de-at', templates.labels)
  expect([downloads, joint]).toEqual(['Unterlagen', 'Fugenbreite'])
  expect(labelsFor('de-de', templates.labels).downloads).toBe('Downloads')
})
