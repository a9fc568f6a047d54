import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTemplates } from '../../../config/templates.ts'
import { findBlock } from '../../../src/core/markup/find-block.ts'
import { wrapBlock } from '../../../src/core/markup/wrap-block.ts'
import { blockOf, currentTexts } from '../../../src/core/page/compose.ts'
import { fieldsIn } from '../../../src/core/merge/merge-fields.ts'
import {
  digestFor,
  digestOfText,
  digestTokensIn,
  digestsIn,
  digestToken,
  replaceBlock,
  withoutDigests,
  type TextDigests,
} from '../../../src/core/merge/text-digests.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'
import { anyProduct, mediaAt } from '../../helpers/content/arbitraries.ts'
import { key, pageOf, textsOf } from '../../helpers/content/records.ts'
import { anyRewriting, rewrite, rewritingWays } from '../../helpers/content/rewritings.ts'
import { readPage } from '../../../src/core/page/mirrored-page.ts'

const texts = textsOf()
const renderer = createRenderer(await readTemplates())

function digestsOn(content: string): TextDigests | undefined {
  const found = findBlock(content, key)
  return found.state === 'ok' ? digestsIn(content, found) : undefined
}

/** The block with other classes in its delimiter and element. */
function withClasses(classes: readonly string[]): string {
  const own = wrapBlock(key, texts.inner)
  return own.replaceAll(`product-mirror gtin-${key.gtin} lang-${key.language}`, classes.join(' '))
}

const anyClass = fc
  .stringMatching(/^[a-z][a-z0-9_-]{0,12}$/)
  .filter((token) => !/^mirrored-v\d|--/.test(token))

/** Without its delimiter or its classes, or with an entity next to them, a block is not recognised. */
const spoiling = new Set(['classes lost', 'comments of blocks with markup', 'entities in texts'])
const keepsBlock = (way: string): boolean => !spoiling.has(way)

describe('the digests in the mirrored block', () => {
  test('are found among any classes of an editor, in any order', () => {
    fc.assert(
      fc.property(fc.array(anyClass), fc.nat(), (others, seed) => {
        const own = ['product-mirror', `gtin-${key.gtin}`, `lang-${key.language}`, digestToken(texts)]
        const all = [...own, ...others]
          .map((token, at) => ({ token, place: (seed * (at + 7)) % 101 }))
          .sort((a, b) => a.place - b.place)
        const content = withClasses(all.map(({ token }) => token))
        const digests = digestsOn(content)
        for (const field of fieldsIn(texts))
          expect(digests && digestFor(digests, field)).toBe(digestOfText(field, texts[field]))
      }),
    )
  })

  test('are replaced, and the editor’s classes stay', () => {
    fc.assert(
      fc.property(fc.array(anyClass), fc.string(), (others, title) => {
        const content = withClasses(['product-mirror', `gtin-${key.gtin}`, ...others, `lang-${key.language}`])
        const ours = textsOf({ title })
        const place = findBlock(content, key)
        if (place.state !== 'ok') throw new Error(place.state)
        const written = replaceBlock(content, place, { inner: texts.inner, ours })
        expect(digestsOn(written)).toEqual(digestsOn(blockOf(key, ours)))
        expect(withoutDigests(written)).toBe(content)
        const again = findBlock(written, key)
        expect(again.state === 'ok' && replaceBlock(written, again, { inner: texts.inner, ours })).toBe(
          written,
        )
      }),
    )
  })

  test.each(rewritingWays.filter(keepsBlock))(
    'survive a change in %s of a whole page, and its content still matches them',
    (way) => {
      fc.assert(
        fc.property(anyProduct, fc.nat(), (product, seed) => {
          const rendered = renderer.render(product, mediaAt)
          const content = rewrite(blockOf(key, rendered), { ways: [way], seed })
          expect(digestsOn(content)?.inner).toBe(
            digestOfText('inner', currentTexts(readPage(key, pageOf(rendered, { content }))).inner ?? ''),
          )
        }),
        { numRuns: 15 },
      )
    },
  )

  test('of title and excerpt stay the same with other entities and white space, and change with a word', () => {
    for (const field of ['title', 'excerpt'] as const) {
      expect(digestOfText(field, 'Band &amp;  mehr ')).toBe(digestOfText(field, 'Band & mehr'))
      expect(digestOfText(field, 'Band')).not.toBe(digestOfText(field, 'Bänder'))
    }
    expect(digestOfText('featuredMedia', 7)).not.toBe(digestOfText('featuredMedia', 70))
  })

  test.each([
    ['absent', ''],
    ['short', 'mirrored-v1-0123'],
    ['of a later version', `mirrored-v2-${'0'.repeat(32)}`],
    ['there twice', `${digestToken(texts)} ${digestToken(textsOf({ title: 'x' }))}`],
    ['beside a malformed one', `${digestToken(texts)} mirrored-v1-`],
    ['in capitals', digestToken(texts).toUpperCase()],
  ])('are ignored if the token is %s', (_, tokens) => {
    const content = withClasses(['product-mirror', `gtin-${key.gtin}`, `lang-${key.language}`, tokens])
    expect(digestsOn(content)).toBeUndefined()
  })

  test('never fail on any token, and one write makes them right', () => {
    const anyToken = fc.oneof(
      fc.stringMatching(/^mirrored-v[0-9][a-z0-9-]{0,40}$/),
      fc.stringMatching(/^[!#-%'-;=?-[\]-~]{1,40}$/),
      fc.constant(digestToken(texts)),
    )
    fc.assert(
      fc.property(fc.array(anyToken, { maxLength: 3 }), (tokens) => {
        const content = withClasses(['product-mirror', `gtin-${key.gtin}`, `lang-${key.language}`, ...tokens])
        const place = findBlock(content, key)
        if (place.state !== 'ok') return
        digestsIn(content, place)
        const written = replaceBlock(content, place, { inner: texts.inner, ours: texts })
        expect(digestsOn(written)).toEqual(digestsOn(blockOf(key, texts)))
      }),
    )
  })

  test('survive all rewritings together', () => {
    fc.assert(
      fc.property(anyProduct, anyRewriting, (product, { ways, seed }) => {
        const rendered = renderer.render(product, mediaAt)
        const kept = ways.filter(keepsBlock)
        const content = rewrite(blockOf(key, rendered), { ways: kept, seed })
        expect(digestsOn(content)).toEqual(digestsOn(blockOf(key, rendered)))
      }),
      { numRuns: 40 },
    )
  })
})

describe('a token with mapped fields', () => {
  const mapped = textsOf({ 'meta.price': 4, 'terms.tag': { shared: [3] } })
  const content = blockOf(key, mapped)

  test('has the digest of each field by its name', () => {
    expect(content).toMatch(/ mirrored-v2-[0-9a-f]{64}"/)
    const digests = digestsOn(content)
    if (digests === undefined) throw new Error('no digests')
    for (const field of fieldsIn(mapped))
      expect(digestFor(digests, field)).toBe(digestOfText(field, mapped[field]))
    expect(digestFor(digests, 'meta.other')).toBeUndefined()
  })

  test('is found and removed like one without', () => {
    expect(digestTokensIn(content)).toMatch(/^ mirrored-v2-/)
    expect(withoutDigests(content)).toBe(wrapBlock(key, mapped.inner))
    expect(digestTokensIn(blockOf(key, texts))).toMatch(/^(?: mirrored-v1-[0-9a-f]{32})+$/)
  })
})
