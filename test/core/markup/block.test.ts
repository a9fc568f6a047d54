import { parse } from '@wordpress/block-serialization-default-parser'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findBlock, findMarked, innerOf, replaceInner } from '../../../src/core/markup/find-block.ts'
import { blockTokens } from '../../../src/core/markup/block-tokens.ts'
import { canonicalBlockJson, wrapBlock, wrapMarked } from '../../../src/core/markup/wrap-block.ts'

const key = { gtin: '4006381333931', language: 'de-de' }
const inner = '<!-- wp:paragraph -->\n<p>Text</p>\n<!-- /wp:paragraph -->'
const block = wrapBlock(key, inner)

/** Text around the block: whole blocks, halves of blocks, and what looks like one. */
const anyOutside = fc
  .array(
    fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.constantFrom(
        '<!-- wp:paragraph -->\n<p>before</p>\n<!-- /wp:paragraph -->',
        wrapBlock({ ...key, language: 'de-at' }, '<p>x</p>'),
        wrapBlock({ ...key, gtin: '4006381333948' }, ''),
        '<!-- wp:group {"className":"product-mirror"} -->',
        '<!-- /wp:group -->',
        '<!-- wp:spacer {"height":"20px"} /-->',
        '<!-- wp:group {not json} -->',
        '<!-- a comment -->',
        '<!--more-->',
        '-->',
        '<!--',
        '<!-- wp:',
        '<!-- wp:paragraph {} --',
        '} -->',
        '{"a":{"b":"}"}}',
      ),
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(''))

describe('the mirrored block', () => {
  it('consists of bytes that both editors keep', () => {
    expect(wrapBlock({ gtin: '4026639012345', language: 'de-de' }, 'CHILDREN')).toBe(
      '<!-- wp:group {"templateLock":"contentOnly","lock":{"move":true,"remove":true},"metadata":{"name":"Product data (mirrored)"},"className":"product-mirror gtin-4026639012345 lang-de-de"} -->\n' +
        '<div class="wp-block-group product-mirror gtin-4026639012345 lang-de-de">CHILDREN</div>\n' +
        '<!-- /wp:group -->',
    )
  })

  it('is found in any content and replaced without changing a byte around it', () => {
    fc.assert(
      fc.property(anyOutside, anyOutside, fc.nat(9), (before, after, version) => {
        const content = before + block + after
        const found = findBlock(content, key)
        fc.pre(found.state === 'ok')
        const next = `<p>version ${version}</p>`
        const replaced = replaceInner(content, found, next)
        expect(replaced).toBe(before + wrapBlock(key, next) + after)
        const again = findBlock(replaced, key)
        expect(again.state === 'ok' && innerOf(replaced, again)).toBe(next)
      }),
    )
  })

  it('is broken, not missing, when an unfinished delimiter before it swallows it', () => {
    fc.assert(
      fc.property(anyOutside, anyOutside, (before, after) => {
        const { state } = findBlock(before + block + after, key)
        expect(state).toBe(/<!--\s+wp:[a-z/-]+\s+\{(?!.*\}\s+\/?-->)/s.test(before) ? 'broken' : 'ok')
      }),
    )
    expect(findBlock(`<!-- wp:cover {"a": 1\n${block}`, key).state).toBe('broken')
  })

  it('keeps an editor’s additions to the wrapper, even another element', () => {
    const edited =
      '<!-- wp:core/group {"tagName":"section","className":"has-x gtin-4006381333931 product-mirror  lang-de-de","anchor":"a"} -->\n' +
      `<section id="a" title='1 > 0' class="wp-block-group">${inner}</section>\n<!-- /wp:core/group -->`
    const found = findBlock(edited, key)
    expect(found.state === 'ok' && replaceInner(edited, found, 'NEW')).toBe(edited.replace(inner, 'NEW'))
  })

  it.each(['', '\n\n', ' \t'])('may have %j between its delimiters and its wrapper', (blanks) => {
    const content = block
      .replace('-->\n<div', `-->${blanks}<div`)
      .replace('</div>\n<!--', `</div >${blanks}<!--`)
    const found = findBlock(content, key)
    expect(found.state === 'ok' && innerOf(content, found)).toBe(inner)
  })

  it('may be inside other blocks and contain groups', () => {
    const nested =
      '<!-- wp:group -->\n<div class="wp-block-group">x</div>\n<!-- /wp:group --><!-- wp:group /-->'
    const content = `<!-- wp:columns -->\n<div>${wrapBlock(key, nested)}</div>\n<!-- /wp:columns -->`
    const found = findBlock(content, key)
    expect(found.state === 'ok' && innerOf(content, found)).toBe(nested)
  })

  it.each([
    ['nothing', ''],
    ['another language', wrapBlock({ ...key, language: 'de-at' }, inner)],
    ['another product', wrapBlock({ ...key, gtin: '4006381333948' }, inner)],
    ['a longer token', wrapBlock({ ...key, language: 'de-de-x' }, inner)],
    ['its tokens told in a text', '<p>product-mirror gtin-4006381333931 lang-de-de</p>'],
  ])('is missing if there is %s', (_, content) => {
    expect(findBlock(content, key)).toEqual({ state: 'missing' })
  })

  it('is a duplicate when an editor copied it, next to or inside itself', () => {
    expect(findBlock(`${block}\n\n${block}\n${block}`, key)).toEqual({ state: 'duplicate', count: 3 })
    expect(findBlock(wrapBlock(key, block), key)).toEqual({ state: 'duplicate', count: 2 })
  })

  it.each([
    ['never closed', block.replace('<!-- /wp:group -->', ''), 'core/group is never closed'],
    [
      'crossed',
      block.replace('<!-- /wp:paragraph -->', ''),
      'core/group is closed where core/paragraph is open',
    ],
    ['without content', block.replaceAll(/ -->\n[^]*$/g, ' /-->'), 'no content'],
    ['without its wrapper', block.replace('</div>', ''), 'wrapper'],
    ['text around the wrapper', block.replace('<div', 'text <div'), 'wrapper'],
    ['another kind of block', block.replaceAll('wp:group', 'wp:cover'), 'outside a group'],
    [
      'only its end carries its tokens',
      '<!-- /wp:group {"className":"product-mirror gtin-4006381333931 lang-de-de"} -->',
      'outside a group',
    ],
    [
      'attributes that are not JSON, with blanks',
      '<!-- wp:group {"className"  :  "product-mirror gtin-4006381333931 lang-de-de", -->',
      'outside a group',
    ],
    [
      'plain HTML in another spelling',
      "<div class  =  'product-mirror gtin-4006381333931 lang-de-de'></div>",
      'outside a group',
    ],
    ['plain HTML', block.replaceAll(/<!--.*?-->/g, ''), 'outside a group'],
    ['its attributes are not JSON', block.replace('"lock":', '"lock"'), 'outside a group'],
  ])('is broken when it is %s', (_, content, reason) => {
    const found = findBlock(content, key)
    expect(found).toMatchObject({ state: 'broken', reason: expect.stringContaining(reason) })
  })

  it('is searched without delay in content full of unfinished delimiters', () => {
    const content = '<!-- wp:group {'.repeat(40_000)
    expect(findBlock(content, key).state).toBe('missing')
  })

  it('of a parent page is found by its own tokens', () => {
    const marks = ['product-mirror', 'mirror-language', 'lang-de-de']
    expect(findMarked(`x${wrapMarked(marks, inner)}`, marks).state).toBe('ok')
    expect(findMarked(block, marks).state).toBe('missing')
  })
})

describe('block delimiters', () => {
  it('match those of the editor’s parser in nested blocks', () => {
    const { blocks } = fc.letrec<{ blocks: string; block: string }>((tie) => ({
      blocks: fc.array(tie('block'), { maxLength: 3 }).map((parts) => parts.join('\n\n')),
      block: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(
          '<!-- wp:spacer {"a":{"b":"}"}} /-->',
          '<!-- wp:x/y /-->',
          '<!-- text -->',
          '<p>} --></p>',
        ),
        tie('blocks').map(
          (children) => `<!-- wp:group {"a":"\\u002d\\u002d"} -->${children}<!-- /wp:group -->`,
        ),
        tie('blocks').map((children) => `<!--\twp:core/cover\n-->${children}<!--  /wp:core/cover\t-->`),
      ),
    }))
    fc.assert(
      fc.property(blocks, (content) => {
        const openings = blockTokens(content).filter(({ kind }) => kind !== 'close')
        expect(openings.map(({ name }) => name)).toEqual(namesOf(parse(content)))
      }),
    )
  })

  it('match those of the editor’s parser in unfinished blocks', () => {
    fc.assert(
      fc.property(anyOutside, (text) => {
        // The editor stops at a closing delimiter too many, so there is none here.
        const content = text.replaceAll('/wp:', 'wp:')
        const openings = blockTokens(content).map(({ name }) => name)
        expect(openings.toSorted()).toEqual(namesOf(parse(content)).toSorted())
      }),
    )
  })

  it('have attributes that cannot end the comment and that the editor reads back', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const json = canonicalBlockJson({ text })
        expect(json).not.toMatch(/--|[<>&]/)
        expect(parse(`<!-- wp:x ${json} /-->`)[0]?.attrs).toEqual({ text })
      }),
    )
    expect(canonicalBlockJson({ a: '<b>&"\\--ö' })).toBe(
      '{"a":"\\u003cb\\u003e\\u0026\\u0022\\u005c\\u002d\\u002dö"}',
    )
  })
})

function namesOf(blocks: ReturnType<typeof parse>): string[] {
  return blocks.flatMap(({ blockName, innerBlocks }) =>
    blockName === null ? [] : [blockName, ...namesOf(innerBlocks)],
  )
}
