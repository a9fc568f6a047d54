import fc from 'fast-check'
import { normalizeBlocks } from '../../../src/mock/cms/text/blocks/serialize-blocks.ts'
import { filterMarkup } from '../../../src/mock/cms/text/kses.ts'

/**
 * Ways in which WordPress, its HTML filter and its editors rewrite markup automatically, in order. `seed` selects the
 * places.
 */
export type Rewriting = { ways: string[]; seed: number }

type Draw = (below: number) => number
type Way = (markup: string, draw: Draw) => string

const silentAttributes = [
  'id="x"',
  'rel="noreferrer noopener"',
  'hreflang="de"',
  'type="application/pdf"',
  'loading="lazy"',
  'style="color:red"',
  'data-x="1"',
]

const ways: Record<string, Way> = {
  'order of attributes': inAttributes((all, draw) =>
    all
      .map((one) => ({ one, place: draw(1000) }))
      .sort((a, b) => a.place - b.place)
      .map(({ one }) => one),
  ),
  'quotes of attributes': inAttributes((all, draw) =>
    all.map((one) => (one.includes("'") || draw(2) === 0 ? one : one.replaceAll('"', "'"))),
  ),
  'attributes that say nothing': inAttributes((all, draw) => [
    ...all,
    ...silentAttributes.filter(() => draw(3) === 0),
  ]),
  'classes lost': inAttributes((all) => all.filter((one) => !one.startsWith('class='))),
  'ends of empty elements': inPieces('tag', (tag, draw) =>
    /^<(?:img|br)\b/.test(tag) ? tag.replace(/ ?\/?>$/, oneOf(['>', '/>', ' />'], draw)) : tag,
  ),
  'spans around words': inPieces('text', (text, draw) =>
    text.replace(/(?<![&#\w])\p{L}+(?![\w;])/gu, (word) =>
      draw(3) === 0 ? `<span lang="de">${word}</span>` : word,
    ),
  ),
  'entities in texts': inPieces('text', respell),
  'entities in attributes': inAttributes((all, draw) =>
    all.map((one) => one.replace(/(?<==")[^"]*/, (value) => respell(value, draw))),
  ),
  'line ends': (markup) => markup.replaceAll('\n', '\r\n'),
  'white space': inPieces('text', (text, draw) =>
    text.replace(/[ \n]/g, (space) => space + oneOf(['', ' ', '\n', '\t'], draw)),
  ),
  // The content of a block that consists only of a comment is that comment, so it must not be removed.
  'comments of blocks with markup': (markup, draw) => withoutComments(normalizeBlocks(markup), draw),
  'names of blocks in full': inPieces('comment', (comment) =>
    comment.replace(/^(<!-- \/?wp:)(?!\S*\/\S)/, '$1core/'),
  ),
  'layout of block attributes': inPieces('comment', (comment) =>
    comment.replace(/\{.*\}/s, (json) => JSON.stringify(JSON.parse(json), null, 2)),
  ),
  'escapes in block attributes': inPieces('comment', (comment, draw) =>
    comment.replace(/"[^"\\]*"/g, (text) =>
      text.replace(/[^"]/g, (char) => (draw(4) === 0 ? `\\u${hex(char).padStart(4, '0')}` : char)),
    ),
  ),
  'the engine’s block parser': normalizeBlocks,
  'the engine’s HTML filter': (markup) =>
    markup
      .split(scripts)
      .map((piece) => (isScript(piece) ? piece : filterMarkup(piece)))
      .join(''),
}

export const rewritingWays: readonly string[] = Object.keys(ways)

export const anyRewriting: fc.Arbitrary<Rewriting> = fc.record({
  ways: fc.shuffledSubarray([...rewritingWays], { minLength: 1 }),
  seed: fc.nat(),
})

/** Well-formed markup after these rewritings in order. */
export function rewrite(markup: string, { ways: names, seed }: Rewriting): string {
  let state = seed
  const draw: Draw = (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  return names.reduce((rewritten, name) => ways[name]?.(rewritten, draw) ?? rewritten, markup)
}

const withoutComments = inPieces('comment', (comment) => (comment.endsWith('/-->') ? comment : ''))

/** Nothing rewrites scripts; without the right to write them, the HTML filter breaks them, which has its own tests. */
const scripts = /(<script[^]*?<\/script>)/

function isScript(piece: string): boolean {
  return piece.startsWith('<script')
}

/** Rewrites only the comments, the tags or the text of markup. */
function inPieces(kind: 'comment' | 'tag' | 'text', change: Way): Way {
  return (markup, draw) =>
    markup.replace(/<script.*?<\/script>|<!--.*?-->|<[^>]*>|[^<]+/gs, (piece) => {
      if (isScript(piece)) return piece
      const is = piece.startsWith('<!--') ? 'comment' : piece.startsWith('<') ? 'tag' : 'text'
      return is === kind ? change(piece, draw) : piece
    })
}

function inAttributes(change: (all: string[], draw: Draw) => string[]): Way {
  return inPieces('tag', (tag, draw) => {
    const [, name = '', attributes = '', end = ''] = /^<([a-z0-9]+)([^]*?)(\s*\/?>)$/.exec(tag) ?? []
    if (name === '') return tag
    const all = attributes.match(/[\w-]+=(?:"[^"]*"|'[^']*')/g) ?? []
    return `<${[name, ...change([...all], draw)].join(' ')}${end}`
  })
}

/** The same characters, some as entities, some in another spelling. */
function respell(text: string, draw: Draw): string {
  return text.replace(/&#?\w+;|[^]/gu, (unit) => {
    const char = unit.length > 2 ? spelt[unit] : unit
    if (char === undefined || draw(4) > 0) return unit
    return oneOf([`&#${char.codePointAt(0)};`, `&#x${hex(char)};`, `&#0${char.codePointAt(0)};`], draw)
  })
}

const spelt: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': '\u00a0',
}

function hex(char: string): string {
  return (char.codePointAt(0) ?? 0).toString(16)
}

function oneOf(choices: readonly string[], draw: Draw): string {
  return choices[draw(choices.length)] ?? ''
}
