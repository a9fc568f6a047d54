import { describe, expect, test } from 'vitest'
import { wrapBlock } from '../../../src/core/markup/wrap-block.ts'
import {
  fieldsOf,
  pick,
  replacedByLost,
  replacedProduct,
  replacedTexts,
} from '../../../src/core/plan/undo-entry.ts'
import type { WriteChange } from '../../../src/core/plan/change.ts'
import { digestOf } from '../../../src/core/record/digest.ts'
import { key, pageOf, productOf, snapshotOf, textsOf } from '../../helpers/content/records.ts'

const base = textsOf()
const whole = { title: 'Neu', excerpt: '', content: wrapBlock(key, '<p>Neu.</p>'), featured_media: 0 }

describe('what a write replaces', () => {
  test('are the texts of the fields that it writes, as they read', () => {
    expect(replacedTexts(key, pageOf(), whole, base)).toEqual({ texts: base })
    expect(replacedTexts(key, pageOf(), { featured_media: 0 }, base)).toEqual({ texts: { featuredMedia: 7 } })
    expect(replacedTexts(key, pageOf(), { excerpt: 'x' }, base)).toEqual({ texts: { excerpt: base.excerpt } })
  })

  test('is nothing where it writes none of them', () => {
    expect(replacedTexts(key, pageOf(), { status: 'draft' }, base)).toEqual({})
  })

  test('is nothing that could be put back where the block was not there, or not to be told apart', () => {
    for (const content of ['', '<p>Text</p>', wrapBlock(key, base.inner).repeat(2)])
      expect(replacedTexts(key, pageOf(base, { content }), { content: whole.content }, base)).toEqual({})
  })

  test('are a person’s words where they differ from ours, and then ours are told beside them', () => {
    const edited = textsOf({ title: 'Vom Redakteur', featuredMedia: 9 })
    expect(replacedTexts(key, pageOf(edited), whole, base)).toEqual({
      texts: edited,
      base: { title: base.title, featuredMedia: 7 },
    })
  })

  test('are nobody’s words where only the engine rewrote them', () => {
    const rewritten = { title: ' Dichtband', inner: '<p class="x">Kleben.</p>\n' }
    expect(replacedTexts(key, pageOf(textsOf(rewritten)), whole, base)).toEqual({ texts: textsOf(rewritten) })
  })
})

test('what a landed update replaced whose answer was lost is what ours had been, where it wrote', () => {
  const wanted = { ...base, title: 'Neu', excerpt: 'Kurz' }
  expect(replacedByLost(base, wanted, ['excerpt'])).toEqual({ title: base.title })
  expect(replacedByLost(base, base, [])).toEqual({})
})

test('fields stand in the same pending always, and are taken out by name', () => {
  expect(fieldsOf({ featuredMedia: 0, title: '', inner: 'x' })).toEqual(['title', 'inner', 'featuredMedia'])
  expect(pick(base, ['inner', 'title'])).toEqual({ inner: base.inner, title: base.title })
})

describe('the product that a write replaces', () => {
  const [old, now] = [productOf(), productOf({ name: 'Neu' })]
  const digest = digestOf(now)
  const write = { ...key, pageId: 41, product: now, digest }
  const update: WriteChange = { ...write, kind: 'update', fields: ['name'] }

  test('is that of another version, or of the same one that an undo had put back', () => {
    expect(replacedProduct(update, snapshotOf(old))).toEqual({ product: old })
    expect(replacedProduct(update, snapshotOf(old, { digest }))).toEqual({ product: old })
  })

  test('is none where the page shows this very version, is made, or comes back', () => {
    expect(replacedProduct(update, snapshotOf(now, { digest }))).toEqual({})
    expect(replacedProduct(update, undefined)).toEqual({})
    expect(replacedProduct({ ...write, kind: 'restore' }, snapshotOf(old))).toEqual({})
  })
})
