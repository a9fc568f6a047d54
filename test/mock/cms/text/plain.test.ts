import { expect, test } from 'vitest'
import { balanceTags } from '../../../../src/mock/cms/text/balance-tags.ts'
import { cleanTextLine, cleanUrl, escapeUrl } from '../../../../src/mock/cms/text/clean.ts'
import { replaceWindowsReferences, stripTags, trimPhp } from '../../../../src/mock/cms/text/php-text.ts'
import { toLookupSlug, toSlug } from '../../../../src/mock/cms/text/slug.ts'

test.each([
  ['Noise <5 dB & more', 'noise'],
  ['a < b > c', 'a-b-c'],
  ['\ufeffBOM\0x', 'bomx'],
  ['e\u0301 u\u0308', 'e-u%cc%88'],
  ['Ǖ ẍ ŉ ɑ ẞ', 'u-%e1%ba%8d-n-a-%c3%9f'],
  ['a\u2014b\u2026c', 'a-bc'],
  ['😀', '%f0%9f%98%80'],
  ['&lt;x&gt; f&;g', 'x-fg'],
])('%j becomes the slug %s', (title, slug) => {
  expect(toSlug(title)).toBe(slug)
})

test('a slug in a filter keeps characters that a new slug loses', () => {
  expect(toLookupSlug('\ufeffé <5')).toBe('%ef%bb%bf%c3%a9')
})

test.each([
  ['a <b>b</b> < c', 'a b < c'],
  ['a<!-- > x -->b<!x>c', 'abc'],
  ['a<x "y>z">b', 'ab'],
  ['a<b <c> d>e', 'ae'],
  ['a<b', 'a'],
])('removing the tags of %s results in %s', (html, text) => {
  expect(stripTags(html)).toBe(text)
})

test.each([
  [' a \n <b>b</b> %41%20 <5 x ', 'a b &lt;5 x'],
  ['%%4141', ''],
  ['a "b" & c', 'a "b" & c'],
])('%j is sanitized to the line %j', (text, line) => {
  expect(cleanTextLine(text)).toBe(line)
})

test.each([
  ['HTTP://X.org/a b', 'http://X.org/a%20b'],
  ['x.org', 'http://x.org'],
  ['x.php?a', 'x.php?a'],
  ['a/b:c', ''],
  ['javascript:x', ''],
  ['/a:b', '/a:b'],
  ['http://a/%0%0aa[1]', 'http://a/%5B1%5D'],
  ['mailto:a@b.org', 'mailto:a@b.org'],
])('the URL %s is stored as "%s"', (text, url) => {
  expect(cleanUrl(text)).toBe(url)
})

test('a URL in markup has its special characters encoded', () => {
  expect(escapeUrl("http://a?b=1&c='&amp;")).toBe('http://a?b=1&#038;c=&#039;&#038;')
})

test.each([
  ['<b>a<i>b</b>', '<b>a<i>b</i></b>'],
  ['</p>a<br><x/>', 'a<br /><x></x>'],
  ['<p>a<p>b', '<p>a</p><p>b</p>'],
  ['<div><div>a', '<div><div>a</div></div>'],
  ['I <3 x', 'I &lt;3 x'],
])('the tags of %s are balanced: %s', (html, balanced) => {
  expect(balanceTags(html)).toBe(balanced)
})

test('references to control characters are replaced with the characters of Windows-1252', () => {
  expect(replaceWindowsReferences('&#150; &#128; &#129;x &#127; &#160; &#1500;')).toBe(
    '&#8211; &#8364; x &#127; &#160; &#1500;',
  )
})

test('trimming removes only the white space of PHP', () => {
  expect(trimPhp(' \0\t\u00a0\ufeffa\u00a0\n\v')).toBe('\u00a0\ufeffa\u00a0')
})
