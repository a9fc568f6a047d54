import { describe, expect, test } from 'vitest'
import { joinBlocks, paragraph } from '../../../src/core/markup/blocks.ts'
import { jsonLdBlock, withoutJsonLd } from '../../../src/core/markup/json-ld.ts'
import { factsDigest } from '../../../src/core/markup/visible-content.ts'
import { wrapBlock } from '../../../src/core/markup/wrap-block.ts'
import { digestToken } from '../../../src/core/merge/text-digests.ts'
import { blockOf, composeUpdate, staleBlock } from '../../../src/core/page/compose.ts'
import { comparePage } from '../../../src/core/page/compare-page.ts'
import { readPage } from '../../../src/core/page/mirrored-page.ts'
import { ownTexts } from '../../../src/core/page/own-texts.ts'
import { unstored } from '../../../src/core/page/unstored.ts'
import { key, pageOf, snapshotOf, textsOf } from '../../helpers/content/records.ts'

const data = (price: string) =>
  jsonLdBlock({ '@context': 'https://schema.org', '@type': 'Product', name: 'Dichtband', price })
const innerAt = (price: string) => joinBlocks([paragraph('Kleben.'), paragraph(price), data(price)])
/** A save by an editor without the right to write scripts. */
const filtered = (markup: string) => markup.replaceAll(/<\/?script[^>]*>/g, '')

const base = textsOf({ inner: innerAt('12.50') })
const pageWith = (inner: string, ours = base) =>
  readPage(key, pageOf(base, { content: wrapBlock(key, inner, digestToken(ours)) }))

describe('a page whose JSON-LD became text because an editor saved it without the right to write scripts', () => {
  const current = pageWith(filtered(base.inner))

  test('is repaired, and does not count as edited', () => {
    expect(staleBlock(current, { base })).toBe(true)
    const { body, merge, stale } = composeUpdate(current, { base, wanted: base }, 'keep')
    expect(body).toEqual({ content: blockOf(key, base) })
    expect(merge).toEqual({ write: { inner: base.inner }, kept: [], conflicts: [] })
    expect(stale).toBe(true)
    const snapshot = snapshotOf(undefined, { base })
    expect(comparePage(current, { snapshot, parent: 3 })).toMatchObject([{ kind: 'stale' }])
  })

  test('gets the partner’s change, and keeps what the editor changed in the same save', () => {
    const edited = pageWith(filtered(base.inner).replace('Kleben.', 'Gut kleben.'))
    const wanted = textsOf({ inner: innerAt('13.10') })
    const { body, merge } = composeUpdate(edited, { base, wanted }, 'keep')
    expect(merge).toMatchObject({ kept: ['inner'], conflicts: [] })
    expect(body.content).toContain('Gut kleben.')
    expect(body.content).toContain(data('13.10'))
    expect(body.content?.match(/schema\.org/g)).toHaveLength(1)
  })

  test('loses the JSON-LD if our user may not write scripts either', () => {
    const wanted = textsOf({ inner: withoutJsonLd(base.inner) })
    const { body, merge } = composeUpdate(current, { base, wanted }, 'keep')
    expect(merge).toMatchObject({ kept: [], conflicts: [] })
    expect(body).toEqual({ content: blockOf(key, wanted) })
  })

  test('is an older version if that editor had it open during our write', () => {
    const old = innerAt('11.00')
    const past = [factsDigest(old)]
    const { body, merge } = composeUpdate(pageWith(filtered(old)), { base, wanted: base, past }, 'keep')
    expect(merge).toEqual({ write: { inner: base.inner }, kept: [], conflicts: [] })
    expect(body).toEqual({ content: blockOf(key, base) })
  })

  test('counts as ours after Redis lost its data', () => {
    const wanted = textsOf({ inner: innerAt('13.10') })
    expect(ownTexts(current, { base: wanted }).inner).toBe(base.inner)
    expect(
      composeUpdate(current, { base: ownTexts(current, { base: wanted }), wanted }, 'keep').merge,
    ).toEqual({
      write: { inner: wanted.inner },
      kept: [],
      conflicts: [],
    })
  })
})

describe('a write whose JSON-LD became text', () => {
  const { page } = pageWith(filtered(base.inner))

  test('was not stored, because our user just lost the right', () => {
    const content = blockOf(key, base)
    expect(unstored({ kind: 'create', body: { content } }, undefined, page)).toEqual(['JSON-LD'])
    const read = pageOf()
    expect(unstored({ kind: 'update', id: 41, body: { content } }, read, page)).toEqual(['JSON-LD'])
  })

  test('was stored if it contained none', () => {
    const body = { content: blockOf(key, textsOf({ inner: withoutJsonLd(base.inner) })) }
    expect(unstored({ kind: 'create', body }, undefined, page)).toEqual([])
    expect(
      unstored({ kind: 'update', id: 41, body: { title: 'x' } }, pageOf(), { ...page, title: 'x' }),
    ).toEqual([])
  })
})
