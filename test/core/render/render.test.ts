import { describe, expect, it } from 'vitest'
import { readTemplates } from '../../../config/templates.ts'
import { toProduct } from '../../../src/core/reading/read-product.ts'
import type { Product } from '../../../src/core/record/product.ts'
import { sizesWithoutUnit } from '../../../src/core/render/facts-table.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'
import type { MediaOf } from '../../../src/core/render/view.ts'
import { fullProduct, sampleMedia, samplePages } from '../../../src/core/render/template/sample.ts'

const templates = await readTemplates()
const renderer = createRenderer(templates)

function render(product: Partial<Product>, mediaOf: MediaOf = sampleMedia) {
  return renderer.render({ ...bare, ...product }, mediaOf)
}

const parsed = toProduct({ gtin: '4006381333931', language: 'de-at', name: 'Dichtband' })
const bare = parsed.ok ? parsed.product : fullProduct
const headings = (inner: string) => [...inner.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, text]) => text)

function rows(fields: Partial<Product>): string[] {
  return rowsOf(render(fields).inner)
}

function rowsOf(inner: string): string[] {
  const found = inner.matchAll(/<th [^>]*scope="row">(.*?)<\/th><td>(.*?)<\/td>/g)
  return [...found].map(([, label, value = '']) => `${label}: ${value.replaceAll(/<[^>]*>/g, '')}`)
}

describe('the page of a product that has everything', () => {
  const texts = renderer.render(fullProduct, sampleMedia, samplePages)

  it('has all parts in order', () => {
    expect(headings(texts.inner)).toEqual([
      'Advantages',
      'Application',
      'Substrates',
      'Points to observe',
      'Technical data',
      'Properties',
      'Materials',
      'Packaging',
      'Downloads',
    ])
    const at = (text: string) => texts.inner.indexOf(text)
    const parts = [
      'mirror-languages',
      '>First line',
      '>Item number<',
      '>Advantages<',
      '>Technical data<',
      'mirror-documents',
    ]
    expect(parts.map(at)).toEqual(parts.map(at).toSorted((a, b) => a - b))
    expect(at('mirror-languages')).toBeGreaterThan(0)
  })

  it('has the image in the block as well on a site whose theme does not show featured images', () => {
    const { inner, featuredMedia } = createRenderer({ ...templates, imagePlace: 'hero' }).render(
      fullProduct,
      sampleMedia,
    )
    expect(inner).toContain('alt="Sample tape 60 &quot;wide&quot; &amp; &lt;strong&gt;" class="wp-image-7"/>')
    expect(featuredMedia).toBe(7)
  })

  it('has a plain title and excerpt, and the image as featured media, which a theme shows once', () => {
    expect(texts.inner).not.toContain('<img')
    expect(texts).toMatchObject({
      title: 'Sample tape 60 "wide" &amp; &lt;strong&gt;',
      excerpt: 'First line second line second paragraph with 5 °C',
      featuredMedia: 7,
    })
  })

  it('is in the bytes that both editors keep', () => {
    for (const markup of [
      '<!-- wp:heading {"level":3,"className":"wp-block-heading"} -->\n<h3 class="wp-block-heading">Roof</h3>\n<!-- /wp:heading -->\n\n',
      '<!-- wp:paragraph -->\n<p>First line<br>second line</p>\n<!-- /wp:paragraph -->\n\n',
      '<p>second paragraph with 5&nbsp;°C</p>',
      '<!-- wp:list {"ordered":true,"className":"wp-block-list"} -->\n<ol class="wp-block-list"><!-- wp:list-item -->\n<li>Dry</li>\n<!-- /wp:list-item --></ol>\n<!-- /wp:list -->',
      '<li>Sticks<!-- wp:list {"className":"wp-block-list"} -->\n<ul class="wp-block-list"><!-- wp:list-item -->\n<li>on wood</li>\n<!-- /wp:list-item --></ul>\n<!-- /wp:list --></li>\n<!-- /wp:list-item -->\n\n<!-- wp:list-item -->\n<li>Lasts</li>',
      '<!-- wp:table {"hasFixedLayout":true} -->\n<figure class="wp-block-table"><table class="has-fixed-layout"><tbody><tr><th class="has-text-align-left" data-align="left" scope="row">Item number</th><td>10-1</td></tr>',
      '<tbody><tr><th class="has-text-align-left" data-align="left" scope="row">Fire class (EN 13501-1)</th><td>E</td></tr><tr><th class="has-text-align-left" data-align="left" scope="row">Colour</th><td>blue</td></tr></tbody>',
      '<p class="mirror-languages"><a href="https://cms.example/de-at/tape/" lang="de-at" hreflang="de-at">Deutsch (Österreich)</a></p>',
      '<p><a href="https://cms.example/file.pdf">Safety data sheet</a><br>English, PDF, 1.2 MB</p>',
    ]) {
      expect(texts.inner).toContain(markup)
    }
  })

  it('marks links to languages that are written in the other direction', () => {
    const others = ['ar-ae', 'de-at'].map((language) => ({
      language,
      url: `https://cms.example/${language}/`,
    }))
    expect(renderer.render(fullProduct, sampleMedia, { languages: others }).inner).toContain(
      'hreflang="ar-ae" dir="rtl">',
    )
    expect(
      renderer.render({ ...fullProduct, language: 'ar' }, sampleMedia, { languages: others }).inner,
    ).toContain('hreflang="de-at" dir="ltr">')
  })

  it('is the same every time, from every renderer', () => {
    const other = createRenderer(structuredClone(templates))
    expect(other.render(structuredClone(fullProduct), sampleMedia, samplePages)).toEqual(texts)
    expect(other.digest).toBe(renderer.digest)
  })
})

describe('the page of a product that has nearly nothing', () => {
  it('has no heading without content', () => {
    const { inner, excerpt, featuredMedia } = render({})
    expect(headings(inner)).toEqual([])
    expect(inner).toContain(
      'scope="row">GTIN</th><td><span style="white-space:nowrap">4006381333931</span></td></tr></tbody>',
    )
    expect({ excerpt, featuredMedia }).toEqual({ excerpt: '', featuredMedia: 0 })
  })

  it.each([
    [
      'blank markup',
      { advantages: '<p>&nbsp;</p><ul><li> </li></ul><table><tr><td></td></tr></table><h2><b></b></h2>' },
    ],
    ['markup of unseen things', { application: '<script>x</script><!-- y --><br><img src="a">' }],
    ['attributes without value', { attributes: [{ name: 'Brand', norm: '', value: '' }] }],
    ['materials without words', { materials: [{ name: '', value: '' }] }],
  ])('has none over %s', (_, fields) => {
    expect(headings(render(fields).inner)).toEqual([])
  })

  it('leaves out files that are not in the media library', () => {
    const fields = {
      image: 'https://p/a.jpg',
      datasheet: 'https://p/a.pdf',
      safety_datasheet: 'https://p/b.pdf',
    }
    const texts = render(fields, (url) => (url.endsWith('b.pdf') ? sampleMedia(url) : undefined))
    expect(texts.featuredMedia).toBe(0)
    expect(texts.inner).not.toContain('<img')
    expect(texts.inner.match(/<a [^]*?<\/p>/g)).toEqual([
      '<a href="https://cms.example/file.pdf">Sicherheitsdatenblatt</a><br>Deutsch, PDF, 1,2 MB</p>',
    ])
  })

  it.each([
    ['de-at', 'Deutsch'],
    ['zh-hant-tw', '中文（繁體）'],
    ['pt-br', 'Português'],
    ['xx-1', 'Xx'],
  ])('shows the language of a download without its region: %s', (language, name) => {
    const product = { ...fullProduct, language }
    expect(renderer.render(product, sampleMedia).inner).toContain(`</a><br>${name}, PDF, `)
    expect(renderer.labels('de-at').datasheet).toBe('Produktdatenblatt')
  })

  it('uses the short application without a long one', () => {
    const { inner, excerpt } = render({ application_short: 'Für "Dächer" & Wände' })
    expect(excerpt).toBe('Für "Dächer" &amp; Wände')
    expect(inner).toContain(
      'Anwendung</h2>\n<!-- /wp:heading -->\n\n<!-- wp:paragraph -->\n<p>Für "Dächer" &amp; Wände</p>',
    )
  })
})

describe('text that the partner sends in several fields', () => {
  const paragraphs = (fields: Partial<Product>) =>
    [...render(fields).inner.matchAll(/<p>(.*?)<\/p>/g)].map(([, text]) => text)

  it.each<[string, Partial<Product>, string[]]>([
    ['the introduction as the short application', { application_short: 'Klebt.' }, ['Klebt.']],
    [
      'the introduction as the whole application',
      { application: '<p>Klebt.</p>', application_short: 'Klebt!' },
      ['Klebt.'],
    ],
    [
      'the introduction as the application, which also has a short form',
      { application: '<p>Klebt.</p>', application_short: 'Für Dächer.' },
      ['Klebt.', 'Für Dächer.'],
    ],
    [
      'the introduction at the start of the application',
      { application: '<p>Klebt. Dichtet.</p><p>Hält.</p>' },
      ['Klebt.', 'Dichtet.', 'Hält.'],
    ],
    [
      'one note in two sections',
      { advantages: '<p>Trocken lagern.</p>', limiting_factors: '<p>Sauber.</p><p>Trocken lagern.</p>' },
      ['Klebt.', 'Trocken lagern.', 'Sauber.'],
    ],
  ])('is shown once: %s', (_, fields, expected) => {
    expect(paragraphs({ intro: 'Klebt.', ...fields })).toEqual(expected)
  })

  it('leaves a template’s sections as they are, because it may not print the introduction', () => {
    const text = '<% for (const { blocks } of it.sections) { %><%~ blocks %><% } %>'
    const { inner } = createRenderer({ ...templates, template: { file: 'own.eta', text } }).render(
      { ...bare, intro: 'Klebt.', application: '<p>Klebt.</p>' },
      sampleMedia,
    )
    expect(inner).toContain('<p>Klebt.</p>')
  })
})

describe('a number without a unit', () => {
  it('is hidden, unless the partner or the operator gives it a unit', () => {
    expect(rows({ length: '25', joint: '2.5 mm', folded: true })).toEqual([
      'GTIN: 4006381333931',
      'Fugenbreite: 2,5&nbsp;mm',
      'Gefaltet geliefert: ja',
    ])
    const { inner } = createRenderer({ ...templates, units: { length: 'm' } }).render(
      { ...bare, length: '25', weight: '3' },
      sampleMedia,
    )
    expect(inner).toContain('>Länge</th><td>25 m</td>')
    expect(inner).not.toContain('Gewicht')
  })

  it('is found in a product, by field', () => {
    const product = { ...bare, length: '25', width: '3', joint: '2.5 mm' }
    expect(sizesWithoutUnit(product, { width: 'mm' })).toEqual(['length'])
  })
})

describe('an attribute', () => {
  it.each([
    [{ name: 'Fire class', norm: 'EN 13501-1', value: 'E' }, 'Fire class (EN 13501-1): E'],
    [{ name: 'Colour', norm: '', value: 'blue' }, 'Colour: blue'],
    [{ name: 'Tested', norm: 'EN 1297', value: '' }, 'Tested: EN 1297'],
  ])('has two columns, narrow enough for a phone: %j', (attribute, row) => {
    expect(rows({ attributes: [attribute] })).toContain(row)
  })
})

describe('technical data', () => {
  it.each<[string, Partial<Product>, string]>([
    ['the price in Euro', { price: '12.5' }, 'Preis: €&nbsp;12,50'],
    ['a price of fractions of a cent', { price: '0.1234' }, 'Preis: €&nbsp;0,1234'],
    ['what is folded', { folded: true }, 'Gefaltet geliefert: ja'],
    ['what is not folded', { folded: false }, 'Gefaltet geliefert: nein'],
    ['availability', { availability: 'limited' }, 'Verfügbarkeit: begrenzt verfügbar'],
    ['an availability of the partner’s own', { availability: '<bald>' }, 'Verfügbarkeit: &lt;bald&gt;'],
    ['a measure in the partner’s unit', { joint: '2.5 mm' }, 'Fugenbreite: 2,5&nbsp;mm'],
    [
      'a packaging unit',
      { packaging_unit: 'Karton', packaging_unit_quantity: '10', trade_unit: 'Rolle' },
      'Verpackungseinheit: Karton, 10 × Rolle',
    ],
    [
      'a packaging unit of unknown size',
      { packaging_unit: 'Karton', trade_unit: 'Rolle' },
      'Verpackungseinheit: Karton',
    ],
    ['a number of unnamed units', { bundle_unit_quantity: '480' }, 'Gebindeeinheit: 480'],
  ])('show %s', (_, fields, row) => {
    expect(rows(fields)).toContain(row)
  })

  it.each<[string, Partial<Product>, string]>([
    ['bare numbers', { length: '1234.5' }, 'Länge: 1&nbsp;234,5'],
    [
      'all digits of a number',
      { weight: '123456789012345678.25' },
      'Gewicht: 123&nbsp;456&nbsp;789&nbsp;012&nbsp;345&nbsp;678,25',
    ],
    ['zero', { joint: '0' }, 'Fugenbreite: 0'],
  ])('show %s, if numbers need no unit', (_, fields, row) => {
    const shown = createRenderer({ ...templates, numbersWithoutUnit: 'show' })
    expect(rowsOf(shown.render({ ...bare, ...fields }, sampleMedia).inner)).toContain(row)
  })

  it('show nothing of a value that does not apply', () => {
    expect(rows({})).toEqual(['GTIN: 4006381333931'])
  })
})
