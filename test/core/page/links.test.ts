import { expect, test } from 'vitest'
import { isForLinks, linksDigest, othersOf, pagesIn, pagesLinked } from '../../../src/core/page/links.ts'
import { fullProduct } from '../../../src/core/render/template/sample.ts'

const gtin = '4026639012345'
const slug = (language: string) => `gtin-${gtin}-${language}`
const site = (addresses: Record<string, string>, cmsType: 'pages' | 'posts' = 'pages') => ({
  addresses,
  rootSlug: 'products',
  cmsType,
})

test.each([
  [
    'with a slash',
    'https://cms.example/products/de-at/',
    `https://cms.example/products/de-at/${slug('de-at')}/`,
  ],
  ['without one', 'https://cms.example/shop/de', `https://cms.example/shop/de/${slug('de-at')}`],
  [
    'of plain permalinks',
    'https://cms.example/blog/?page_id=7',
    `https://cms.example/blog/?pagename=products/de-at/${slug('de-at')}`,
  ],
])('a page’s address is made of its language page’s, %s', (_, above, url) => {
  expect(pagesIn(gtin, ['de-at'], site({ 'products/de-at': above }))).toEqual([{ language: 'de-at', url }])
})

test('a post is linked by its name, whatever the site’s permalinks', () => {
  const addresses = { products: 'https://cms.example/blog/products/' }
  expect(pagesIn(gtin, ['fr'], site(addresses, 'posts'))).toEqual([
    { language: 'fr', url: `https://cms.example/blog/?name=${slug('fr')}` },
  ])
})

test('a language without a known page is left out', () => {
  const addresses = { 'products/fr': 'https://cms.example/products/fr/' }
  expect(pagesIn(gtin, ['de', 'fr'], site(addresses)).map(({ language }) => language)).toEqual(['fr'])
  expect(pagesIn(gtin, ['de'], site(addresses, 'posts'))).toEqual([])
})

test.each(['pages', 'posts'] as const)('links are read back from a block: %s', (cmsType) => {
  const addresses = {
    products: 'https://cms.example/products/',
    'products/de': 'https://cms.example/?page_id=3',
    'products/zh-hant-tw': 'https://cms.example/products/zh-hant-tw/',
  }
  const pages = pagesIn(gtin, ['de', 'zh-hant-tw'], site(addresses, cmsType))
  const items = pages.map(({ url, language }) => `<li><a href="${url}" lang="${language}">x</a></li>`)
  const others = '<a href="https://cms.example/gtin-4006381333931-de/">another product</a>'
  expect(pagesLinked(`<ul>${items.join('')}</ul>${others}`, gtin)).toEqual(pages)
})

test('the digest of languages ignores their order, and is undefined without languages', () => {
  expect(linksDigest(['de', 'fr'])).toBe(linksDigest(['fr', 'de']))
  expect(linksDigest(['de', 'fr'])).not.toBe(linksDigest(['de']))
  expect(linksDigest(['de'])).toHaveLength(11)
  expect(linksDigest([])).toBeUndefined()
  expect(othersOf(['de', 'en', 'fr'], 'en')).toEqual(['de', 'fr'])
})

test('an update is for links if links are its only field', () => {
  const change = { gtin, language: 'de', product: fullProduct, digest: 'd' }
  const update = (...fields: string[]) => isForLinks({ ...change, kind: 'update', pageId: 1, fields })
  expect(update('languages')).toBe(true)
  expect(update('languages', 'name')).toBe(false)
  expect(isForLinks({ ...change, kind: 'create' })).toBe(false)
})
