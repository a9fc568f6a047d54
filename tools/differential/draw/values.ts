import type { Draw } from './draw.ts'

/** Typical titles, content, slugs and names, including edge cases. */
export const titles = [
  'Plain title',
  'Another page',
  'Größe & Maß',
  'Price < 5 & more',
  'It\'s a "quoted" title',
  'Überschrift mit Umlauten äöü',
  '12345',
  '2024',
  'feed',
  'Dash - and -- more --- dashes',
  'Ends with dots...',
  'A <em>strong</em> <script>alert(1)</script> title',
  'Emoji 😀 title',
  '日本語のタイトル',
  'Tab\tand\nnewline',
  '   spaces around   ',
  'Slash/and\\backslash',
  '50% off &amp; more',
  'Sample Page',
  'x',
  '',
  '0',
  'A rather long title that goes on for a while so that the slug becomes long as well, with many words in it',
]

export const contents = [
  'Just text.',
  '<p>One paragraph.</p>',
  '<!-- wp:paragraph -->\n<p>Block paragraph.</p>\n<!-- /wp:paragraph -->',
  '<!-- wp:paragraph -->\n<p>First.</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:heading -->\n<h2 class="wp-block-heading">Heading</h2>\n<!-- /wp:heading -->',
  '<!-- wp:list -->\n<ul><li>One</li><li>Two</li></ul>\n<!-- /wp:list -->',
  '<p>With <strong>markup</strong> and <a href="https://example.org/">a link</a>.</p>',
  '<script>alert(1)</script><p onclick="x()">Filtered?</p>',
  'Line one\nLine two\n\nNew paragraph',
  'Ampersand & less than < greater than >',
  '<p>Umlauts äöü and emoji 😀</p>',
  '<!--more-->',
  '<p>Before</p><!--more--><p>After</p>',
  '',
  ' ',
  '<h2>Heading</h2><ul><li>a</li><li>b</li></ul><table><tr><td>1</td></tr></table>',
  'word '.repeat(80),
]

export const slugs = [
  'my-slug',
  'My Slug',
  'größe',
  'sample-page',
  'hello-world',
  '12345',
  '2024',
  'feed',
  'embed',
  'page',
  'a/b',
  'UPPER_case',
  '--dashes--',
  'dots.in.slug',
  '日本',
  '%41%20b',
  '',
  'x'.repeat(220),
]

export const dates = [
  '2024-02-03T04:05:06',
  '2023-07-01T12:00:00',
  '2020-02-29T23:59:59',
  '2099-01-01T00:00:00',
  '2024-07-01T10:00:00Z',
  '2024-07-01T10:00:00+05:00',
  '2024-03-31T02:30:00',
  '2024-10-27T02:30:00',
  '2024-01-15 09:00:00',
  '2024-13-01T00:00:00',
  '2024-02-30T00:00:00',
  '2024-01-15',
  'yesterday',
  '',
]

/** A different date for every row, so that no order depends on the database. */
export function distinctDate(draw: Draw): string {
  const two = (number: number): string => String(number).padStart(2, '0')
  const [month, day, hour, minute] = [draw.int(1, 12), draw.int(1, 28), draw.int(0, 23), draw.int(0, 59)]
  return `202${draw.int(0, 3)}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(draw.int(0, 59))}`
}

export const searches = [
  'sample',
  'Page',
  'plain',
  'größe',
  'zzz',
  '"sample page"',
  'first post',
  '-sample',
  '',
  ' ',
  '%',
  'a b',
]

/** Values that are invalid for most parameters. */
export const oddValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  '1.5',
  '7',
  'text',
  '',
  [],
  {},
  [1],
  ['a', 'b'],
  { raw: 'x' },
  { rendered: 'x' },
  [[]],
  99_999_999_999,
]

/** Sometimes replaces a field with an invalid value. */
export function spoil(draw: Draw, members: Record<string, unknown>, share = 0.12): Record<string, unknown> {
  const names = Object.keys(members)
  if (names.length === 0 || !draw.chance(share)) return members
  return { ...members, [draw.pick(names)]: draw.pick(oddValues) }
}
