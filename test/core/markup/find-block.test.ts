import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findBlock, innerOf, replaceInner } from '../../../src/core/markup/find-block.ts'
import { blockTokens } from '../../../src/core/markup/block-tokens.ts'
import { wrapBlock } from '../../../src/core/markup/wrap-block.ts'
import { anyMarkup } from '../../helpers/content/arbitraries.ts'
import { key } from '../../helpers/content/records.ts'
import { anyCharacters } from '../../helpers/content/any-characters.ts'

const block = wrapBlock(key, '<p>Text</p>')
const otherBlock = wrapBlock({ ...key, language: 'de-at' }, '<p>Text</p>')

/** Halves of the block and of other blocks, and anything else. */
const anyPiece = fc.oneof(
  anyCharacters({ maxLength: 10 }),
  anyMarkup,
  fc.constantFrom(
    block,
    otherBlock,
    '<!-- wp:columns --><div>',
    '</div><!-- /wp:columns -->',
    '<!-- wp:group {"className":"',
    '<!-- wp:spacer /-->',
    'class="product-mirror gtin-4006381333931 lang-de-de"',
    "class='x'",
    '\r\n',
  ),
  fc
    .tuple(fc.constantFrom(block, otherBlock), fc.nat(), fc.nat())
    .map(([whole, one, two]) => whole.slice(one % whole.length, two % whole.length)),
)
const anyContent = fc.array(anyPiece, { maxLength: 8 }).map((pieces) => pieces.join(''))
const withBlock = fc.tuple(anyContent, anyContent).map(([before, after]) => before + block + after)

describe('in any content', () => {
  test('the block is found, missing, a duplicate or broken', () => {
    const states = new Set<string>()
    fc.assert(
      fc.property(fc.oneof(anyContent, withBlock), (content) => {
        const found = findBlock(content, key)
        states.add(found.state)
        if (found.state === 'broken') expect(found.reason).not.toBe('')
        if (found.state === 'duplicate') expect(found.count).toBeGreaterThan(1)
      }),
      { numRuns: 500 },
    )
    expect([...states].sort()).toEqual(['broken', 'duplicate', 'missing', 'ok'])
  })

  test('block delimiters are in order and do not overlap', () => {
    fc.assert(
      fc.property(fc.oneof(anyContent, withBlock), (content) => {
        let end = 0
        for (const token of blockTokens(content)) {
          expect(token.start).toBeGreaterThanOrEqual(end)
          expect(content.slice(token.start, token.end)).toMatch(/^<!--\s+\/?wp:[^]*-->$/)
          end = token.end
        }
        expect(end).toBeLessThanOrEqual(content.length)
      }),
      { numRuns: 300 },
    )
  })

  test('the offsets of a block are consistent, and the block alone is found as well', () => {
    fc.assert(
      fc.property(withBlock, (content) => {
        const found = findBlock(content, key)
        fc.pre(found.state === 'ok')
        const { start, innerStart, innerEnd, end } = found
        expect([0, start, innerStart, innerEnd, end, content.length]).toEqual(
          [0, start, innerStart, innerEnd, end, content.length].toSorted((a, b) => a - b),
        )
        const whole = content.slice(start, end)
        expect(whole).toMatch(/^<!--\s+wp:(core\/)?group\s[^]*<!--\s+\/wp:(core\/)?group\s+-->$/)
        const again = findBlock(whole, key)
        expect(again.state === 'ok' && innerOf(whole, again)).toBe(innerOf(content, found))
      }),
      { numRuns: 300 },
    )
  })

  test('replacing the inside of a block changes nothing around it and can be reversed', () => {
    fc.assert(
      fc.property(withBlock, anyContent, (content, inner) => {
        const found = findBlock(content, key)
        fc.pre(found.state === 'ok')
        const replaced = replaceInner(content, found, inner)
        expect(replaced.startsWith(content.slice(0, found.innerStart))).toBe(true)
        expect(replaced.endsWith(content.slice(found.innerEnd))).toBe(true)
        expect(replaced.length - content.length).toBe(inner.length - innerOf(content, found).length)
        const place = { ...found, innerEnd: found.innerStart + inner.length }
        expect(innerOf(replaced, place)).toBe(inner)
        expect(replaceInner(replaced, place, innerOf(content, found))).toBe(content)
      }),
      { numRuns: 300 },
    )
  })

  test('balanced markup is read back from the block byte for byte', () => {
    const anyInner = fc.oneof(
      fc.constantFrom(
        '',
        otherBlock,
        '<!-- wp:group --><div></div><!-- /wp:group -->',
        '\r\n<p>ü–\u00a0</p>',
      ),
      anyCharacters().map((text) => text.replaceAll('<', '&lt;')),
    )
    fc.assert(
      fc.property(anyInner, (inner) => {
        const content = wrapBlock(key, inner)
        const found = findBlock(content, key)
        expect(found.state === 'ok' && innerOf(content, found)).toBe(inner)
      }),
    )
  })
})

test.each(['<div class="x', '<div', "<div title='>'", ''])(
  'a group whose wrapper starts with %j and never ends its tag is broken',
  (tag) => {
    const content = `<!-- wp:group {"className":"product-mirror gtin-4006381333931 lang-de-de"} -->${tag}<!-- /wp:group -->`
    expect(findBlock(content, { gtin: '4006381333931', language: 'de-de' })).toMatchObject({
      state: 'broken',
    })
  },
)
