import { linesFor } from '../../../src/cli/terminal/wrap.ts'
import { toOneLine } from '../../../src/lib/text/one-line.ts'
import { blockTokens, withoutDelimiters } from '../../../src/core/markup/block-tokens.ts'
import { classesOf, replaceClass } from '../../../src/core/markup/block-classes.ts'
import { findBlock } from '../../../src/core/markup/find-block.ts'
import { readableLines } from '../../../src/core/markup/readable.ts'
import { unitsOf } from '../../../src/core/markup/units.ts'
import { factsOf, readingOf } from '../../../src/core/markup/visible-content.ts'
import { addressesIn } from '../../../src/core/media/unused-media.ts'
import { latinName } from '../../../src/core/text/latin-name.ts'
import { recordOfPage, recordOfSlug } from '../../../src/core/page/compare-page.ts'
import { pagesLinked } from '../../../src/core/page/links.ts'
import { withoutDigests } from '../../../src/core/merge/text-digests.ts'
import { toDecimal } from '../../../src/core/text/decimal.ts'
import { toProduct } from '../../../src/core/reading/read-product.ts'
import { seoOf } from '../../../src/core/record/seo.ts'
import { escapeAttribute, escapeText, escapeTitle } from '../../../src/core/text/escape.ts'
import { htmlBlocks, plainBlocks } from '../../../src/core/html/text-blocks.ts'
import { escapeMarkdown } from '../../../src/core/report/markdown.ts'
import { generalText } from '../../../src/core/report/reasons/show.ts'
import { withoutCommands } from '../../../src/store/formats/upgrades/text-reasons.ts'
import { plainWords } from '../../../src/lib/http/plain-words.ts'
import { retryAfterMs } from '../../../src/lib/retry-after.ts'
import { diffWords } from '../../../src/ops/pages/shared/word-diff.ts'
import { key, pageOf } from './records.ts'

/** A function that parses external text, and its worst input so far, for repetition. */
export type TextReader = {
  name: string
  read: (text: string) => unknown
  worst: readonly string[]
  /** The longest text that it receives; one megabyte by default. */
  longest?: number
}

const open = `<!-- wp:group {"className":"product-mirror gtin-${key.gtin} lang-${key.language}"} -->\n`
const close = '\n<!-- /wp:group -->'
const terminal = Object.assign(Object.create(process.stdout), { isTTY: true, columns: 80 })

function changeClass(text: string): void {
  const content = `${open}<div ${text}>x</div>${close}`
  const place = findBlock(content, key)
  if (place.state !== 'ok') return
  classesOf(content, place)
  replaceClass(content, place, { isOld: () => true, token: 'x' })
}

/** Every function of ours that searches for patterns in external text. */
export const textReaders: readonly TextReader[] = [
  { name: 'a number', read: toDecimal, worst: ['0', '0.'] },
  { name: 'a product’s number', read: (text) => toProduct({ ...key, name: 'x', price: text }), worst: ['0'] },
  { name: 'a product’s texts', read: readProduct, worst: ['[', ' ', '<b>', '<a href=//a.', '<a '] },
  { name: 'a reason of an earlier version', read: withoutCommands, worst: [' ', ': ', ':  product-mirror'] },
  { name: 'the group of a reason', read: generalText, worst: [' ', '1.', 'de-de '] },
  { name: 'a line for a terminal', read: toOneLine, worst: [' '] },
  { name: 'a line to wrap', read: (text) => linesFor(terminal, [text]), worst: ['product-mirror '] },
  { name: 'an error page', read: plainWords, worst: ['<', '<!--', '<head ', '<script>'] },
  { name: 'a page', read: (text) => findBlock(text, key), worst: ["class='", '<!-- wp:a {'] },
  {
    name: 'a mirrored block',
    read: (text) => findBlock(`${open}<div>${text}</div>${close}`, key),
    worst: ['<'],
  },
  {
    name: 'a wrapper',
    read: (text) => findBlock(`${open}<${text}</div>${close}`, key),
    worst: ['a', '"', 'a"'],
  },
  { name: 'the classes of a wrapper', read: changeClass, worst: ['class="x" ', 'a '] },
  { name: 'block delimiters', read: blockTokens, worst: ['<!-- wp:a {', '<!--'] },
  { name: 'markup without delimiters', read: withoutDelimiters, worst: ['<!-- wp:'] },
  {
    name: 'language links',
    read: (text) => pagesLinked(`<a href="${text}">${text}`, key.gtin),
    worst: [`gtin-${key.gtin}-`, '<a href="', '<a ', ' href=""'],
  },
  {
    name: 'the record of a page',
    read: (text) => recordOfPage(pageOf(undefined, { content: text }), ['de']),
    worst: ['product-mirror gtin-'],
  },
  {
    name: 'the record of a slug',
    read: (text) => recordOfSlug(`gtin-${key.gtin}-${text}`, ['de']),
    worst: ['__trashed'],
  },
  { name: 'digests on a page', read: withoutDigests, worst: [' mirrored-v1-'] },
  { name: 'visible content', read: factsOf, worst: ['<b>', '<ul><li>', '<svg>'] },
  { name: 'a title', read: readingOf, worst: ['<b>'] },
  { name: 'readable lines', read: readableLines, worst: ['<b>', '<'] },
  { name: 'units', read: unitsOf, worst: ['<b>', '<div><p></p>', '<!-- wp:a -->'] },
  { name: 'addresses in markup', read: addressesIn, worst: ['href="'] },
  { name: 'a text to escape', read: escapeText, worst: ['[', '[/'] },
  { name: 'an attribute to escape', read: escapeAttribute, worst: ['['] },
  { name: 'a title to escape', read: escapeTitle, worst: ['[', ' '] },
  { name: 'a plain text', read: plainBlocks, worst: ['\n', '\n ', ' '] },
  { name: 'a partner’s markup', read: htmlBlocks, worst: ['[', '<', '<td>x', '</p>'], longest: 300_000 },
  {
    name: 'a name for search engines',
    read: (text) => seoOf({ name: text, intro: text, application_short: '' }),
    worst: ['- '],
  },
  { name: 'a file name', read: (text) => latinName(text, 'de'), worst: ['-', ' '] },
  { name: 'a text in Markdown', read: escapeMarkdown, worst: ['*'] },
  { name: 'two texts to compare', read: (text) => diffWords(text, `y${text}`), worst: ['a '] },
  { name: 'a time to wait', read: (text) => retryAfterMs(text, 0), worst: ['1', 'Mon '] },
]

function readProduct(text: string): unknown {
  const fields = { intro: text, application: text, image: text, attributes: [{ name: text, value: text }] }
  return toProduct({ ...key, name: text, ...fields })
}
