import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { factsOf } from '../../../src/core/markup/visible-content.ts'
import { htmlBlocks, plainBlocks } from '../../../src/core/html/text-blocks.ts'
import { anyMarkup } from '../../helpers/content/arbitraries.ts'

const bare = (markup: string) =>
  markup
    .replaceAll(/<!--.*?-->\n?|\n| class="[^"]*"| data-align="left"/g, '')
    .replaceAll(/<\/?(?:figure|tbody)>/g, '')
const wordsOf = (markup: string) =>
  factsOf(markup).flatMap(({ kind, value }) => (kind === 'text' ? (value.match(/\p{L}+/gu) ?? []) : []))

describe('a partner’s markup', () => {
  it.each([
    ['paragraphs', '<p>One</p>\n<p class="x">Two</p>', '<p>One</p><p>Two</p>'],
    [
      'stray text',
      'One <b>two</b><p>Three</p> four',
      '<p>One <strong>two</strong></p><p>Three</p><p>four</p>',
    ],
    ['breaks', '<p><br>One <br/> two<br></p>', '<p>One<br>two</p>'],
    [
      'text between other elements',
      '<div>One<section>two</section><span>three</span></div>',
      '<p>One</p><p>two</p><p>three</p>',
    ],
    [
      'a list',
      '<ul><li><p>One</p></li><li>Two<br>lines</li><li></li></ul>',
      '<ul><li>One</li><li>Two<br>lines</li></ul>',
    ],
    ['paragraphs in an item', '<ol><li><p>One</p><p>Two</p></li></ol>', '<ol><li>One<br>Two</li></ol>'],
    ['nested lists', '<ul><li>A<ol><li>B</li></ol></li></ul>', '<ul><li>A<ol><li>B</li></ol></li></ul>'],
    [
      'a list beside its item',
      '<ul><li>A</li><ul><li>B</li></ul></ul>',
      '<ul><li>A<ul><li>B</li></ul></li></ul>',
    ],
    ['a list in an empty item', '<ul><li><ul><li>B</li></ul></li></ul>', '<ul><li>B</li></ul>'],
    ['text in a list', '<ul>A<li>B</li></ul>', '<ul><li>A</li><li>B</li></ul>'],
    ['an item without a list', '<li>A</li>', '<p>A</p>'],
    ['unclosed tags', '<p>A<ul><li>B<li>C', '<p>A</p><ul><li>B</li><li>C</li></ul>'],
    ['a list in emphasis', '<b>A<ul><li>B</li></ul></b>', '<p>A</p><ul><li>B</li></ul>'],
    ['headings', '<h1>A</h1><h4>B</h4><h6>C</h6>', '<h3>A</h3><h4>B</h4><h5>C</h5>'],
    ['headings that begin low', '<h5>A</h5>x', '<h3>A</h3><p>x</p>'],
    [
      'headings that begin with a lower one',
      '<h4>A</h4><h2>B</h2><h4>C</h4>',
      '<h3>A</h3><h3>B</h3><h4>C</h4>',
    ],
    [
      'headings that skip a level which appears later',
      '<h2>A</h2><h6>B</h6><h4>C</h4>',
      '<h3>A</h3><h4>B</h4><h4>C</h4>',
    ],
    [
      'all depths of headings',
      '<h1>A</h1><h2>B</h2><h3>C</h3><h4>D</h4><h5>E</h5>',
      '<h3>A</h3><h4>B</h4><h5>C</h5><h6>D</h6><h6>E</h6>',
    ],
    [
      'a table',
      '<table><tr><th>A<th>B<tr><td>1<td>2 <b>x</b></table>',
      '<table><thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead><tr><td>1</td><td>2 <strong>x</strong></td></tr></table>',
    ],
    [
      'a table of head rows only',
      '<table><tr><th>A</th></tr></table>',
      '<table><tr><th scope="col">A</th></tr></table>',
    ],
    [
      'text in a table',
      '<table><caption>T</caption><tr><td>1</td></tr>x</table>',
      '<p>T</p><p>x</p><table><tr><td>1</td></tr></table>',
    ],
    [
      'a cell over columns',
      '<table><tr><td colspan="2">1</td></tr></table>',
      '<table><tr><td>1</td><td></td></tr></table>',
    ],
    [
      'cells over rows and columns',
      '<table><tr><td rowspan="2" colspan="2">1</td><td>2</td></tr><tr><td>3</td></tr><tr><td>4</td><td rowspan="9">5</td><td>6</td></tr></table>',
      '<table><tr><td>1</td><td></td><td>2</td></tr><tr><td></td><td></td><td>3</td></tr><tr><td>4</td><td>5</td><td>6</td></tr></table>',
    ],
    [
      'a cell over three rows',
      '<table><tr><td rowspan="3">1</td><td>2</td></tr><tr><td>3</td></tr><tr><td>4</td></tr></table>',
      '<table><tr><td>1</td><td>2</td></tr><tr><td></td><td>3</td></tr><tr><td></td><td>4</td></tr></table>',
    ],
    [
      'a last cell that reaches down',
      '<table><tr><td>1</td><td rowspan="2">2</td></tr><tr><td>3</td></tr></table>',
      '<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td></td></tr></table>',
    ],
    [
      'a head with a blank corner',
      '<table><tr><td></td><th>A</th></tr><tr><th>B</th><td>1</td></tr><tr><th></th><td>2</td></tr></table>',
      '<table><thead><tr><td></td><th scope="col">A</th></tr></thead><tr><th scope="row">B</th><td>1</td></tr><tr><td></td><td>2</td></tr></table>',
    ],
    [
      'a cell over no columns, or over what is no number',
      '<table><tr><td colspan="0">1</td><td colspan="x">2</td><td colspan="-3">3</td></tr></table>',
      '<table><tr><td>1</td><td>2</td><td>3</td></tr></table>',
    ],
    [
      'a list in a cell',
      '<table><tr><td><ul><li>1</li><li>2</li></ul></td></tr></table>',
      '<table><tr><td>1<br>2</td></tr></table>',
    ],
    [
      'links',
      '<a href=" https://a/?b=1&c=2 " target=_blank>x</a> <a href="http://A.de">y</a>',
      '<p><a href="https://a/?b=1&amp;c=2">x</a> <a href="http://A.de">y</a></p>',
    ],
    [
      'links with characters that a URL must not contain',
      '<a href="https://a/b c/{d}|^?e=`f`&quot;\\">x</a> <a href="mailto:a b@c">m</a> <a href="https://a b/">n</a>',
      '<p><a href="https://a/b%20c/%7Bd%7D%7C%5E?e=%60f%60%22%5C">x</a> <a href="mailto:a%20b@c">m</a> n</p>',
    ],
    [
      'links elsewhere',
      '<a href="mailto:a@b">m</a> <a href="tel:1">t</a>',
      '<p><a href="mailto:a@b">m</a> <a href="tel:1">t</a></p>',
    ],
    [
      'links to nowhere',
      '<a href="javascript:x(`https://a/`)">a</a> <a href="data:x">b</a> <a href="/c?https://a/">c</a> <a href="//d/">d</a>',
      '<p>a b c d</p>',
    ],
    ['links that hide', '<a href="java\tscript:x">a</a> <a href="&#106;avascript:x">b</a>', '<p>a b</p>'],
    [
      'entities',
      '<p>&auml;&nbsp;&lt;&quot;&amp;amp;&#8211;\u00a0"</p>',
      '<p>ä&nbsp;&lt;"&amp;amp;–&nbsp;"</p>',
    ],
    [
      'unseen things',
      '<style>a</style><p onclick="x">A<img src=x onerror=y><svg><text>B</text></svg></p><iframe>z</iframe>',
      '<p>AB</p>',
    ],
    [
      'block delimiters',
      '<!-- wp:html --><p>A --&gt; <!-- /wp:group --> &lt;!-- wp:x --&gt;</p>',
      '<p>A --&gt; &lt;!-- wp:x --&gt;</p>',
    ],
    [
      'macros',
      '<p>[gallery ids="1"] [/x] [[y]] [1] [ ]</p>',
      '<p><span>[</span>gallery ids="1"] <span>[</span>/x] <span>[</span><span>[</span>y]] [1] [ ]</p>',
    ],
    ['numbers of characters as text', '<p>&amp;#60; &amp;lt; \\</p>', '<p>&amp;&#35;60; &amp;lt; \\</p>'],
    ['what cannot be stored', 'A\u0000B\u0007\ud800C', '<p>AB\ufffdC</p>'],
  ])('becomes blocks: %s', (_, html, expected) => {
    expect(bare(htmlBlocks(html))).toBe(expected)
  })

  const row = (columns: number): string =>
    `<tr>${Array.from({ length: columns }, (_, at) => `<td>${at}</td>`).join('')}</tr>`

  it.each([1, 2, 4])(
    'in a table of %i columns gets even ones, so that a phone shows all of it',
    (columns) => {
      expect(htmlBlocks(`<table><tr><td>x</td></tr>${row(columns)}</table>`)).toContain(
        '<!-- wp:table {"hasFixedLayout":true} -->\n<figure class="wp-block-table"><table class="has-fixed-layout"><tbody>',
      )
    },
  )

  it('in a table of more columns is scrolled, with the keyboard, too', () => {
    const html = htmlBlocks(`<table><tr><th>x</th></tr>${row(5)}</table>`)
    const th = '<th style="border:1px solid;padding:0.5em;text-align:start" scope="col">x</th>'
    expect(html).toContain(
      `<!-- wp:html -->\n<figure class="wp-block-table" style="margin:1em 0;overflow:auto" tabindex="0"><table style="border-collapse:collapse;width:100%"><thead><tr>${th}</tr></thead><tbody><tr><td style="border:1px solid;padding:0.5em">0</td>`,
    )
    expect(html).toMatch(/<\/table><\/figure>\n<!-- \/wp:html -->$/)
  })

  it('ends somewhere however deep it is nested', () => {
    const deep = '<ul><li>x'.repeat(5_000)
    expect(htmlBlocks(deep)).toContain('x')
    expect(htmlBlocks('<div><b>'.repeat(5_000) + 'x')).toContain('x')
  })

  it('keeps all words in order', () => {
    const anyWord = fc.stringMatching(/^[a-z]{1,6}$/)
    const { nodes } = fc.letrec<{ nodes: string; node: string }>((tie) => ({
      nodes: fc.array(tie('node'), { maxLength: 4 }).map((parts) => parts.join(' ')),
      node: fc.oneof(
        { maxDepth: 4 },
        anyWord,
        fc
          .tuple(fc.constantFrom('p', 'div', 'b', 'span', 'h2', 'blockquote', 'custom'), tie('nodes'))
          .map(([tag, inner]) => `<${tag}>${inner}</${tag}>`),
        fc
          .array(anyWord, { minLength: 1 })
          .map((items) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`),
      ),
    }))
    fc.assert(
      fc.property(nodes, (html) => {
        expect(wordsOf(htmlBlocks(html))).toEqual(html.replaceAll(/<[^>]*>/g, ' ').match(/\p{L}+/gu) ?? [])
      }),
    )
  })

  it('reads the same after a second pass', () => {
    fc.assert(
      fc.property(anyMarkup, (html) => {
        const once = htmlBlocks(html)
        expect(htmlBlocks(once).replaceAll(/<h\d|"level":\d,/g, '')).toBe(
          once.replaceAll(/<h\d|"level":\d,/g, ''),
        )
      }),
    )
  })
})

describe('plain text', () => {
  it('becomes paragraphs, in which markup is text', () => {
    expect(bare(plainBlocks('A <b>\r\nB & "C"\n \n\nD\n'))).toBe('<p>A &lt;b&gt;<br>B &amp; "C"</p><p>D</p>')
    expect(plainBlocks(' \n\u00a0\n')).toBe('')
  })
})
