import { expect, test } from 'vitest'
import { cleanFileName, uniqueFileName } from '../../../../src/mock/cms/media/file-name.ts'
import { fitInto, subSizesOf } from '../../../../src/mock/cms/media/pictures.ts'
import { buildQuery, parseQuery } from '../../../../src/mock/cms/rest/input/query-string.ts'
import { toDatePair } from '../../../../src/mock/cms/store/dates.ts'
import { filterInline, filterMarkup } from '../../../../src/mock/cms/text/kses.ts'
import { renderContent, renderExcerpt, renderTitle } from '../../../../src/mock/cms/text/render.ts'
import { cut, toSlug } from '../../../../src/mock/cms/text/slug.ts'

test.each([
  ['a=1&a=2', { a: '2' }],
  ['a[]=1&a[]=2', { a: ['1', '2'] }],
  ['a[0]=x&a[1]=y', { a: ['x', 'y'] }],
  ['a[b]=1&a[c][]=2', { a: { b: '1', c: ['2'] } }],
  ['q=a+b%20c&empty=&flag', { q: 'a b c', empty: '', flag: '' }],
  ['bad=%zz', { bad: '%zz' }],
])('a query is parsed as in PHP: %s', (text, params) => {
  expect(parseQuery(text)).toEqual(params)
})

test('lists in links are written with their indexes', () => {
  expect(buildQuery({ page: 2, status: ['publish', 'any'], q: 'a b' })).toBe(
    'page=2&status%5B0%5D=publish&status%5B1%5D=any&q=a+b',
  )
})

test.each([
  ['2024-07-01T12:00:00', false, '2024-07-01T12:00:00', '2024-07-01T10:00:00'],
  ['2024-01-01T12:00:00Z', false, '2024-01-01T13:00:00', '2024-01-01T12:00:00'],
  ['2024-03-31T02:30:00', false, '2024-03-31T03:30:00', '2024-03-31T01:30:00'],
  ['2024-10-27T02:30:00', false, '2024-10-27T02:30:00', '2024-10-27T01:30:00'],
  ['2024-10-27T00:30:00', true, '2024-10-27T02:30:00', '2024-10-27T00:30:00'],
  ['2024-02-30 10:00:00.123', false, '2024-03-01T10:00:00', '2024-03-01T09:00:00'],
])('the date %s (GMT: %s) is %s on the site', (text, isGmt, local, gmt) => {
  expect(toDatePair(text, isGmt)).toEqual({ local, gmt })
})

test.each([
  '2024-01-02',
  '',
  'yesterday',
  '2024-13-01T00:00:00',
  '2024-01-01T00:60:00',
  'x2024-01-01T00:00:00',
])('"%s" is rejected as a date', (text) => expect(toDatePair(text)).toBeUndefined())

test.each([
  ['Hällo Wörld/Foo_Bar.PDF', 'hallo-world-foo_bar-pdf'],
  ['製品', '%e8%a3%bd%e5%93%81'],
  ['a – b', 'a-b'],
  ['“quoted” & co', 'quoted-co'],
  ['<b>bold</b>', 'bold'],
  ['-edge-', 'edge'],
  ['100% pure', '100-pure'],
])('%s becomes the slug %s', (title, slug) => {
  expect(toSlug(title)).toBe(slug)
})

test('a slug is never shortened inside an encoded letter', () => {
  expect(cut('%e8%a3%bd%e5%93%81', 12)).toBe('%e8%a3%bd')
})

test('content of users without unfiltered_html loses tags and dangerous attributes, but no text', () => {
  expect(filterMarkup('<p class="c" onclick="x">a & b</p><script>s</script><img src="x.jpg"/>')).toBe(
    '<p class="c">a &amp; b</p>s<img src="x.jpg" />',
  )
  expect(filterMarkup('<a href="javascript:alert(1)" hreflang="de" data-x="1">l</a>')).toBe(
    '<a href="alert(1)" data-x="1">l</a>',
  )
  expect(filterMarkup('<!-- wp:x {"a":1} --><iframe></iframe>')).toBe('<!-- wp:x {"a":1} -->')
  expect(filterInline('<b>b</b><p>p</p>')).toBe('<b>b</b>p')
  expect(filterInline('a & b < c > d')).toBe('a &amp; b  d')
  expect(filterMarkup('< "x" <5 <b>y</b>')).toBe('&lt; &quot;x&quot; &lt;5 <b>y</b>')
})

test('the filter serializes blocks with attributes again, without core/ and with filtered attributes', () => {
  expect(filterMarkup('<!-- wp:core/a {"x": 1} -->y<!-- /wp:core/a --><!-- wp:core/b -->')).toBe(
    '<!-- wp:a {"x":1} -->y<!-- /wp:core/a --><!-- wp:core/b -->',
  )
  expect(filterInline('<!-- wp:core/a {"x":["a & <i>b</i><p>c</p>",{"y":"<p>"}]} /-->')).toBe(
    '<!-- wp:a {"x":["a \\u0026amp; \\u003ci\\u003eb\\u003c/i\\u003ec",{"y":""}]} /-->',
  )
  expect(filterMarkup('<!-- wp:core/a {broken} --><!-- wp:acme/b {"x":1} -->')).toBe(
    '<!-- wp:core/a {broken} --><!-- wp:acme/b {"x":1} -->',
  )
})

test('content is rendered with paragraphs, typography and excerpts', () => {
  expect(renderContent('one\n\ntwo\nlines')).toBe('<p>one</p>\n<p>two<br />\nlines</p>\n')
  expect(renderTitle(`"Tom" & Jerry's -- 3...`)).toBe(
    '&#8220;Tom&#8221; &#038; Jerry&#8217;s &#8212; 3&#8230;',
  )
  expect(renderExcerpt('', '<p>a b c d</p>', 2)).toBe('<p>a b [&hellip;]</p>\n')
})

test('file names are sanitized, and numbered if they are taken', () => {
  expect(cleanFileName('../My photo (1).JPG')).toBe('My-photo-1.JPG')
  expect(cleanFileName('shell.php.jpg')).toBe('shell.php_.jpg')
  const taken = new Set(['a.jpg', 'a-1.jpg'])
  expect(uniqueFileName('a.jpg', (name) => taken.has(name))).toBe('a-2.jpg')
})

test('sub-sizes keep the shape and never enlarge an image', () => {
  expect(fitInto({ width: 1200, height: 800 }, { width: 1024, height: 1024 })).toEqual({
    width: 1024,
    height: 683,
  })
  expect(subSizesOf({ width: 100, height: 80 })).toEqual([])
  expect(subSizesOf({ width: 1200, height: 800 }).map(({ name }) => name)).toEqual([
    'thumbnail',
    'medium',
    'medium_large',
    'large',
  ])
})
