import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import { readTemplates, templateNames } from '../../../config/templates.ts'
import type { MarkupEvents } from '../../../src/core/markup/fact-reader.ts'
import { scanOwnMarkup } from '../../../src/core/markup/own-markup.ts'
import { factsOf, ownFactsOf } from '../../../src/core/markup/visible-content.ts'
import { wrapBlock } from '../../../src/core/markup/wrap-block.ts'
import { digestOfText, digestToken } from '../../../src/core/merge/text-digests.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'
import { fullProduct, sampleLinks, samplePages } from '../../../src/core/render/template/sample.ts'
import { toProduct } from '../../../src/core/reading/read-product.ts'
import { createProducts } from '../../../src/mock/partner/products.ts'
import { anyProduct, mediaAt } from '../../helpers/content/arbitraries.ts'
import { oddProducts } from '../../helpers/content/odd-products.ts'
import { hostileMarkup, mutations, nestedElements, pieces } from '../../helpers/content/broken-markup.ts'
import { anyRewriting, rewrite } from '../../helpers/content/rewritings.ts'

const { numRuns: runs = 100 } = fc.readConfigureGlobal()
const languages = ['de-de', 'en', 'fr-ch', 'ar-eg', 'ja-jp']
const renderers = await Promise.all(
  templateNames.map(async (name) => {
    const templates = await readTemplates(undefined, name)
    return [
      name,
      createRenderer({ ...templates, imagePlace: 'hero', banner: 'show', brand: 'A & B' }),
    ] as const
  }),
)

/** The attributes that are part of the visible content. */
const visible = new Set(['href', 'src', 'alt', 'class', 'type'])

/** The events of markup as a list; adjacent runs of text are one. */
function recorder(): { events: MarkupEvents; all: string[] } {
  const all: string[] = []
  const lastText = (): string => (all.at(-1)?.startsWith('text ') === true ? String(all.pop()) : 'text ')
  return {
    all,
    events: {
      onopentag: (name, attributes) => {
        const isRead = ['img', 'script'].includes(name) || 'href' in attributes || 'src' in attributes
        const kept = Object.entries(attributes).filter(([one]) => isRead && visible.has(one))
        all.push(`open ${name} ${JSON.stringify(kept)}`)
      },
      ontext: (data) => void all.push(lastText() + data),
      onclosetag: (name) => void all.push(`close ${name}`),
      oncomment: (data, { start, end }) => void all.push(`comment ${start} ${end} ${data}`),
    },
  }
}

function parsed(markup: string): string[] {
  const { events, all } = recorder()
  const parser = new Parser({
    ...events,
    oncomment: (data) => events.oncomment(data, { start: parser.startIndex, end: parser.endIndex + 1 }),
  })
  parser.end(markup)
  return all
}

/** Whether the scanner accepts markup. Fails if it then reports anything else than the parser. */
function isScanned(markup: string): boolean {
  const { events, all } = recorder()
  const isRecognized = scanOwnMarkup(markup, events)
  if (isRecognized) assertSame(all, parsed(markup))
  assertSame(ownFactsOf(markup), factsOf(markup))
  return isRecognized
}

/** The same as `expect`, which would take most of the time. */
function assertSame(one: unknown, other: unknown): void {
  if (JSON.stringify(one) !== JSON.stringify(other)) expect(one).toEqual(other)
}

describe('any markup', () => {
  test('has the same content for the scanner and the parser, if it is broken', () => {
    for (const markup of [...hostileMarkup, ...nestedElements]) isScanned(markup)
  })

  test('has the same content for the scanner and the parser, if it is nested deeper than on any page', () => {
    for (const depth of [10, 100, 1_000, 1_001, 2_000])
      expect(isScanned('<div>'.repeat(depth) + '</div>'.repeat(depth))).toBe(depth === 10)
  })

  test('has the same content for the scanner and the parser', () => {
    let scanned = 0
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 14 }), (parts) => {
        if (isScanned(parts.join(''))) scanned += 1
      }),
      { numRuns: 20 * runs },
    )
    expect(scanned).toBeGreaterThan(0)
  })
})

describe.each(renderers)('a page of the template %s', (_, renderer) => {
  test('is scanned without the parser, for all products of the bundled partner', () => {
    const products = createProducts({ gtins: 12, languages, seed: 3 })
    for (const gtin of products.catalogue())
      for (const language of languages) {
        const read = toProduct(products.find(gtin, language, 'https://partner.example')?.fields)
        if (!read.ok) throw new Error(read.reason)
        for (const mediaOf of [mediaAt, () => undefined])
          expect(isScanned(renderer.render(read.product, mediaOf, sampleLinks).inner)).toBe(true)
      }
  })

  test.each(oddProducts)('is scanned without the parser, for a product with %s', (__, fields) => {
    for (const language of languages) {
      const read = toProduct({ ...fullProduct, language, ...fields })
      if (!read.ok) throw new Error(read.reason)
      expect(isScanned(renderer.render(read.product, mediaAt, samplePages).inner)).toBe(true)
    }
  })

  test('is scanned without the parser, for any product', () => {
    fc.assert(
      fc.property(anyProduct, (product) => {
        const texts = renderer.render(product, mediaAt, sampleLinks)
        expect(isScanned(texts.inner)).toBe(true)
        expect(isScanned(wrapBlock(product, texts.inner))).toBe(true)
        expect(digestToken(texts)).toContain(digestOfText('inner', texts.inner))
      }),
    )
  })

  test('has the same content for the scanner and the parser, with any mutation', () => {
    fc.assert(
      fc.property(anyProduct, mutations, (product, mutate) => {
        isScanned(mutate(renderer.render(product, mediaAt, sampleLinks).inner))
      }),
      { numRuns: 4 * runs },
    )
  })

  test('has the same content for both after any rewriting by the CMS', () => {
    fc.assert(
      fc.property(anyProduct, anyRewriting, (product, rewriting) => {
        isScanned(rewrite(renderer.render(product, mediaAt, samplePages).inner, rewriting))
      }),
    )
  })
})
