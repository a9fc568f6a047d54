import { expect, test } from 'vitest'
import {
  isForLinks,
  isForSuccessor,
  linksDigest,
  linksAny,
  linksExactly,
  moveOf,
  pagesIn,
  linksSizes,
  pagesLinked,
  publicLink,
  showsSizes,
  sizesLinked,
  successorDigest,
} from '../../../src/core/page/links.ts'
import { joinBlocks, sizeButtons } from '../../../src/core/markup/blocks.ts'
import { jsonLdBlock } from '../../../src/core/markup/json-ld.ts'
import { fullProduct } from '../../../src/core/render/template/sample.ts'
import type { OtherPage } from '../../../src/core/render/view.ts'

const gtin = '4026639012345'
const slug = (language: string) => `gtin-${gtin}-${language}`
const site = (addresses: Record<string, string>, cmsType = 'pages') => ({
  addresses,
  rootSlug: 'products',
  cmsType,
})

/** Pages that do not exist yet. */
const coming = (...languages: string[]) =>
  languages.map((language) => ({ language, link: undefined, slug: slug(language) }))

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
  expect(pagesIn(coming('de-at'), site({ 'products/de-at': above }))).toEqual([{ language: 'de-at', url }])
})

test('a post is linked by its name, whatever the site’s permalinks', () => {
  const addresses = { products: 'https://cms.example/blog/products/' }
  expect(pagesIn(coming('fr'), site(addresses, 'posts'))).toEqual([
    { language: 'fr', url: `https://cms.example/blog/?name=${slug('fr')}` },
  ])
})

test('a page of another post type is linked by its name and type', () => {
  const addresses = { products: 'https://cms.example/blog/products/' }
  const shop = { ...site(addresses, 'product'), postType: 'shop_product' }
  const url = `https://cms.example/blog/?post_type=shop_product&name=${slug('fr')}`
  expect(pagesIn(coming('fr'), shop)).toEqual([{ language: 'fr', url }])
  const link = `https://cms.example/blog/item/${slug('fr')}/`
  expect(pagesIn([{ language: 'fr', link, slug: slug('fr') }], shop)).toEqual([
    { language: 'fr', url: link, alias: url },
  ])
  expect(pagesIn(coming('fr'), site(addresses, 'product'))).toEqual([])
})

test('a language without a known page is left out', () => {
  const addresses = { 'products/fr': 'https://cms.example/products/fr/' }
  expect(pagesIn(coming('de', 'fr'), site(addresses)).map(({ language }) => language)).toEqual(['fr'])
  expect(pagesIn(coming('de'), site(addresses, 'posts'))).toEqual([])
})

test.each(['pages', 'posts'] as const)('links are read back from a block: %s', (cmsType) => {
  const addresses = {
    products: 'https://cms.example/products/',
    'products/de': 'https://cms.example/?page_id=3',
    'products/zh-hant-tw': 'https://cms.example/products/zh-hant-tw/',
  }
  const pages = pagesIn(coming('de', 'zh-hant-tw'), site(addresses, cmsType))
  const items = pages.map(({ url, language }) => `<li><a href="${url}" lang="${language}">x</a></li>`)
  const others = '<a href="https://cms.example/gtin-4006381333931-de/">another product</a>'
  expect(pagesLinked(`<ul>${items.join('')}</ul>${others}`, gtin)).toEqual(pages)
})

test('an address that only contains the slug of a product does not link to it', () => {
  expect(pagesLinked(`<a href="https://cms.example/my${slug('fr')}/">x</a>`, gtin)).toEqual([])
})

test('a page is linked at the address that the CMS returned, whatever its slug', () => {
  const link = 'https://cms.example/products/fr/renamed/'
  const addresses = { 'products/fr': 'https://cms.example/products/fr/' }
  expect(pagesIn([{ language: 'fr', link, slug: slug('fr') }], site(addresses))).toEqual([
    { language: 'fr', url: link },
  ])
  const block = `<ul><li><a href="${link}" lang="fr" hreflang="fr">x</a></li></ul>`
  expect(pagesLinked(block, gtin)).toEqual([{ language: 'fr', url: link }])
})

test('a post may be linked by its name as long as it has its slug', () => {
  const addresses = { products: 'https://cms.example/products/' }
  const [url, named] = [`https://cms.example/${slug('fr')}/`, `https://cms.example/?name=${slug('fr')}`]
  const kept = pagesIn([{ language: 'fr', link: url, slug: slug('fr') }], site(addresses, 'posts'))
  expect(kept).toEqual([{ language: 'fr', url, alias: named }])
  const to = (address: string) => `<a href="${address}" lang="fr" hreflang="fr">x</a>`
  expect(linksExactly(to(named), gtin, kept)).toBe(true)
  expect(linksExactly(to(url), gtin, kept)).toBe(true)
  const renamed = 'https://cms.example/renamed/'
  const moved = pagesIn([{ language: 'fr', link: renamed, slug: slug('fr') }], site(addresses, 'posts'))
  expect(linksExactly(to(named), gtin, moved)).toBe(false)
  expect(pagesIn([{ language: 'fr', link: url, slug: slug('fr') }], site({}, 'posts'))).toEqual([
    { language: 'fr', url },
  ])
})

test('a block links exactly the pages that it should: none is missing, and none is left over', () => {
  const target = (language: string) => ({ language, url: `https://cms.example/?page_id=7&lang=${language}` })
  const to = (language: string) =>
    `<a href="${target(language).url.replace('&', '&amp;')}" lang="${language}" hreflang="${language}">x</a>`
  const block = `<p><a href="https://cms.example/other/">x</a>${to('de')}${to('fr')}</p>`
  expect(linksExactly(block, gtin, [target('de'), target('fr')])).toBe(true)
  expect(linksExactly(block, gtin, [target('de')])).toBe(false)
  expect(linksExactly(block, gtin, [target('de'), target('fr'), target('it')])).toBe(false)
  expect(linksExactly('<p>none</p>', gtin, [])).toBe(true)
  expect(linksExactly(to('de').replace('&amp;', '&#038;'), gtin, [target('de')])).toBe(true)
})

test('a link to a renamed page that is no longer public is left over, even on a site that removes hreflang', () => {
  const url = 'https://cms.example/products/fr/renamed/'
  expect(linksExactly(`<a href="${url}" lang="fr">x</a>`, gtin, [])).toBe(false)
  // A template of the operator's own may state no language.
  const bare = `<p><a href="${url}">x</a></p>`
  expect(linksExactly(bare, gtin, [])).toBe(true)
  expect(linksAny(bare, ['https://cms.example/', url])).toBe(true)
  expect(linksAny(bare, ['https://cms.example/'])).toBe(false)
  expect(linksAny(bare, [])).toBe(false)
})

test('only a public page has an address', () => {
  const link = 'https://cms.example/?page_id=7'
  expect(publicLink({ status: 'publish', link })).toBe(link)
  expect(publicLink({ status: 'draft', link })).toBeUndefined()
})

test.each([
  ['a/b/c/', 'a/b/c/', undefined],
  ['a/b/c/', undefined, undefined],
  [undefined, 'a/b/c/', 'page'],
  ['a/b/c/', 'a/b/renamed/', 'page'],
  ['a/?page_id=5', 'a/?page_id=17', 'page'],
  ['a/b/c/', 'a/moved/c/', 'folder'],
  ['a/b/c/', 'a/b/c', 'page'],
])('an address changes in its own part or in what is above it: %s, %s', (before, now, move) => {
  expect(moveOf(before, now)).toBe(move)
})

test('the digest of links ignores their order, covers addresses, and is undefined without links', () => {
  const [de, fr] = [
    { language: 'de', url: 'https://cms.example/de/' },
    { language: 'fr', url: 'https://cms.example/fr/' },
  ]
  const digestOf = (...languages: OtherPage[]) => linksDigest({ languages })
  expect(digestOf(de, fr)).toBe(digestOf(fr, de))
  expect(digestOf(de, fr)).not.toBe(digestOf(de))
  expect(digestOf(de)).not.toBe(digestOf({ ...de, url: 'https://cms.example/renamed/' }))
  expect(digestOf(de)).toHaveLength(11)
  expect(digestOf()).toBeUndefined()
})

test('an update is for links if links are its only field', () => {
  const change = { gtin, language: 'de', product: fullProduct, digest: 'd' }
  const update = (...fields: string[]) => isForLinks({ ...change, kind: 'update', pageId: 1, fields })
  expect(update('languages')).toBe(true)
  expect(update('languages', 'sizes')).toBe(true)
  expect(update('languages', 'name')).toBe(false)
  expect(isForLinks({ ...change, kind: 'create' })).toBe(false)
})

test('the digest of links covers the labels and URLs of other sizes, and their family', () => {
  const sizes = { links: [{ url: 'https://cms.example/80/', label: '80 mm' }], group: { name: 'Tape' } }
  const digest = linksDigest({ languages: [], sizes })
  expect(digest).toHaveLength(11)
  const changed = [
    undefined,
    { ...sizes, group: { name: 'Band' } },
    { ...sizes, links: [{ url: 'https://cms.example/80/', label: '90 mm' }] },
    { ...sizes, links: [{ url: 'https://cms.example/90/', label: '80 mm' }] },
  ]
  for (const other of changed) expect(linksDigest({ languages: [], sizes: other })).not.toBe(digest)
  const spaced = { ...sizes, links: [{ url: 'https://cms.example/80/', label: '80\u00a0mm' }] }
  expect(linksDigest({ languages: [], sizes: spaced })).toBe(digest)
})

test('the other sizes of a block are read with their labels and their family', () => {
  const links = [
    { url: 'https://cms.example/?page_id=8&a=1', label: '80\u00a0mm [b] & <c>' },
    { url: 'https://cms.example/90/', label: '90 mm' },
  ]
  const group = { '@type': 'ProductGroup', name: 'a "quoted" {name}', productGroupID: '1' }
  const block = joinBlocks([sizeButtons(links), jsonLdBlock({ isVariantOf: group })])
  const read = sizesLinked(block)
  expect(read?.group).toEqual(group)
  expect(read?.links.map(({ url }) => url)).toEqual(links.map(({ url }) => url))
  expect(read?.links.map(({ label }) => label)).toEqual(['80 mm [b] & <c>', '90 mm'])
  expect(showsSizes(block, { links, group })).toBe(true)
  expect(showsSizes(block, { links: links.slice(1), group })).toBe(false)
  expect(showsSizes(block, undefined)).toBe(false)
  expect(sizesLinked(sizeButtons(links))?.group).toEqual({})
  expect(sizesLinked('<p>none</p>')).toBeUndefined()
  expect(showsSizes('<p>none</p>', undefined)).toBe(true)
  const renamed = links.map(({ url }) => ({ url, label: 'x' })).toReversed()
  expect(linksSizes(block, { links: renamed, group })).toBe(true)
  expect(linksSizes(block, { links: renamed.slice(1), group })).toBe(false)
  expect(linksSizes('<p>none</p>', undefined)).toBe(true)
})

test('an update of the link in a notice is for links, and for the successor alone', () => {
  const change = { gtin, language: 'de', product: fullProduct, digest: 'd' }
  const update = (...fields: string[]) => ({ ...change, kind: 'update' as const, pageId: 1, fields })
  expect(isForLinks(update('successor', 'languages'))).toBe(true)
  expect(isForSuccessor(update('successor'))).toBe(true)
  expect(isForSuccessor(update('successor', 'languages'))).toBe(false)
  expect(isForSuccessor({ ...change, kind: 'create' })).toBe(false)
})

test('the digest of a link in a notice depends on its URL and its text', () => {
  const of = (url: string, title: string) => successorDigest({ url, title })
  expect(of('/a', 'b')).toBe(of('/a', 'b'))
  expect(new Set([of('/a', 'b'), of('/a', 'c'), of('/b', 'b')]).size).toBe(3)
  expect(successorDigest(undefined)).toBeUndefined()
})
