import { expect, test } from 'vitest'
import { makeClickable } from '../../../../src/mock/cms/text/clickable.ts'
import { toParagraphs } from '../../../../src/mock/cms/text/paragraphs.ts'
import {
  renderComment,
  renderContent,
  renderExcerpt,
  renderTitle,
} from '../../../../src/mock/cms/text/render.ts'
import { convertSmilies } from '../../../../src/mock/cms/text/smilies.ts'
import { texturize } from '../../../../src/mock/cms/text/texturize.ts'

test.each([
  ['a & b &amp; c &nope; &#38;', 'a &#038; b &amp; c &nope; &#38;'],
  ['&copy3; &q9;', '&copy3; &#038;q9;'],
  ['-', '&#8211;'],
  ['a - b -- c---d--e xn--f', 'a &#8211; b &#8212; c&#8212;d&#8211;e xn--f'],
  ['"the 7" and 9"', '&#8220;the 7&#8243; and 9&#8221;'],
  ['"the 7". and 9"', '&#8220;the 7&#8221;. and 9&#8243;'],
  ["wait... (tm) ``q''", 'wait&#8230; &#8482; &#8220;q&#8221;'],
  [`"Tom" & 'Jerry's'`, '&#8220;Tom&#8221; &#038; &#8216;Jerry&#8217;s&#8217;'],
  [`6'2" tall, "6'2" tall"`, '6&#8217;2&#8243; tall, &#8220;6&#8217;2&#8243; tall&#8221;'],
  [`'99 '99' '0.42' "42"`, '&#8217;99 &#8217;99&#8217; &#8216;0.42&#8217; &#8220;42&#8221;'],
  [`rock 'n' roll 'til '70s`, 'rock &#8216;n&#8217; roll &#8217;til &#8217;70s'],
  ['"The 7" and 9". End"', '&#8220;The 7&#8243; and 9&#8243;. End&#8221;'],
  ['5x5 0x1f 1,000x2', '5&#215;5 0x1f 1,000&#215;2'],
  ['<a href="?a=1&b=2" title=\'x\'>"x"</a>', `<a href="?a=1&#038;b=2" title='x'>&#8220;x&#8221;</a>`],
  ['<code>"a" -- &</code> "b"', '<code>"a" -- &</code> &#8220;b&#8221;'],
  ['<!-- "c" & --> "d"', '<!-- "c" & --> &#8220;d&#8221;'],
  [`[gallery ids="1"] "x" [foo "y"]`, '[gallery ids="1"] &#8220;x&#8221; [foo &#8220;y&#8221;]'],
])('%s becomes %s', (text, set) => {
  expect(texturize(text)).toBe(set)
})

test('a title gets typography, is trimmed and keeps its markup', () => {
  expect(renderTitle(' <b>"a"</b> & - ')).toBe('<b>&#8220;a&#8221;</b> &#038; &#8211;')
})

test.each([
  ['a\n\nb\r\nc', '<p>a</p>\n<p>b<br />\nc</p>\n'],
  [' \n ', ''],
  ['a<br><br>b', '<p>a</p>\n<p>b</p>\n'],
  ['<div>a</div>b', '<div>a</div>\n<p>b</p>\n'],
  ['<blockquote>a</blockquote>', '<blockquote><p>a</p></blockquote>\n'],
  ['<ul>\n<li>a</li>\n</ul>', '<ul>\n<li>a</li>\n</ul>\n'],
  ['<pre>a\n\nb</pre>\nc', '<pre>a\n\nb</pre>\n<p>c</p>\n'],
  ['<p\nclass="x">a</p>', '<p\nclass="x">a</p>\n'],
  ['a\n<script>\nb\n\n</script>', '<p>a<br />\n<script>\nb</p>\n<p></script></p>\n'],
  [
    '<figure>\n<img>\n<figcaption>c</figcaption>\n</figure>',
    '<figure>\n<img><figcaption>c</figcaption></figure>\n',
  ],
  ['<li>a', '<li>a<br />\n'],
  ['<object\n>a</object>', '<p><object \n>a</object></p>\n'],
  ['a<hr>b', '<p>a</p>\n<hr>\n<p>b</p>\n'],
])('%j is split into the paragraphs %j', (text, html) => {
  expect(toParagraphs(text)).toBe(html)
})

test('URLs in a comment become links, except in tags and code', () => {
  const link = (url: string): string => `<a href="${url}" rel="nofollow ugc">${url}</a>`
  expect(makeClickable('see http://a.org/b_(c)/?d=e&f. and (http://g.org)')).toBe(
    `see ${link('http://a.org/b_(c)/?d=e&#038;f')}. and (${link('http://g.org')})`,
  )
  expect(makeClickable('www.a.org, b@c.org')).toBe(
    `${link('http://www.a.org')}, <a href="mailto:b@c.org">b@c.org</a>`,
  )
  expect(makeClickable('http://a.org/b)c')).toBe(`${link('http://a.org/b')})c`)
  const kept = '<code>http://a.org</code> <a href="http://b.org">http://b.org</a> x://'
  expect(makeClickable(kept)).toBe(kept)
})

test('a comment is rendered with links, closed tags, emoji and paragraphs', () => {
  expect(renderComment('http://a.org?b&c :)\n\n<b>"open</i> & <3')).toBe(
    '<p><a href="http://a.org?b&#038;c" rel="nofollow ugc">http://a.org?b&#038;c</a> 🙂</p>\n' +
      '<p><b>&#8220;open &#038; &lt;3</b></p>\n',
  )
})

test('smileys become emoji if they are separate words outside code', () => {
  expect(convertSmilies(':) a:) :-D <code>:)</code>\n;)')).toBe('🙂 a:) 😀 <code>:)</code>\n😉')
})

test('URLs in content stay text, and shortcodes are replaced with their output', () => {
  expect(renderContent('http://a.org [gallery] [caption]c[/caption] [[gallery]] [x "y"]')).toBe(
    '<p>http://a.org  c [gallery] [x &#8220;y&#8221;]</p>\n',
  )
  expect(renderContent('[gallery ids="1"]')).toBe('\n')
  expect(renderContent('[embed]http://a.org/?b&c[/embed]')).toBe(
    '<p><a href="http://a.org/?b&#038;c">http://a.org/?b&amp;c</a></p>\n',
  )
})

test('images and frames of known size are loaded lazily', () => {
  expect(renderContent('<img src="a" width="1" height="2"><img src="b"><iframe src="c"></iframe>')).toBe(
    '<p><img loading="lazy" decoding="async" src="a" width="1" height="2">' +
      '<img decoding="async" src="b"><iframe src="c"></iframe></p>\n',
  )
})

test('an automatic excerpt uses the teaser of the first page, without shortcodes and images', () => {
  const automatic = (content: string): string => renderExcerpt('', content)
  expect(automatic('<b>a</b> & [gallery] [caption]c[/caption]<!--more-->b')).toBe('<p>a &#038;</p>\n')
  expect(automatic('a<!--nextpage-->b')).toBe('<p>a</p>\n')
  expect(
    automatic(
      '<!-- wp:group --><div><!-- wp:paragraph --><p>a</p><!-- /wp:paragraph -->' +
        '<!-- wp:image --><p>b</p><!-- /wp:image --></div><!-- /wp:group -->' +
        '<!-- wp:list --><ul><!-- wp:list-item --><li>c</li><!-- /wp:list-item --></ul><!-- /wp:list -->' +
        '<!-- wp:heading --><h2>d</h2><!-- /wp:heading -->',
    ),
  ).toBe('<p>a d</p>\n')
  expect(renderExcerpt('', 'one two three', 2)).toBe('<p>one two [&hellip;]</p>\n')
  expect(renderExcerpt('"own"', 'not this')).toBe('<p>&#8220;own&#8221;</p>\n')
})
