import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assetsOf } from '../../../src/core/record/assets.ts'
import { mediaSlug, sha256OfSlug } from '../../../src/core/record/media.ts'
import {
  createdSlug,
  identityTokens,
  recordId,
  slugOf,
  toRecordKey,
} from '../../../src/core/record/record.ts'
import { anyGtin, anyLanguage } from '../../helpers/content/arbitraries.ts'
import { key, productOf } from '../../helpers/content/records.ts'

const anyKey = fc.record({ gtin: anyGtin, language: anyLanguage })

describe('a record', () => {
  test('has a name, a slug and marks', () => {
    expect(recordId(key)).toBe('4006381333931/de-de')
    expect(slugOf(key)).toBe('gtin-4006381333931-de-de')
    expect(identityTokens(key)).toEqual(['product-mirror', 'gtin-4006381333931', 'lang-de-de'])
  })

  test('has the slug that its page was created with', () => {
    expect(slugOf(key, { slug: 'band' })).toBe('band')
    expect(createdSlug(key, 'band')).toBe('band')
    expect(createdSlug(key, slugOf(key))).toBeUndefined()
  })

  test('is found again by its name', () => {
    fc.assert(
      fc.property(anyKey, (any) => {
        expect(toRecordKey(recordId(any))).toEqual(any)
      }),
    )
  })

  test('shares name and slug with no other', () => {
    fc.assert(
      fc.property(anyKey, anyKey, (one, two) => {
        const equal = one.gtin === two.gtin && one.language === two.language
        expect(recordId(one) === recordId(two)).toBe(equal)
        expect(slugOf(one) === slugOf(two)).toBe(equal)
      }),
    )
  })
})

describe('an asset', () => {
  const sha256 = 'ab'.repeat(32)

  test('is found again by its slug, also under a duplicate’s', () => {
    expect(sha256OfSlug(mediaSlug(sha256))).toBe(sha256)
    expect(sha256OfSlug(`${mediaSlug(sha256)}-2`)).toBe(sha256)
  })

  test.each([
    `media-${'ab'.repeat(31)}`,
    `media-${sha256}x`,
    `x-media-${sha256}`,
    `media-${sha256.toUpperCase()}`,
    '',
  ])('is not known by the slug %j', (slug) => {
    expect(sha256OfSlug(slug)).toBeUndefined()
  })

  test('is the image or a PDF that a page shows of its product, with the record that it belongs to', () => {
    const links = {
      image: 'https://partner.example/a.jpg',
      banner: 'https://partner.example/b.jpg',
      datasheet: 'https://partner.example/c.pdf',
      safety_datasheet: '',
      declaration_of_performance: 'https://partner.example/d.pdf',
    }
    const of = '4006381333931/de-de'
    const { name } = productOf(links)
    expect(assetsOf(productOf(links), { banner: false })).toEqual([
      { url: links.image, kind: 'image', of, name, field: 'image' },
      { url: links.datasheet, kind: 'pdf', of, name, field: 'datasheet' },
      { url: links.declaration_of_performance, kind: 'pdf', of, name, field: 'declaration_of_performance' },
    ])
    expect(assetsOf(productOf({ image: '', datasheet: '' }), { banner: true })).toEqual([])
    const [image] = assetsOf(productOf({ image: `${links.image}?v=1&sig=abc` }), { banner: false })
    expect(image?.url).toBe(`${links.image}?v=1`)
    const withBanner = assetsOf(productOf(links), { banner: true })
    expect(withBanner[1]).toEqual({ url: links.banner, kind: 'image', of, name, field: 'image' })
    const same = productOf({ ...links, banner: `${links.image}?sig=abc` })
    expect(assetsOf(same, { banner: true })).toHaveLength(3)
  })
})
