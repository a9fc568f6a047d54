import { describe, expect, test } from 'vitest'
import { wrapBlock } from '../../../src/core/markup/wrap-block.ts'
import { blockOf } from '../../../src/core/page/compose.ts'
import {
  fieldsOf,
  pick,
  replacedByLost,
  replacedProduct,
  replacedRemoval,
  replacedTexts,
  undoneBefore,
} from '../../../src/core/plan/undo-entry.ts'
import type { WriteChange } from '../../../src/core/run/change.ts'
import { digestOf } from '../../../src/core/text/digest.ts'
import { key, pageOf, productOf, snapshotOf, textsOf } from '../../helpers/content/records.ts'
import { readPage } from '../../../src/core/page/mirrored-page.ts'

const base = textsOf()
const whole = { title: 'Neu', excerpt: '', content: wrapBlock(key, '<p>Neu.</p>'), featured_media: 0 }

describe('the content that a write replaces', () => {
  test('is the earlier content of the fields that it writes', () => {
    expect(replacedTexts(readPage(key, pageOf()), whole, base)).toEqual({ texts: base })
    expect(replacedTexts(readPage(key, pageOf()), { featured_media: 0 }, base)).toEqual({
      texts: { featuredMedia: 7 },
    })
    expect(replacedTexts(readPage(key, pageOf()), { excerpt: 'x' }, base)).toEqual({
      texts: { excerpt: base.excerpt },
    })
  })

  test('is empty if it writes none of them', () => {
    expect(replacedTexts(readPage(key, pageOf()), { status: 'draft' }, base)).toEqual({})
  })

  test('does not include the block if only its digests were written', () => {
    const content = blockOf(key, textsOf({ title: 'Neu' }))
    expect(replacedTexts(readPage(key, pageOf()), { title: 'Neu', content }, base)).toEqual({
      texts: { title: base.title },
    })
    expect(replacedTexts(readPage(key, pageOf()), { content: 'Text' }, base)).toEqual({
      texts: { inner: base.inner },
    })
    const empty = textsOf({ inner: '' })
    expect(replacedTexts(readPage(key, pageOf(empty)), { content: 'Text' }, empty)).toEqual({
      texts: { inner: '' },
    })
  })

  test('cannot be restored if the block was missing or could not be identified', () => {
    for (const content of ['', '<p>Text</p>', wrapBlock(key, base.inner).repeat(2)])
      expect(
        replacedTexts(readPage(key, pageOf(base, { content })), { content: whole.content }, base),
      ).toEqual({})
  })

  test('includes an editor’s changes, stored with our content of the same fields', () => {
    const edited = textsOf({ title: 'Vom Redakteur', featuredMedia: 9 })
    expect(replacedTexts(readPage(key, pageOf(edited)), whole, base)).toEqual({
      texts: edited,
      base: { title: base.title, featuredMedia: 7 },
    })
  })

  test('includes an editor’s block if only its styling differs from ours', () => {
    const inner = base.inner.replace('<p>', '<p class="has-red-color">')
    expect(inner).not.toBe(base.inner)
    expect(replacedTexts(readPage(key, pageOf(textsOf({ inner }))), whole, base)).toEqual({
      texts: textsOf({ inner }),
      base: { inner: base.inner },
    })
  })

  test('does not count as an editor’s if only the engine rewrote it', () => {
    const rewritten = { title: ' Dichtband', inner: '<p class="wp-block-paragraph">Kleben.</p>\n' }
    expect(replacedTexts(readPage(key, pageOf(textsOf(rewritten))), whole, base)).toEqual({
      texts: textsOf(rewritten),
    })
  })
})

describe('an editor’s removal of the block', () => {
  const added = (content: string, body: { content?: string }) =>
    replacedRemoval(readPage(key, pageOf(base, { content })), body, base)

  test('is replaced if the write adds the block, whose earlier text of ours is kept', () => {
    for (const content of ['', '<p>Text</p>'])
      expect(added(content, { content: whole.content })).toEqual({ added: base.inner })
  })

  test('is not replaced if the block was there, in whatever state, or is not added', () => {
    expect(added(wrapBlock(key, base.inner), whole)).toEqual({})
    expect(added(wrapBlock(key, base.inner).repeat(2), whole)).toEqual({})
    expect(added('<p>Text</p>', { content: '<p>Neu</p>' })).toEqual({})
    expect(added('<p>Text</p>', {})).toEqual({})
  })
})

test('an update with a lost reply replaced our earlier content in the fields that it wrote', () => {
  const wanted = { ...base, title: 'Neu', excerpt: 'Kurz' }
  expect(replacedByLost(base, wanted, ['excerpt'])).toEqual({ title: base.title })
  expect(replacedByLost(base, base, [])).toEqual({})
})

test('fields are always in the same order and are picked by name', () => {
  expect(fieldsOf({ featuredMedia: 0, title: '', inner: 'x' })).toEqual(['title', 'inner', 'featuredMedia'])
  expect(pick(base, ['inner', 'title'])).toEqual({ inner: base.inner, title: base.title })
})

test('what an undo kept off the page before a write stays known, for the version that it was undone in', () => {
  const undone = { runId: '3', at: '2026-11-20T04:00:00.000Z', digest: 'd', texts: { title: 'Neu' } }
  expect(undoneBefore(snapshotOf(productOf(), { digest: 'd', undone }))).toEqual({ undone })
  expect(undoneBefore(snapshotOf(productOf(), { digest: 'e', undone }))).toEqual({})
  expect(undoneBefore(undefined)).toEqual({})
})

describe('the product that a write replaces', () => {
  const [old, now] = [productOf(), productOf({ name: 'Neu' })]
  const digest = digestOf(now)
  const write = { ...key, pageId: 41, product: now, digest }
  const update: WriteChange = { ...write, kind: 'update', fields: ['name'] }

  test('is that of another version, or of the same version after an undo', () => {
    expect(replacedProduct(update, snapshotOf(old))).toEqual({ product: old })
    expect(replacedProduct(update, snapshotOf(old, { digest }))).toEqual({ product: old })
  })

  test('is undefined if the page shows this version, is created, or returns', () => {
    expect(replacedProduct(update, snapshotOf(now, { digest }))).toEqual({})
    expect(replacedProduct(update, undefined)).toEqual({})
    expect(replacedProduct({ ...write, kind: 'restore' }, snapshotOf(old))).toEqual({})
  })
})

describe('mapped fields that a write replaces', () => {
  const before = textsOf({ 'meta.price': 4, 'terms.tag': { shared: [3] } })
  const page = pageOf(textsOf({ 'meta.price': 6, 'terms.tag': [3, 7] }))

  test('are the page’s values, and of a shared set only our entries', () => {
    const body = { meta: { price: 5 }, terms: { tag: [3, 5, 7] } }
    expect(replacedTexts(readPage(key, page), body, before)).toEqual({
      texts: { 'meta.price': 6, 'terms.tag': { shared: [3] } },
      base: { 'meta.price': 4 },
    })
  })

  test('include a shared set that keeps an editor’s entries, and fields that we never wrote', () => {
    const wanted = textsOf({ 'meta.price': 5, 'meta.new': 'x', 'terms.tag': { shared: [3, 5] } })
    expect(replacedByLost(before, wanted, ['meta.price', 'terms.tag'])).toEqual({
      'meta.new': null,
      'terms.tag': { shared: [3] },
    })
  })
})
