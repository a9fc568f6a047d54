import fc from 'fast-check'

/** Parts of markup in the spelling of the renderer. */
const regular = [
  ...'div figure figcaption p h2 h3 ul ol li table thead tbody tr th td a strong em sub span code'
    .split(' ')
    .flatMap((name) => [`<${name}>`, `</${name}>`, `<${name}></${name}>`]),
  '<br>',
  '<br/>',
  '<img src="https://cms.example/1.jpg" alt="Tape &amp; more" class="wp-image-7"/>',
  '<a href="https://cms.example/?a=1&amp;b=2">link</a>',
  '<p class="lead">text</p>',
  '<!-- wp:paragraph -->',
  '<!-- /wp:paragraph -->',
  '<!-- wp:list {"className":"wp-block-list"} -->',
  '<!-- wp:latest-posts {"a":1} /-->',
  '<!-- wp:spacer --><!-- /wp:spacer -->',
  '<script type="application/ld+json">{"name":"a \\u003c b","url":"https://cms.example/ "}</script>',
  'text',
  ' a  b ',
  '\n\n',
  '5 &lt; 6 &amp;&#35;39; &quot;x&quot;&nbsp;&#91;y&#93;',
  'ü – 🧱 شريط',
]

/** Parts that the renderer never writes, or that only look like its spelling. */
const hostile = [
  '</undefined>',
  'a><!-- never closed',
  '<',
  '>',
  '</',
  '/>',
  '"',
  "'",
  '=',
  '&',
  ';',
  '-',
  '!',
  '\u0000',
  '\ud800',
  '\udfff',
  '\u00a0',
  '\r\n',
  '\t',
  '\f',
  '<>',
  '</>',
  '< p>',
  '</ p>',
  '<p',
  '<p ',
  '<p/>',
  '<P>',
  '</P>',
  '<p\n>',
  '</p >',
  '</p x="1">',
  '<DIV CLASS="x">',
  '<div/>',
  '<a href="/a"/>',
  '<br></br>',
  '</br>',
  '</img>',
  '<p><p>',
  '<p><div></div></p>',
  '<a href="/a"><a href="/b">x</a></a>',
  '<li><li>',
  '<td><td>',
  '<th><td></td></th>',
  '<tr><tr></tr></tr>',
  '<h2><h3></h3></h2>',
  '<table><td>x</td></table>',
  '<table><tbody><thead></thead></tbody></table>',
  '<dl><dt>a<dd>b</dl>',
  '<b><i>x</b></i>',
  '<hr>',
  '<input>',
  '<form><form></form></form>',
  '<button><button>x</button></button>',
  '<select><option>a<option>b</select>',
  '<image src="a.jpg">',
  '<iframe src="/b"><p>x</p></iframe>',
  '<noembed><p>x</noembed>',
  '<noframes><p>x</noframes>',
  '<xmp><p>x</xmp>',
  '<plaintext>',
  '<style>p > a { x: "</p>" }</style>',
  '<textarea><p>&amp;</textarea>',
  '<title><p>&amp;</title>',
  '<template><p>x</p></template>',
  '<svg><p>x</svg>',
  '<svg/>',
  '<math><mi>x</mi></math>',
  '<foreignObject>',
  '<x-y></x-y>',
  '<script>',
  '</script>',
  '<script>a</script>',
  '<script>a < b</script>',
  '<script>"</scripty>"</script>',
  '<script>x</script >',
  '<script>x</SCRIPT>',
  '<script src="a.js"></script>',
  '<script type="application/ld+json"><!-- {"a":1} --></script>',
  '<script type="application/ld+json">{"a":&amp;}</script>',
  '<script type="Application/LD+JSON">{}</script>',
  '<script type="application/ld+json" type="x">{}</script>',
  '<!-->',
  '<!--->',
  '<!---->',
  '<!-->x-->',
  '<!--->x-->',
  '<!-- -->',
  '<!-- a -- b -->',
  '<!-- a --!>',
  '<!-- a --- -->',
  '<!-- a --->',
  '<!-- unclosed',
  '<!--wp:paragraph-->',
  '<!-- wp:paragraph {"a":"-->"} -->',
  '<!DOCTYPE html>',
  '<!x>',
  '<?xml version="1.0"?>',
  '<![CDATA[ <p>x</p> ]]>',
  '&amp',
  '&amp ',
  '&ampx;',
  '&notit;',
  '&not;',
  '&copy',
  '&bogus;',
  '&#0;',
  '&#x41;',
  '&#65',
  '&#10;',
  '&#13;',
  '&#39;',
  '&#99;',
  '&#100;',
  '&#065;',
  '&#128;',
  '&#150;',
  '&#160;',
  '&#55296;',
  '&#1114112;',
  '&#127;',
  '&#31;',
  '&&amp;',
  '&AMP;',
  '&hellip;',
  '<a href="/x?a=1&copy=2">x</a>',
  '<a href="/x?a=1&lt">x</a>',
  '<a href=/x>x</a>',
  "<a href='/x'>x</a>",
  `<a title='a" href="/x">x</a>`,
  '<a href>x</a>',
  '<span src="/x">x</span>',
  '<a href = "/x">x</a>',
  '<a HREF="/x">x</a>',
  '<a href="/x" href="/y">x</a>',
  '<a class="a"href="/x">x</a>',
  '<a  href="/x">x</a>',
  '<a title="a > b" href="/x">x</a>',
  '<a title="<p>" href="/x">x</a>',
  '<a title="\'" href="/x">x</a>',
  '<a data-x="1" href="/x">x</a>',
  '<a href="/x" / >x</a>',
  '<img alt="a" alt="b"/>',
  '<img src="a.jpg" alt="a\n b"/>',
  '<img src="a.jpg" alt=""/ >',
]

/** A part of markup; most are regular, so that some sequences are well formed. */
export const pieces: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...regular) },
  { weight: 1, arbitrary: fc.constantFrom(...hostile) },
)

type Mutation = (markup: string) => string

const anywhere = fc.double({ min: 0, max: 1, noNaN: true })
const at = (markup: string, share: number): number => Math.floor(share * markup.length)

/** The characters of tags, comments, quotes and entities, at which most changes are made. */
const marks = /[<>"&;/=-]/g

function markAt(markup: string, share: number): number {
  const found = [...markup.matchAll(marks)]
  return found[Math.floor(share * found.length)]?.index ?? at(markup, share)
}

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(anywhere, pieces).map(([share, piece]): Mutation => {
    return (markup) => markup.slice(0, at(markup, share)) + piece + markup.slice(at(markup, share))
  }),
  fc.tuple(anywhere, fc.constantFrom(...hostile), fc.nat({ max: 2 })).map(
    ([share, piece, removed]): Mutation =>
      (markup) =>
        markup.slice(0, markAt(markup, share)) + piece + markup.slice(markAt(markup, share) + removed),
  ),
  fc.tuple(anywhere, fc.nat({ max: 40 })).map(
    ([share, removed]): Mutation =>
      (markup) =>
        markup.slice(0, markAt(markup, share)) + markup.slice(markAt(markup, share) + removed),
  ),
  fc.tuple(anywhere, fc.nat({ max: 120 })).map(([share, length]): Mutation => (markup) => {
    const start = markAt(markup, share)
    return markup.slice(0, start + length) + markup.slice(start)
  }),
  anywhere.map(
    (share): Mutation =>
      (markup) =>
        markup.slice(0, at(markup, share)),
  ),
  fc.tuple(anywhere, fc.nat({ max: 30 })).map(([share, length]): Mutation => (markup) => {
    const start = markAt(markup, share)
    const part = markup.slice(start, start + length)
    return markup.slice(0, start) + part.toUpperCase() + markup.slice(start + length)
  }),
)

/** One to three changes of markup, most of them at its tags, comments, quotes and entities. */
export const mutations: fc.Arbitrary<Mutation> = fc.array(mutation, { minLength: 1, maxLength: 3 }).map(
  (all): Mutation =>
    (markup) =>
      all.reduce((changed, mutate) => mutate(changed), markup),
)

const names = [
  ...'a b br button caption code constructor dd del details div dl dt em figcaption figure font footer form h1 h2 h6'.split(
    ' ',
  ),
  ...'header hr i iframe image img input ins label li main mark math nav object ol optgroup option p picture'.split(
    ' ',
  ),
  ...'plaintext pre s script section select small source span strong style sub summary sup svg table tbody td'.split(
    ' ',
  ),
  ...'template textarea tfoot th thead title tr u ul video xmp'.split(' '),
]

/** Every element inside every other, alone and at the places of our markup, all of them closed. */
export const nestedElements: readonly string[] = names.flatMap((outer) => [
  `<${outer}>a &amp; <!-- b --></${outer}>`,
  `<${outer} href="/a" src="/b" alt="c" type="application/ld+json">1</${outer}>`,
  ...names.flatMap((inner) => {
    const both = `<${outer}><${inner}>a</${inner}>b</${outer}>c`
    return [
      both,
      `<div>${both}</div>`,
      `<ul>${both}</ul>`,
      `<table>${both}</table>`,
      `<table><tbody>${both}</tbody></table>`,
      `<table><tbody><tr>${both}</tr></tbody></table>`,
      `<table><tbody><tr><td>${both}</td></tr></tbody></table>`,
    ]
  }),
])

/** Each hostile part alone and inside well-formed markup. */
export const hostileMarkup: readonly string[] = hostile.flatMap((part) => [
  part,
  `<div>${part}</div>`,
  `<p>a${part}b</p>`,
  `<ul><li>${part}</li></ul>`,
  `<table><tbody><tr><td>${part}</td></tr></tbody></table>`,
  `<img src="${part}" alt="x"/>`,
  `<a href="/x"${part}>x</a>`,
  `<!-- wp:x ${part} -->`,
  `<!-- ${part}-->`,
  `<script type="application/ld+json">${part}</script>`,
  `<${part}p>x</p>`,
  `<p${part}>x</p>`,
  `<p>x</${part}p>`,
  `<p>x</p${part}>`,
])
