import { expect, test } from 'vitest'
import { editorUrl } from '../../../src/core/text/editor-url.ts'
import { gtinInSlug, pageNumberIn, pathOf, slugOf } from '../../../src/core/text/page-address.ts'

test.each([
  ['https://site.example/de/tape/?utm=1#top', 'de/tape'],
  ['/de/tape', 'de/tape'],
  ['https://site.example/лента/', '%d0%bb%d0%b5%d0%bd%d1%82%d0%b0'],
  ['https://site.example/%D0%BB/', '%d0%bb'],
  ['tape', undefined],
  ['a / b', undefined],
  ['http://[', undefined],
])('the path of %s is %s', (text, path) => {
  expect(pathOf(text)).toBe(path)
})

test.each([
  ['https://site.example/?p=44', 44],
  ['https://site.example/?page_id=44&preview=true', 44],
  ['https://site.example/wp-admin/post.php?post=44&action=edit', 44],
  ['https://site.example/wp-json/wp/v2/pages/44', 44],
  ['https://site.example/page/44/', undefined],
])('the page number in %s is %s', (text, id) => {
  expect(pageNumberIn(text)).toBe(id)
})

test.each([
  ['https://a.example/de/tape/', 'tape'],
  ['https://a.example/', undefined],
  ['no URL', undefined],
])('the slug of %s is %s', (link, slug) => {
  expect(slugOf(link)).toBe(slug)
})

test('a default slug contains the GTIN', () => {
  expect(gtinInSlug('gtin-4006381333931-de-de-2')).toBe('4006381333931')
  expect(gtinInSlug('tape-4006381333931')).toBeUndefined()
})

test.each([
  ['https://site.example/wp-json', 'https://site.example/wp-admin/post.php?post=7&action=edit'],
  ['https://site.example/blog/wp-json/', 'https://site.example/blog/wp-admin/post.php?post=7&action=edit'],
  ['https://site.example/?rest_route=/', 'https://site.example/wp-admin/post.php?post=7&action=edit'],
  ['https://site.example/index.php?rest_route=', 'https://site.example/wp-admin/post.php?post=7&action=edit'],
  ['http://127.0.0.1:9400/api/rest', undefined],
])('the editor of page 7 below %s is %s', (apiRoot, url) => {
  expect(editorUrl(apiRoot, 7)).toBe(url)
})
