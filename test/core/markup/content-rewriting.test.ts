import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTemplates } from '../../../config/templates.ts'
import { factsDigest, factsOf, sameFacts } from '../../../src/core/markup/visible-content.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'
import { anyMarkup, anyProduct, mediaAt } from '../../helpers/content/arbitraries.ts'
import { withPicture } from '../../helpers/content/picture-template.ts'
import { anyRewriting, rewrite, rewritingWays } from '../../helpers/content/rewritings.ts'
import { anyCharacters } from '../../helpers/content/any-characters.ts'

const renderer = createRenderer(withPicture(await readTemplates()))

/** Blocks whose delimiter is all there is of them. */
const anyDynamic = fc.constantFrom(
  '',
  '<!-- wp:latest-posts {"postsToShow":3,"order":"asc"} /-->',
  '<!-- wp:acme/prices {"ids":[1,2],"options":{},"text":"\\u003cb\\u003e – ü"} /-->',
  '<!-- wp:archives --><!-- /wp:archives -->',
  '<!-- wp:spacer {"height":"20px"} --><!-- /wp:spacer -->',
)

/** Content of a mirrored block: a rendered product page, and dynamic blocks that a template may add. */
const anyPage = fc
  .tuple(anyProduct, anyDynamic, anyDynamic)
  .map(([product, before, after]) => before + renderer.render(product, mediaAt).inner + after)

/** The places after a word, an address or an alternative text. */
function places(markup: string): number[] {
  return [...markup.matchAll(/<!--.*?-->|<[^>]*>|[^<]+/gs)].flatMap(({ 0: piece, index }) => {
    const isTag = piece.startsWith('<')
    const said = isTag ? /(?<= (?:href|src|alt)=")[^"]+/g : /&\w+;|&#\d+;|\p{L}+/gu
    return piece.startsWith('<!--')
      ? []
      : [...piece.matchAll(said)].flatMap(({ 0: text, index: at }) =>
          text.startsWith('&') && !isTag ? [] : [index + at + text.length],
        )
  })
}

describe('the visible content of a page', () => {
  test.each(rewritingWays)('stays the same with any change in %s', (way) => {
    let changed = 0
    fc.assert(
      fc.property(anyPage, fc.nat(), (page, seed) => {
        const rewritten = rewrite(page, { ways: [way], seed })
        if (rewritten !== page) changed += 1
        expect(factsOf(rewritten)).toEqual(factsOf(page))
      }),
      { numRuns: 25 },
    )
    expect(changed).toBeGreaterThan(0)
  })

  test('stays the same when all rewritings are combined', () => {
    fc.assert(
      fc.property(anyPage, anyRewriting, (page, rewriting) => {
        const rewritten = rewrite(page, rewriting)
        expect(factsOf(rewritten)).toEqual(factsOf(page))
        expect(factsDigest(rewritten)).toBe(factsDigest(page))
      }),
      { numRuns: 120 },
    )
  })

  test('changes with any word, address or alternative text, even after rewriting', () => {
    fc.assert(
      fc.property(anyPage, fc.nat(), anyRewriting, (page, which, rewriting) => {
        const all = places(page)
        const at = all[which % all.length] ?? 0
        const edited = `${page.slice(0, at)}x${page.slice(at)}`
        expect(sameFacts(edited, page)).toBe(false)
        expect(sameFacts(rewrite(edited, rewriting), page)).toBe(false)
        expect(factsDigest(edited)).not.toBe(factsDigest(page))
      }),
      { numRuns: 120 },
    )
  })

  test('is defined for any text, with single spaces between words', () => {
    fc.assert(
      fc.property(fc.oneof(anyMarkup, anyCharacters()), (text) => {
        for (const { kind, value } of factsOf(text)) {
          expect(value).not.toMatch(kind === 'text' ? /^$|\s\s|[^\S ]/ : /^\s|\s$/)
        }
      }),
      { numRuns: 500 },
    )
  })
})
