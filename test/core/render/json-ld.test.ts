import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTemplates } from '../../../config/templates.ts'
import { createRenderer, type PageChoices } from '../../../src/core/render/renderer.ts'
import { bareProduct, fullProduct, sampleMedia } from '../../../src/core/render/template/sample.ts'
import type { MediaOf } from '../../../src/core/render/view.ts'
import { anyProduct, mediaAt } from '../../helpers/content/arbitraries.ts'
import { jsonLdFaults, jsonLdIn } from '../../helpers/content/schema-org.ts'

const templates = await readTemplates()
const units = { width: 'm', weight: 'kg' } as const
const dataOf = (
  product: typeof fullProduct,
  { mediaOf = sampleMedia, ...choices }: PageChoices & { mediaOf?: MediaOf } = {},
) => {
  const [data, ...others] = jsonLdIn(
    createRenderer({ ...templates, units, ...choices }).render(product, mediaOf).inner,
  )
  expect(others).toEqual([])
  return data as Record<string, unknown> | undefined
}

describe('a product for search engines', () => {
  test('has the content of its page', () => {
    const product = { ...fullProduct, language: 'de-at', intro: '', price: '405.91', length: '25 m' }
    expect(dataOf(product, { brand: 'ACME & Söhne' })).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Sample tape 60 "wide" & <strong>',
      description: 'Roof',
      sku: '10-1',
      gtin13: '4006381333931',
      brand: { '@type': 'Brand', name: 'ACME & Söhne' },
      image: {
        '@type': 'ImageObject',
        url: 'https://cms.example/image.jpg',
        caption: 'Sample tape 60 "wide" & <strong>',
        inLanguage: 'de-AT',
      },
      additionalProperty: [
        { '@type': 'PropertyValue', name: 'Länge', value: '25', unitText: 'm' },
        { '@type': 'PropertyValue', name: 'Breite', value: '0.06', unitText: 'm' },
        { '@type': 'PropertyValue', name: 'Gewicht', value: '0.4', unitText: 'kg' },
      ],
      offers: {
        '@type': 'Offer',
        price: '405.91',
        priceCurrency: 'EUR',
        availability: 'https://schema.org/LimitedAvailability',
      },
      subjectOf: ['Produktdatenblatt', 'Sicherheitsdatenblatt', 'Leistungserklärung'].map((name) => ({
        '@type': 'DigitalDocument',
        name,
        url: 'https://cms.example/file.pdf',
        encodingFormat: 'application/pdf',
        inLanguage: 'de-AT',
      })),
    })
  })

  test('without further data consists of its name and its GTIN', () => {
    expect(dataOf({ ...bareProduct, language: 'not a language' })).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Bare',
      gtin13: '4006381333931',
    })
  })

  test('has no numbers that are hidden on the page because they have no unit, even if the page shows them', () => {
    const product = { ...bareProduct, height: '3', width: '2' }
    expect(dataOf(product, { numbersWithoutUnit: 'show' })?.['additionalProperty']).toMatchObject([
      { value: '2' },
    ])
    expect(dataOf({ ...bareProduct, height: '3' })).not.toHaveProperty('additionalProperty')
  })

  test('without a price is not offered, and with an unknown availability has none', () => {
    expect(dataOf({ ...fullProduct, price: null })).not.toHaveProperty('offers')
    const offers = { '@type': 'Offer', price: '1234.5', priceCurrency: 'EUR' }
    for (const availability of ['unknown', 'on request'])
      expect(dataOf({ ...fullProduct, availability })).toHaveProperty('offers', offers)
    for (const [availability, name] of [
      ['available', 'InStock'],
      ['not_available', 'OutOfStock'],
    ] as const)
      expect(dataOf({ ...fullProduct, availability })).toMatchObject({
        offers: { availability: `https://schema.org/${name}` },
      })
  })

  test('has only files that are in the media library', () => {
    const data = dataOf(fullProduct, { mediaOf: () => undefined })
    expect(data).not.toHaveProperty('image')
    expect(data).not.toHaveProperty('subjectOf')
  })

  test('is left out by a setting, or by a template that does not place it', () => {
    expect(dataOf(fullProduct, { jsonLd: 'off' })).toBeUndefined()
    const text = '<%~ it.blocks.paragraph(it.product.name) %>'
    const renderer = createRenderer({ ...templates, template: { file: 'page.eta', text } })
    expect(renderer.hasJsonLd).toBe(false)
    expect(createRenderer(templates).hasJsonLd).toBe(true)
    expect(createRenderer({ ...templates, jsonLd: 'off' }).hasJsonLd).toBe(false)
  })

  test('can be extended by a template', () => {
    const text = '<%~ it.blocks.jsonLd({ ...it.jsonLd, category: it.product.trade_unit }) %>'
    const { inner } = createRenderer({ ...templates, template: { file: 'page.eta', text } }).render(
      fullProduct,
      sampleMedia,
    )
    expect(jsonLdIn(inner)).toMatchObject([{ gtin13: fullProduct.gtin, category: 'Roll' }])
  })

  test('changes the digest of the renderer with its settings', () => {
    const digests = [{}, { jsonLd: 'off' as const }, { brand: 'ACME' }].map(
      (choices) => createRenderer({ ...templates, ...choices }).digest,
    )
    expect(new Set(digests).size).toBe(3)
  })

  test('is valid for any product, hostile ones included', () => {
    const renderer = createRenderer({ ...templates, units, brand: 'ACME' })
    fc.assert(
      fc.property(anyProduct, (product) => {
        const known = { ...product, gtin: fullProduct.gtin, name: `A ${product.name}`, price: '12.5' }
        const [data, ...others] = jsonLdIn(renderer.render(known, mediaAt).inner)
        expect(others).toEqual([])
        expect(jsonLdFaults(data)).toEqual([])
      }),
    )
  })
})

test.each([
  [{ '@type': 'Producer' }, 'root: unknown type Producer'],
  [{ color: 'red' }, 'root.color: unknown property'],
  [{ caption: 'x' }, 'root.caption: not a property of Product'],
  [{ gtin13: '4006381333932' }, 'root.gtin13: 4006381333932 has another form'],
  [{ image: '/relative.jpg' }, 'root.image: /relative.jpg'],
  [
    { offers: { '@type': 'Offer', price: '4,50', priceCurrency: 'EUR' } },
    'root.offers.price: 4,50 has another form',
  ],
  [{ offers: { '@type': 'Offer', price: '4.50' } }, 'root.offers: Offer without priceCurrency'],
  [
    { brand: { '@type': 'ImageObject', url: 'https://a/' } },
    'root.brand: ImageObject instead of Brand or Organization',
  ],
  [{ subjectOf: [] }, 'root.subjectOf: an empty list'],
])('the check against the definitions of schema.org finds %j', (change, fault) => {
  const data = { '@context': 'https://schema.org', '@type': 'Product', name: 'A', gtin13: '4006381333931' }
  expect(jsonLdFaults(data)).toEqual([])
  expect(jsonLdFaults({ ...data, ...change })).toEqual([fault])
})
