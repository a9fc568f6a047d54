import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recordOfPage } from '../../../src/core/page/compare-page.ts'
import { wrapBlock } from '../../../src/core/markup/wrap-block.ts'
import { slugOf } from '../../../src/core/record/record.ts'
import { anyGtin, anyMarkup } from '../../helpers/content/arbitraries.ts'
import { pageOf, textsOf } from '../../helpers/content/records.ts'
import { anyCharacters } from '../../helpers/content/any-characters.ts'

const codes = ['de', 'de-de', 'de-at', 'es', 'es-419', 'zh-hant-tw', 'en']
const anyLanguages = fc.shuffledSubarray(codes, { minLength: 1 })
/** Endings that the engine appends to the slug of a page if the slug is taken or the page is trashed. */
const anyEnding = fc.constantFrom('', '-2', '-3', '-17', '__trashed', '-2__trashed')
const noBlock = anyMarkup.filter((markup) => !markup.includes('gtin-'))

test('a page with a record’s block belongs to that record, whatever its slug and other text', () => {
  const anyPlace = fc.tuple(
    fc.oneof(
      fc.string(),
      anyGtin.map((gtin) => `gtin-${gtin}-de`),
    ),
    noBlock,
    noBlock,
  )
  fc.assert(
    fc.property(anyGtin, fc.constantFrom(...codes), anyPlace, (gtin, language, [slug, before, after]) => {
      const key = { gtin, language }
      const content = before + wrapBlock(key, '<p>x</p>') + after
      expect(recordOfPage(pageOf(textsOf(), { slug, content }), ['de'])).toEqual(key)
    }),
  )
})

test('a page without a block belongs to the record of its slug, also numbered or trashed', () => {
  fc.assert(
    fc.property(
      anyGtin,
      anyLanguages,
      fc.nat(),
      fc.tuple(anyEnding, noBlock),
      (gtin, languages, which, [ending, content]) => {
        const language = languages[which % languages.length] ?? ''
        const page = pageOf(textsOf(), { slug: slugOf({ gtin, language }) + ending, content })
        expect(recordOfPage(page, languages)).toEqual({ gtin, language })
      },
    ),
  )
})

test('any other page belongs to no record', () => {
  const anySlug = fc.oneof(
    anyCharacters(),
    anyGtin.map((gtin) => `gtin-${gtin}`),
    fc
      .tuple(anyGtin, fc.constantFrom('fr', 'de-', 'de-2x', 'DE'))
      .map(([gtin, code]) => `gtin-${gtin}-${code}`),
  )
  fc.assert(
    fc.property(anySlug, noBlock, anyLanguages, (slug, content, languages) => {
      expect(recordOfPage(pageOf(textsOf(), { slug, content }), languages)).toBeUndefined()
    }),
  )
})
