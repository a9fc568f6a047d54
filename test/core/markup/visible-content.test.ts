import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTemplates } from '../../../config/templates.ts'
import { factsDigest, factsOf, sameFacts, sameText } from '../../../src/core/markup/visible-content.ts'
import { digestOf } from '../../../src/core/text/digest.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'
import { anyProduct, mediaAt } from '../../helpers/content/arbitraries.ts'
import { withPicture } from '../../helpers/content/picture-template.ts'

const renderer = createRenderer(withPicture(await readTemplates()))

/** Rewritings of markup by the engine, its HTML filter and its editors. */
const rewrites: [string, (markup: string) => string][] = [
  ['spell empty elements with a space', (m) => m.replaceAll('/>', ' />').replaceAll('<br>', '<br />')],
  [
    'drop classes of headings',
    (m) =>
      m.replaceAll(/ class="wp-block-heading"/g, '').replaceAll(/ ?{"className":"wp-block-heading"} /g, ' '),
  ],
  [
    'drop classes of lists',
    (m) => m.replaceAll(/ class="wp-block-list"/g, '').replaceAll(/ ?{"className":"wp-block-list"} /g, ' '),
  ],
  ['do not state the layout of tables', (m) => m.replaceAll(' {"hasFixedLayout":true}', '')],
  ['do not fix the layout of tables', (m) => m.replaceAll(' class="has-fixed-layout"', '')],
  [
    'turn the order of attributes',
    (m) => m.replaceAll(/ (src="[^"]*") (alt="[^"]*") (class="[^"]*")/g, ' $3 $2 $1'),
  ],
  ['add rel to links', (m) => m.replaceAll('<a href', '<a rel="noreferrer noopener" href')],
  [
    'add ids',
    (m) =>
      m.replaceAll('<a href', '<a id="wp-block-file--media-1" hreflang="de" type="application/pdf" href'),
  ],
  [
    'spell dashes and quotes as entities',
    (m) =>
      between(m, (t) => t.replaceAll('–', '&#8211;').replaceAll('"', '&quot;').replaceAll("'", '&#039;')),
  ],
  [
    'spell umlauts as entities',
    (m) => between(m, (t) => t.replaceAll('ü', '&uuml;').replaceAll('ß', '&#xDF;')),
  ],
  ['write no-break spaces as they are', (m) => m.replaceAll('&nbsp;', '\u00a0')],
  ['write ampersands as numbers', (m) => m.replaceAll('&amp;', '&#038;')],
  ['write bare >', (m) => between(m, (t) => t.replaceAll('&gt;', '>'))],
  ['turn line ends', (m) => m.replaceAll('\n', '\r\n')],
  ['add lines between blocks', (m) => m.replaceAll('-->\n', '-->\n\n')],
  ['spell block names in full', (m) => m.replaceAll(/(?<=<!-- \/?)wp:/g, 'wp:core/')],
  ['space out block attributes', (m) => m.replaceAll('{"id":', '{ "id" : ')],
  ['drop block comments', (m) => m.replaceAll(/<!--.*?-->/g, '')],
]

/** Changes the text between tags only. */
function between(markup: string, change: (text: string) => string): string {
  return markup.replaceAll(/(?<=>)[^<>]+(?=<(?!\/script))/g, change)
}

describe('the visible content of markup', () => {
  it.each(rewrites)('stays the same when they %s', (_, rewrite) => {
    let rewritten = 0
    fc.assert(
      fc.property(anyProduct, (product) => {
        const { inner } = renderer.render(product, mediaAt)
        const changed = rewrite(inner)
        if (changed !== inner) rewritten += 1
        expect(factsOf(changed)).toEqual(factsOf(inner))
      }),
      { numRuns: 40 },
    )
    expect(rewritten).toBeGreaterThan(0)
  })

  const markup =
    '<!-- wp:image {"id":1} --><figure><img src="https://a/1.jpg" alt="Tape"/></figure><!-- /wp:image -->' +
    '<h2>Use</h2><p>On <strong>dry</strong> wood, 5 m. <a href="https://a/x.pdf">Sheet</a></p>' +
    '<ul><li>One</li><li>Two<ul><li>Three</li></ul></li></ul>' +
    '<table><tbody><tr><th>A</th><td>B</td></tr></tbody></table><!-- wp:block {"ref":3} /-->'

  it.each([
    ['a word', 'dry', 'wet'],
    ['a digit', '5 m', '6 m'],
    ['a space between words', 'wood, ', 'wood,'],
    ['a space beside emphasis', 'On <', 'On<'],
    ['emphasis', '<strong>dry</strong>', 'dry'],
    ['where emphasis ends', 'dry</strong> wood', 'dry wood</strong>'],
    ['a link', 'x.pdf', 'y.pdf'],
    ['a link taken off', '<a href="https://a/x.pdf">Sheet</a>', 'Sheet'],
    ['an image', '1.jpg', '2.jpg'],
    ['an alternative text', 'alt="Tape"', 'alt=""'],
    ['the level of a heading', /h2>/g, 'h3>'],
    ['a paragraph more', 'wood', 'wood</p><p>'],
    ['a line break more', 'wood', 'wood<br>'],
    ['an item less', '<li>One</li>', ''],
    ['the kind of a list', /ul>/g, 'ol>'],
    [
      'which items are nested',
      '<ul><li>Three</li></ul></li></ul>',
      '<ul><li>Three</li></ul></li><li>Four</li></ul>',
    ],
    ['how deep an item stands', '</li></ul></li></ul>', '</ul></li></ul>'],
    ['a header cell', /th>/g, 'td>'],
    ['the order of cells', '<th>A</th><td>B</td>', '<td>B</td><th>A</th>'],
    ['a block without markup', '"ref":3', '"ref":4'],
    ['a block without markup added', '<h2>', '<!-- wp:latest-posts /--><h2>'],
    ['an embedded frame', '<h2>', '<iframe src="https://b/"></iframe><h2>'],
  ])('changes with %s', (name, from, to) => {
    const changed = markup.replaceAll(from, to)
    expect(changed).not.toBe(markup)
    // Unclosed items end where their list ends: the same structure.
    expect(sameFacts(changed, markup)).toBe(name === 'how deep an item stands')
  })

  it('is the same for an image without alternative text and one with an empty one', () => {
    expect(sameFacts('<img src="a.jpg">', '<img src="a.jpg" alt="">')).toBe(true)
    expect(sameFacts('<img src="a.jpg">', '<img src="a.jpg" alt="A">')).toBe(false)
  })

  it('distinguishes blocks without markup, even with unreadable attributes', () => {
    const dynamic = (json: string) => `<!-- wp:latest-posts ${json} /-->`
    expect(sameFacts(dynamic('{"a": [1, 2],"b":3}'), dynamic('{"b":3,"a":[1,2]}'))).toBe(true)
    expect(sameFacts(dynamic('{"a":1}'), dynamic('{"a":2}'))).toBe(false)
    expect(sameFacts(dynamic('{a:1}'), dynamic('{a:2}'))).toBe(false)
    expect(sameFacts(dynamic('{a:1}'), dynamic('{a:1}').replace('wp:', 'wp:core/'))).toBe(true)
  })

  it('changes with any word of a text', () => {
    const anyWord = fc.stringMatching(/^[a-zäöü0-9]{1,8}$/)
    fc.assert(
      fc.property(fc.array(anyWord, { minLength: 1 }), fc.nat(), anyWord, (words, at, word) => {
        const changed = words.with(at % words.length, word)
        const same = changed.join(' ') === words.join(' ')
        expect(sameFacts(`<p>${changed.join(' ')}</p>`, `<p>${words.join(' ')}</p>`)).toBe(same)
      }),
    )
  })

  it('is listed in reading order', () => {
    expect(
      factsOf('<div><p>A&nbsp; <a class="x" href=" https://a/?b&amp;c ">B</a>\n</p><script>x</script></div>'),
    ).toEqual([
      { kind: 'element', value: 'p' },
      { kind: 'text', value: 'A ' },
      { kind: 'element', value: 'a' },
      { kind: 'href', value: 'https://a/?b&c' },
      { kind: 'text', value: 'B' },
      { kind: 'element', value: '/a' },
    ])
  })
})

describe('a title', () => {
  it.each([
    ['Dicht- & Klebeband', 'Dicht- &amp; Klebeband'],
    ['5 < 6 – "x"', '5 &lt; 6 &#8211; &quot;x&quot;'],
    ['A\u00a0B', ' A &nbsp;B\n'],
  ])('reads the same as %s', (a, b) => {
    expect(sameText(a, b)).toBe(true)
  })

  it.each([
    ['Band 50', 'Band 60'],
    ['Band', ''],
    ['A &lt;b&gt; C', 'A <b> C'],
    ['AB', 'A B'],
  ])('%s reads differently from %s', (a, b) => {
    expect(sameText(a, b)).toBe(false)
  })
})

describe('the digest of visible content', () => {
  it('is that of its facts, whatever the markup', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('<', '>', '/', 'p', 'li', '&', ';', '<!-- wp:', '/-->', '{}', ' ', 'é'),
        }),
        (markup) => {
          expect(factsDigest(markup)).toBe(digestOf(factsOf(markup)))
        },
      ),
    )
  })

  it('stays the same from version to version: pages carry it', () => {
    const markup =
      '<!-- wp:list --><ul><li>Ä &amp; <a href="/x">b</a></li></ul><!-- /wp:list --><!-- wp:spacer {"height":"20px"} /-->'
    expect(factsDigest(markup)).toBe('C2_7yIWPLbc2yiHzTnbUP9sYPSOuNtCAFpWD6VGbgtQ')
  })
})

describe('PR-31: a paragraph block whose tags the classic editor removed', () => {
  const block = (inner: string): string => `<!-- wp:paragraph -->\n${inner}\n<!-- /wp:paragraph -->`
  it.each([
    ['plain text', '<p>Tape for roofs.</p>', 'Tape for roofs.'],
    ['empty lines around it', '<p>Tape for roofs.</p>', '\n\nTape for roofs.\n\n'],
    [
      'an element at its beginning',
      '<p><strong>Tape</strong> for roofs.</p>',
      '<strong>Tape</strong> for roofs.',
    ],
    ['line breaks', '<p>Tape<br>for <em>all</em><br>roofs.</p>', 'Tape\nfor <em>all</em>\nroofs.'],
    ['line breaks as elements', '<p>Tape<br>for roofs.</p>', 'Tape<br />for roofs.'],
    [
      'entities and quotes',
      '<p>“Tape” &amp; "roofs"&nbsp;</p>',
      '&#8220;Tape&#8221; &#038; &quot;roofs&quot; ',
    ],
    ['a class', '<p class="lead">Tape.</p>', 'Tape.'],
  ])('reads the same: %s', (_, tagged, bare) => {
    expect(factsOf(block(bare))).toEqual(factsOf(block(tagged)))
    const [one, other] = [block(tagged), block(bare)].map(
      (part) => `${block('<p>A</p>')}\n\n${part}\n\n<p>B</p>`,
    )
    expect(sameFacts(String(one), String(other))).toBe(true)
  })

  it('is edited if its text differs, and is not a paragraph if it has none', () => {
    expect(sameFacts(block('<p>Tape.</p>'), block('Tape'))).toBe(false)
    expect(factsOf(block(''))).toEqual([])
    expect(factsOf('<!-- wp:paragraph /-->')).toEqual([
      { kind: 'block', value: expect.stringMatching(/^core\/paragraph/) },
    ])
    expect(factsOf('Loose.')).toEqual([{ kind: 'text', value: 'Loose.' }])
  })
})
