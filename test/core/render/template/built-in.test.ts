import { describe, expect, it } from 'vitest'
import { withoutJsonLd } from '../../../../src/core/markup/json-ld.ts'
import { readTemplates, templateNames, type TemplateName } from '../../../../config/templates.ts'
import { factsOf, readingOf } from '../../../../src/core/markup/visible-content.ts'
import { createRenderer } from '../../../../src/core/render/renderer.ts'
import {
  bareProduct,
  fullProduct,
  sampleMedia,
  samplePages,
} from '../../../../src/core/render/template/sample.ts'
import type { LabelSets } from '../../../../src/core/render/locale/labels.ts'
import type { Product } from '../../../../src/core/record/product.ts'
import type { ImagePlace } from '../../../../src/core/render/view.ts'

const read = async (name: TemplateName) => [name, await readTemplates(undefined, name)] as const
const templates = new Map(await Promise.all(templateNames.map(read)))
const units = { length: 'm', weight: 'kg' } as const

function innerOf(
  name: TemplateName,
  fields: Partial<Product> = {},
  imagePlace: ImagePlace = 'hero',
  labels?: LabelSets,
): string {
  const own = templates.get(name)
  if (own === undefined) throw new Error(name)
  const renderer = createRenderer({ ...own, ...(labels && { labels }), units, imagePlace })
  return renderer.render({ ...fullProduct, ...fields }, sampleMedia, samplePages).inner
}

/** The names of the parts that markup contains, in its order. */
function orderOf(inner: string, texts: Readonly<Record<string, string>>): string[] {
  const places = Object.entries(texts).map(([name, text]) => ({ name, at: inner.indexOf(text) }))
  return places
    .filter(({ at }) => at !== -1)
    .sort((one, other) => one.at - other.at)
    .map(({ name }) => name)
}

const parts = {
  languages: 'mirror-languages',
  image: '<img',
  advantages: '>Lasts<',
  lead: '>First line',
  'rest of the introduction': '>second paragraph',
  'key facts': '>Item number<',
  application: '>Roof<',
  substrate: '>Primer<',
  'limiting factors': '>Dry<',
  measures: '>Length<',
  attributes: '>Fire class (EN 13501-1)<',
  materials: '>Carrier<',
  packaging: '>Trade unit<',
  documents: 'mirror-documents',
}

describe('a built-in template', () => {
  it.each<[TemplateName, string[]]>([
    [
      'standard',
      'languages,image,lead,rest of the introduction,key facts,advantages,application,substrate,limiting factors,measures,attributes,materials,packaging,documents'.split(
        ',',
      ),
    ],
    [
      'datasheet',
      'languages,image,key facts,measures,lead,attributes,materials,packaging,documents,substrate,limiting factors'.split(
        ',',
      ),
    ],
    [
      'showcase',
      'languages,image,advantages,lead,rest of the introduction,key facts,application,substrate,limiting factors,documents,measures,attributes,materials,packaging'.split(
        ',',
      ),
    ],
    ['compact', 'languages,lead,image,key facts,documents'.split(',')],
  ])('%s has its parts in its order', (name, expected) => {
    expect(orderOf(innerOf(name), parts)).toEqual(expected)
  })

  it.each(templateNames)('%s shows each of its parts once, and the image only in the hero', (name) => {
    const inner = innerOf(name)
    for (const [part, text] of Object.entries(parts).filter(([, one]) => /^[<>]/.test(one)))
      expect({ part, times: inner.split(text).length - 1 <= 1 }).toEqual({ part, times: true })
    expect(innerOf(name, {}, 'featured')).not.toContain('<img')
  })

  it.each(templateNames)('%s has headings from level 2 on, without a gap', (name) => {
    for (const fields of [{}, { advantages: '' }, { intro: '', image: '' }, bareProduct]) {
      const levels = [...innerOf(name, fields).matchAll(/<h(\d)/g)].map(([, level]) => Number(level))
      expect(levels.filter((level, at) => level > (levels[at - 1] ?? 1) + 1)).toEqual([])
    }
  })

  it.each(templateNames)('%s has no heading and no empty part for a product with nearly nothing', (name) => {
    const inner = innerOf(name, bareProduct)
    expect(inner).not.toContain('<h2')
    expect(readingOf(inner)).toContain('4006381333931')
    expect(inner).not.toMatch(/<(?:div|figure|table|tbody|p)[^>]*><\//)
  })

  it.each(templateNames)('%s is one HTML block in a right-to-left language, with the same text', (name) => {
    const inner = withoutJsonLd(innerOf(name, { language: 'ar' }))
    expect(inner).toMatch(/^<!-- wp:html -->\n<div dir="rtl" lang="ar"[^]*<\/div>\n<!-- \/wp:html -->$/)
    const texts = (markup: string) =>
      factsOf(markup).flatMap(({ kind, value }) => (kind === 'text' && !/\p{Nd}/u.test(value) ? [value] : []))
    const { labels = {} } = templates.get(name) ?? {}
    const wordless = withoutJsonLd(
      innerOf(name, { language: 'xx' }, 'hero', { ...labels, xx: labels['ar'] ?? {} }),
    )
    expect(texts(inner)).toEqual(texts(wordless))
    expect(texts(inner).length).toBeGreaterThan(5)
  })
})

describe('the showcase', () => {
  it('has all facts except the key facts in one table at the end', () => {
    const table = innerOf('showcase').split('>Technical data<')[1] ?? ''
    const rows = [...table.matchAll(/scope="row">(.*?)<\/th>/g)].map(([, label]) => label)
    expect(rows).toEqual([
      'Length',
      'Weight',
      'Supplied folded',
      'Fire class (EN 13501-1)',
      'Colour',
      'Carrier',
      'Trade unit',
      'Packaging unit',
      'Bundle unit',
    ])
    expect(table.match(/<table/g)).toHaveLength(1)
  })

  it('has the large image at the full width', () => {
    expect(innerOf('showcase')).toMatch(/\n\n<!-- wp:image [^]*?<!-- \/wp:image -->\n\n<!-- wp:heading/)
  })
})

describe('the data sheet', () => {
  it('keeps a note that the omitted advantages contain too', () => {
    const note = '<p>Store dry.</p>'
    const inner = innerOf('datasheet', { advantages: note, substrate: note, limiting_factors: note })
    expect(inner.match(/Store dry/g)).toHaveLength(1)
  })
})

describe('with BANNER=show', () => {
  const shownBy = (name: TemplateName, fields: Partial<Product> = {}) => {
    const own = templates.get(name)
    if (own === undefined) throw new Error(name)
    const renderer = createRenderer({ ...own, banner: 'show', imagePlace: 'hero' })
    return renderer.render({ ...fullProduct, ...fields }, sampleMedia).inner
  }

  it.each<[TemplateName, number, number]>([
    ['standard', 1, 2],
    ['datasheet', 1, 2],
    ['showcase', 1, 1],
    ['compact', 0, 1],
  ])('the template %s shows %i banners among %i images', (name, banners, images) => {
    const inner = shownBy(name)
    expect(inner.split('"className":"mirror-banner"').length - 1).toBe(banners)
    expect(inner.split('<img ').length - 1).toBe(images)
  })

  it.each(['', fullProduct.image])('a product with the banner “%s” has a page without it', (banner) => {
    expect(shownBy('showcase', { banner })).not.toContain('mirror-banner')
    expect(shownBy('showcase', { banner })).toContain('<img ')
  })

  it('the banner is a file of the product, as it is if the map shows it', () => {
    const urls = (choices: object) =>
      createRenderer({
        template: { file: 'page.eta', text: '' },
        labels: templates.get('standard')?.labels ?? {},
        ...choices,
      })
        .assetsOf(fullProduct)
        .map(({ url }) => url)
    const row = { target: 'acf.picture', owner: 'partner', words: {} } as const
    const from = (field: 'banner' | 'name', as: 'media' | 'text') => ({
      map: { rows: [{ ...row, as, source: { kind: 'field', field } as const }] },
    })
    expect(urls({})).not.toContain(fullProduct.banner)
    expect(urls({ banner: 'show' })).toContain(fullProduct.banner)
    expect(urls(from('banner', 'media'))).toContain(fullProduct.banner)
    expect(urls(from('banner', 'text'))).not.toContain(fullProduct.banner)
    expect(
      urls({ map: { rows: [{ ...row, as: 'media', source: { kind: 'text', text: 'a' } }] } }),
    ).not.toContain(fullProduct.banner)
  })
})
