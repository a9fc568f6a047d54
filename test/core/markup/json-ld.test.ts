import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import { blockTokens } from '../../../src/core/markup/block-tokens.ts'
import { joinBlocks, paragraph } from '../../../src/core/markup/blocks.ts'
import {
  asDiscontinued,
  hasFilteredJsonLd,
  isJsonLdBlock,
  jsonLdBlock,
  type JsonLd,
  unfiltered,
  withoutJsonLd,
} from '../../../src/core/markup/json-ld.ts'
import { placesOf } from '../../../src/core/markup/attribute-places.ts'
import { plainLines, readableLines } from '../../../src/core/markup/readable.ts'
import { unitsOf } from '../../../src/core/markup/units.ts'
import { factsOf, sameFacts } from '../../../src/core/markup/visible-content.ts'
import { undress } from '../../../src/core/markup/dress.ts'
import { anyHostileText } from '../../helpers/content/hostile-texts.ts'

const product = (name: string) => ({ '@context': 'https://schema.org', '@type': 'Product', name })
const block = jsonLdBlock(product('Tape'))
const text = paragraph('Tape for roofs.')

/** The elements of markup with their text, as a browser finds them. */
function elementsIn(html: string): { name: string; text: string }[] {
  const found: { name: string; text: string }[] = []
  const parser = new Parser({
    onopentag: (name) => void found.push({ name, text: '' }),
    ontext(data) {
      const last = found.at(-1)
      if (last) last.text += data
    },
  })
  parser.end(html)
  return found
}

describe('data for search engines', () => {
  test('is an HTML block with one script on one line', () => {
    expect(block).toBe(
      '<!-- wp:html -->\n<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Tape"}</script>\n<!-- /wp:html -->',
    )
    expect(jsonLdBlock(undefined)).toBe('')
  })

  test.each([
    ['the end of the script', '</script><b>', '\\u003c/script\\u003e\\u003cb\\u003e'],
    [
      'comments',
      '<!-- wp:x --> & -->',
      '\\u003c!\\u002d\\u002d wp:x \\u002d\\u002d\\u003e \\u0026 \\u002d\\u002d\\u003e',
    ],
    ['quotes and backslashes', 'a "b" \\ \'', "a \\u0022b\\u0022 \\u005c '"],
    ['macros', '[gallery]', '\\u005bgallery\\u005d'],
    ['invisible characters', 'a\u00a0\u2028\u200b\u00ad', 'a\\u00a0\\u2028\\u200b\\u00ad'],
    ['emoji', '😀 ä 漢', '\\ud83d\\ude00 ä 漢'],
  ])('escapes %s', (_, name, json) => {
    expect(jsonLdBlock(product(name))).toContain(`"name":"${json}"}</script>`)
  })

  test('is read back unchanged, whatever it contains, and is one element of one block', () => {
    fc.assert(
      fc.property(anyHostileText(), anyHostileText(), (name, other) => {
        const data = {
          ...product(name.toWellFormed()),
          list: [other.toWellFormed(), { [name.toWellFormed()]: 1 }],
        }
        const made = jsonLdBlock(data)
        const [script, ...others] = elementsIn(made)
        expect(others).toEqual([])
        expect(JSON.parse(String(script?.text).trim())).toEqual(data)
        expect(blockTokens(made)).toHaveLength(2)
        const json = made.split('\n')[1] ?? ''
        expect(json.replace(/^<script[^>]*>|<\/script>$/g, '')).not.toMatch(/[<>&]|--|\[[a-z/]/i)
        // A filter without the right to write scripts, and back.
        expect(unfiltered(made.replaceAll(/<\/?script[^>]*>/g, ''))).toBe(made)
        expect(withoutJsonLd(joinBlocks([text, made, text]))).toBe(joinBlocks([text, text]))
      }),
    )
  })

  test('is found in any spelling, and removed with its separator', () => {
    const spelled = block
      .replace('wp:html', 'wp:html {"metadata":{"blockVisibility":false}}')
      .replace('<script type="application/ld+json">', "<script class='yoast' type='application/ld+json' >\n")
    expect(isJsonLdBlock(block)).toBe(true)
    expect(isJsonLdBlock(spelled)).toBe(true)
    expect(isJsonLdBlock(text)).toBe(false)
    expect(isJsonLdBlock('<!-- wp:html --><script>1</script><!-- /wp:html -->')).toBe(false)
    expect(isJsonLdBlock(joinBlocks([block, text]))).toBe(false)
    expect(withoutJsonLd(joinBlocks([text, spelled]))).toBe(text)
    expect(withoutJsonLd(joinBlocks([block, text]))).toBe(text)
    expect(withoutJsonLd(text)).toBe(text)
  })

  test('whose tags a filter removed is recognized; an editor’s own HTML is not', () => {
    const filtered = block.replaceAll(/<\/?script[^>]*>/g, '')
    expect(hasFilteredJsonLd(joinBlocks([text, filtered]))).toBe(true)
    expect(unfiltered(joinBlocks([text, filtered]))).toBe(joinBlocks([text, block]))
    for (const other of [block, text, '<!-- wp:html -->\n{"a":1}\n<!-- /wp:html -->'])
      expect(hasFilteredJsonLd(other)).toBe(false)
  })
})

describe('a script with data', () => {
  test('adds nothing to the text of a page', () => {
    expect(factsOf(block)).toMatchObject([{ kind: 'data' }])
    expect(plainLines(joinBlocks([text, block, text]))).toEqual(['Tape for roofs.', 'Tape for roofs.'])
    expect(readableLines(joinBlocks([text, block, text]))).toEqual([
      'Tape for roofs.',
      '[JSON-LD] @context: https://schema.org',
      '[JSON-LD] @type: Product',
      '[JSON-LD] name: Tape',
      'Tape for roofs.',
    ])
    expect(factsOf('<p>a</p><script>"b"</script>')).toEqual(factsOf('<p>a</p>'))
    const at = (markup: string) => placesOf(markup).at(-1)?.at
    expect(at(joinBlocks([block, text]))).toBe(at(text))
  })

  test('is compared by its content, not by its layout', () => {
    const other = block.replace('{"@context":"https://schema.org",', '{ "@context" : "https://schema.org",\n')
    expect(sameFacts(block, other)).toBe(true)
    expect(sameFacts(block, jsonLdBlock(product('Tap')))).toBe(false)
    const broken = block.replace('}<', '<')
    expect(sameFacts(block, broken)).toBe(false)
    expect(sameFacts(broken, broken.replace('>{', '> {'))).toBe(true)
  })

  test('is one part of the page, as a block and as an element', () => {
    const script = block.split('\n')[1] ?? ''
    expect(unitsOf(joinBlocks([text, block]))?.map(({ kind }) => kind)).toEqual(['core/paragraph', 'json-ld'])
    expect(unitsOf(`<p>a</p>${script}`)?.map(({ kind }) => kind)).toEqual(['p', 'json-ld'])
  })

  test('has the same meaning after the site moved', () => {
    const image = (host: string) =>
      unitsOf(jsonLdBlock({ ...product('Tape'), image: `https://${host}/2026/11/a.jpg` }))?.[0]
    expect(image('a.example')?.says).not.toEqual(image('b.example')?.says)
    expect(image('a.example')?.means).toEqual(image('b.example')?.means)
  })

  test('keeps its type when an editor’s attributes are removed', () => {
    expect(undress(block, text)).toBe(block)
  })
})

test('offers of a product that is no longer available are discontinued, and nothing else changes', () => {
  const dataOf = (offers: JsonLd | undefined) => jsonLdBlock({ '@type': 'Product', name: 'Band', offers })
  const offer = { '@type': 'Offer', price: '9.50' }
  const gone = dataOf({ '@type': 'Offer', availability: 'https://schema.org/Discontinued', price: '9.50' })
  const words = '<p>"availability":"x" "@type":"Offer"</p>'
  expect(asDiscontinued(`${words}\n\n${dataOf(offer)}`)).toBe(`${words}\n\n${gone}`)
  const available = dataOf({ '@type': 'Offer', availability: 'https://schema.org/InStock', price: '9.50' })
  expect(asDiscontinued(available)).toBe(gone)
  expect(asDiscontinued(dataOf(undefined))).toBe(dataOf(undefined))
})
