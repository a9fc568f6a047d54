import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanTextLine, cleanUrl } from '../../../../src/mock/cms/text/clean.ts'
import { parseBlocks } from '../../../../src/mock/cms/text/blocks/parse-blocks.ts'
import { normalizeBlocks, serializeBlocks } from '../../../../src/mock/cms/text/blocks/serialize-blocks.ts'
import { toParagraphs } from '../../../../src/mock/cms/text/paragraphs.ts'
import { stripTags } from '../../../../src/mock/cms/text/php-text.ts'
import { toSlug } from '../../../../src/mock/cms/text/slug.ts'
import { texturize } from '../../../../src/mock/cms/text/texturize.ts'

const pieces = [
  'a',
  'é ',
  ' ',
  '.',
  '...',
  '-',
  '--',
  '&',
  '&amp;',
  '<b>',
  '</b>',
  '<',
  '>',
  '5x5',
  '0x1',
  '9',
  '(',
  ')',
  '/',
  ':',
  '%20',
  '%2',
  '\0',
  '\ufeff',
  '<!-- c -->',
  '[gallery]',
  'http://',
  '\n',
  "'",
  '"',
]
const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((all) => all.join(''))

test.each([
  ['a slug', toSlug],
  ['a text without tags', stripTags],
  ['a plain line', cleanTextLine],
  ['an address', cleanUrl],
])('sanitizing %s a second time changes nothing', (_what, clean) => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(clean(clean(text))).toBe(clean(text))
    }),
  )
})

test('typography of text without quotes is idempotent', () => {
  const unquoted = texts.map((text) => text.replaceAll(/["']/g, ''))
  fc.assert(
    fc.property(unquoted, (text) => {
      expect(texturize(texturize(text))).toBe(texturize(text))
    }),
  )
})

test('typography changes punctuation only, no letters and no tags', () => {
  const straight = (text: string): string =>
    text
      .replaceAll(/&#82(16|17|42);/g, "'")
      .replaceAll(/&#82(20|21|43);/g, '"')
      .replaceAll(/"|''/g, '')
      .replaceAll("'", '')
      .replaceAll('&#8212;', '--')
      .replaceAll('&#8211;', '-')
      .replaceAll(/-+/g, '-')
      .replaceAll('&#8230;', '...')
      .replaceAll('&#215;', 'x')
      .replaceAll('&#038;', '&')
  fc.assert(
    fc.property(texts, (text) => {
      expect(straight(texturize(text))).toBe(straight(text))
    }),
  )
})

test('paragraphs keep every word', () => {
  const words = fc.array(
    fc.constantFrom('one', 'two', ' ', '\n', '\n\n', '<br>', '<em>', '</em>', '<div>', '</div>'),
  )
  const letters = (html: string): string => stripTags(html).replaceAll(/\s/g, '')
  fc.assert(
    fc.property(words, (all) => {
      const text = all.join('')
      expect(letters(toParagraphs(text))).toBe(letters(text))
    }),
  )
})

const attributes = fc.constantFrom('', '{"align":"left"} ', '{"a":[1,{"b":"\\u002d\\u002d\\u003c"}]} ')
const names = fc.constantFrom('paragraph', 'x/y', 'group')
const { document } = fc.letrec<{ document: string; block: string }>((tie) => ({
  document: fc
    .array(
      fc.oneof(
        { withCrossShrink: true },
        fc.constantFrom('<p>a</p>', '\n\n', 'b', '<!-- c -->'),
        tie('block'),
      ),
      { maxLength: 4 },
    )
    .map((all) => all.join('')),
  block: fc
    .tuple(names, attributes, fc.oneof({ maxDepth: 3 }, fc.constant(''), tie('document')))
    .map(([name, json, inner]) =>
      inner === '' ? `<!-- wp:${name} ${json}/-->` : `<!-- wp:${name} ${json}-->${inner}<!-- /wp:${name} -->`,
    ),
}))

test('well-formed blocks are parsed and serialized without a change', () => {
  fc.assert(
    fc.property(document, (content) => {
      expect(serializeBlocks(parseBlocks(content))).toBe(content)
      expect(normalizeBlocks(content)).toBe(content)
    }),
  )
})
