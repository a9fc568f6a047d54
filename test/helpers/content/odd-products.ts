import type { ProductPatch } from '../../../src/mock/contracts/stats.ts'

const noFiles = { datasheet: '', safety_datasheet: '', declaration_of_performance: '', banner: '' }
const longWord = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(6)
const longUrl = `https://example.com/${'a-path-without-an-end/'.repeat(12)}?x=1&amp;y=2`

const nestedLists = `<ul><li>One<ol><li>Two<ul><li>Three<ul><li>Four</li></ul></li></ul>and more</li><li></li></ol>
  after</li><li><p>A paragraph</p><p>and another</p></li><li><b>Bold<ul><li>below</li></ul></b></li></ul>
  <ol start="4" reversed type="a"><li>d</li><ul><li>astray</li></ul></ol><ul></ul><li>alone</li>`

const spans = `<table border="1"><caption>Sizes</caption><colgroup><col span="2"></colgroup>
  <thead><tr><th rowspan="2">Size</th><th colspan="2">Roll &amp; box</th></tr><tr><th>m</th><th>mm</th></tr></thead>
  <tbody><tr><td rowspan="3">A</td><td>1</td><td></td></tr><tr><td colspan="2">2<br>3</td></tr><tr></tr></tbody>
  <tfoot><tr><td>Sum</td><td><a href="https://example.com/">4</a></td><td><ul><li>x</li><li>y</li></ul></td></tr></tfoot></table>`
const wide = `<table><tr>${'<th>Column</th>'.repeat(9)}</tr><tr>${'<td>1.234,56</td>'.repeat(9)}</tr></table>`
const inside = `<table><tr><td>Outer<table><tr><td>inner</td></tr></table></td><td>${longWord}</td></tr></table><table></table>`

const quotes = `"Duo" & 'Co' <b>x</b> C:\\neu\\u0041 1/2" &amp; &nbsp; – “„ --> ]]> $1 $& [gallery] {{x}} <!-- wp:html --> 🧱`

const unclean = `Loose text <p>open <strong>bold <em>both</strong> rest</em>
  <h1>First</h1><h6>Deep</h6><h3></h3><h4>&nbsp;</h4><div><div><p>In boxes</p>text</div></div>
  <script>alert(1)</script><style>p{color:red}</style><iframe src="https://example.com/"></iframe><svg><text>s</text></svg>
  <a href="javascript:alert(1)">bad</a> <a name="x"></a><a href="/relative"><p>block in link</p></a>
  <img src="https://example.com/x.png" onerror="alert(1)"><hr><blockquote>Said<p>twice</p></blockquote><pre>  two
  lines</pre><dl><dt>Term</dt><dd>Meaning</dd></dl>H<sub>2</sub>O<sup>3</sup><br><br><center><font size="7">big</font></center>
  <!-- wp:paragraph --><p>fenced</p><!-- /wp:paragraph --><!-- wp:more --><!--more-->`

const links = `<p><a href="https://example.com/a b/{c}|^?q=\`x\`">spaces</a> <a href="https://exa mple.com/">no host</a>
  <a href="https://example.com/ü?ä=ö#ß">umlauts</a> <a href="mailto:a b@example.com">mail</a> <a href="#top">here</a>
  <a href="tel:+49 123">phone</a> <a href="https://example.com/">outer <a href="https://example.com/">inner</a></a></p>`
const unordered = `<h4>Deep first</h4><p>One</p><h2>Higher</h2><p>Two</p><h6>Deepest</h6><h3>Between</h3><p>Three</p>`

/** Values that the bundled partner never generates, one product for each: its name, and the fields to override. */
export const oddProducts: readonly (readonly [string, ProductPatch])[] = [
  ['nested lists', { ...noFiles, advantages: nestedLists, application: nestedLists.repeat(2) }],
  ['tables', { ...noFiles, substrate: spans, limiting_factors: `${wide}${inside}`, application: spans }],
  [
    'long words',
    {
      name: `Band ${longWord}`,
      intro: `${longWord}\n\n${longWord}`,
      advantages: `<ul><li>${longWord}</li><li><a href="${longUrl}">${longUrl}</a></li></ul>`,
      application: `<h2>${longWord}</h2><p>${longWord}</p>`,
      attributes: [{ name: longWord, norm: longWord, value: longWord }],
      materials: [{ name: longWord, value: longWord }],
    },
  ],
  [
    'entities and quotes',
    {
      ...noFiles,
      name: quotes,
      intro: `${quotes}\n${quotes}`,
      application_short: quotes,
      advantages: `<ul><li title='a"b'>${quotes}</li></ul>&#8211;&eacute;&lt;p&gt;&bogus;&#0;&#x1F9F1;`,
      trade_unit: quotes,
      attributes: [{ name: quotes, norm: quotes, value: quotes }],
    },
  ],
  [
    'unclean markup',
    { ...noFiles, application: unclean, limiting_factors: unclean, substrate: '<p></p><br>' },
  ],
  [
    'links and headings',
    { application: links + unordered, limiting_factors: `${unordered}<h1>Last</h1>`, substrate: links },
  ],
  [
    'words from right to left',
    {
      name: 'شريط 60 مم × 25 م',
      intro: 'شريط لاصق (EN 13501-1) للأسطح.',
      advantages: '<ul><li>يلتصق بالخشب<ul><li>و OSB/3</li></ul></li></ul>',
      application: '<h2>السقف</h2><p>من <b>−5 °C</b> إلى <bdo dir="ltr">+40</bdo></p>',
      limiting_factors:
        '<table><tr><th>السطح</th><th>التمهيد</th><th>ملاحظة</th></tr><tr><td>خشب</td><td>لا</td><td></td></tr></table>',
    },
  ],
  [
    'nearly nothing',
    Object.fromEntries(
      [
        'intro application application_short advantages substrate limiting_factors price length width height area joint weight',
        'folded trade_unit packaging_unit packaging_unit_quantity bundle_unit bundle_unit_quantity attributes materials image banner',
        'item_number availability datasheet safety_datasheet declaration_of_performance',
      ]
        .flatMap((fields) => fields.split(' '))
        .map((field) => [field, null]),
    ),
  ],
]
