import { describe, expect, test } from 'vitest'
import { blockOf, composeUpdate } from '../../../src/core/page/compose.ts'
import { factsDigest } from '../../../src/core/markup/visible-content.ts'
import { ownTexts } from '../../../src/core/page/own-texts.ts'
import type { Page, PageTexts } from '../../../src/core/record/page.ts'
import { readTemplates } from '../../../config/templates.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'
import { sampleMedia } from '../../../src/core/render/template/sample.ts'
import { key, pageOf, productOf, textsOf } from '../../helpers/content/records.ts'
import { readPage } from '../../../src/core/page/mirrored-page.ts'

const old = textsOf({
  title: 'Altes Band',
  excerpt: 'Alt.',
  inner: '<p>Alt.</p>\n\n<p>Fest.</p>',
  featuredMedia: 3,
})
const wanted = textsOf({ inner: '<p>Neu.</p>\n\n<p>Fest.</p>' })
/** A page as a write of ours left it, with what was changed on it since. */
const written = (ours: PageTexts, since: Partial<PageTexts> = {}): Page => {
  const shown = { ...ours, ...since }
  return pageOf(shown, { content: blockOf(key, ours).replace(ours.inner, shown.inner) })
}
const merge = (page: Page) =>
  composeUpdate(
    readPage(key, page),
    { base: ownTexts(readPage(key, page), { base: wanted }), wanted },
    'keep',
  )

describe('a page of which nothing is known', () => {
  test('is ours if it matches its digests, whatever its age', () => {
    expect(ownTexts(readPage(key, written(old)), { base: wanted })).toEqual(old)
    expect(merge(written(old))).toMatchObject({
      body: {
        title: wanted.title,
        excerpt: wanted.excerpt,
        featured_media: 7,
        content: blockOf(key, wanted),
      },
      merge: { kept: [], conflicts: [] },
    })
  })

  test.each([
    ['title', { title: 'Von Hand' }],
    ['excerpt', { excerpt: 'Von Hand' }],
    ['inner', { inner: '<p>Von Hand.</p>' }],
    ['featuredMedia', { featuredMedia: 99 }],
  ] as const)('is an editor’s in the %s that does not match, and only there', (field, since) => {
    const { body, merge: merged } = merge(written(old, since))
    expect(merged.conflicts).toEqual([])
    expect(merged.kept).toEqual([field])
    expect(Object.keys(merged.write)).toHaveLength(3)
    expect(body.content).toContain('mirrored-v1-')
  })

  test('is an editor’s without digests, as before there were any', () => {
    expect(ownTexts(readPage(key, pageOf(old)), { base: wanted })).toEqual(wanted)
    expect(ownTexts(readPage(key, pageOf(old, { content: 'Text' })), { base: wanted })).toEqual(wanted)
    const twice = pageOf(old, { content: blockOf(key, old).repeat(2) })
    expect(ownTexts(readPage(key, twice), { base: wanted })).toEqual(wanted)
  })

  test('keeps text that reads as wanted, even if an editor wrote it', () => {
    expect(ownTexts(readPage(key, written(old, { title: `${wanted.title} ` })), { base: wanted })).toEqual({
      ...old,
      title: wanted.title,
    })
  })
})

describe('a page with an older or a newer snapshot', () => {
  test('is ours if it matches its digests: Redis or the CMS is an older copy', () => {
    expect(ownTexts(readPage(key, written(old)), { base: textsOf() })).toEqual(old)
  })

  test('whose block a stale save restored is left to the merge, which compares with older versions', () => {
    const past = [factsDigest(old.inner)]
    const base = textsOf({ inner: '<p>Jetzt.</p>' })
    expect(ownTexts(readPage(key, written(old)), { base, past }).inner).toBe(base.inner)
  })
})

describe('digests that are written with a merge', () => {
  const base = old
  const digests = (page: Page) => {
    const { body } = composeUpdate(readPage(key, page), { base, wanted }, 'keep')
    return { ...page, content: body.content ?? page.content }
  }

  test('of a text in conflict are those of ours before, so that it stays an editor’s', () => {
    const page = written(base, { title: 'Von Hand' })
    const after = { ...digests(page), excerpt: wanted.excerpt, featuredMedia: wanted.featuredMedia }
    expect(ownTexts(readPage(key, after), { base: textsOf({ excerpt: 'Später.' }) })).toMatchObject({
      title: wanted.title,
      excerpt: wanted.excerpt,
    })
    expect(ownTexts(readPage(key, { ...after, title: base.title }), { base: wanted }).title).toBe(base.title)
  })

  test('of a merged block are those without the editor’s changes', () => {
    const page = written(base, { inner: base.inner.replace('Fest', 'Von Hand') })
    const { content } = digests(page)
    expect(content).toContain('Neu.')
    expect(content).toContain('Von Hand.')
    const reverted = pageOf(wanted, { content: content.replace('Von Hand', 'Fest') })
    const later = textsOf({ inner: '<p>Noch neuer.</p>' })
    expect(ownTexts(readPage(key, reverted), { base: later }).inner).toBe(wanted.inner)
    expect(ownTexts(readPage(key, pageOf(wanted, { content })), { base: later }).inner).toBe(later.inner)
  })

  test('are written again on request, with the block as rendered', () => {
    const page = pageOf(wanted, {
      content: `<p>Davor</p>\n${blockOf(key, base).replace(base.inner, wanted.inner.replace('<p>', '<p class="wp-block-paragraph">'))}`,
    })
    const ours = { base: wanted, wanted, rewrite: true }
    expect(composeUpdate(readPage(key, page), ours, 'keep').body).toEqual({
      content: `<p>Davor</p>\n${blockOf(key, wanted)}`,
    })
    expect(composeUpdate(readPage(key, written(wanted)), ours, 'keep').body).toEqual({})
    const edited = written(wanted, { inner: '<p>Von Hand.</p>\n\n<p>Fest.</p>' })
    expect(composeUpdate(readPage(key, edited), ours, 'keep').body).toEqual({})
    expect(composeUpdate(readPage(key, pageOf(wanted, { content: 'Text' })), ours, 'keep').body).toEqual({})
  })
})

test('a mapped field is ours if it matches its digest on the page', () => {
  const ours = textsOf({ 'meta.price': 4, 'meta.note': 'alt', 'terms.tag': { shared: [3] } })
  const page = pageOf(textsOf(), {
    content: blockOf(key, ours),
    mapped: { 'meta.price': 4, 'meta.note': 'von Hand', 'terms.tag': [3] },
  })
  const base = textsOf({ 'meta.price': 5, 'meta.note': 'neu', 'terms.tag': { shared: [3, 5] } })
  expect(ownTexts(readPage(key, page), { base })).toEqual({ ...base, 'meta.price': 4, 'terms.tag': [3] })
})

test('an older version of ours with documents is ours, even if the partner’s version has none', async () => {
  const renderer = createRenderer({ ...(await readTemplates()), imagePlace: 'hero' })
  const product = productOf()
  const older = renderer.render(product, sampleMedia)
  const now = renderer.render({ ...product, price: '14.00' }, () => undefined)
  const found = pageOf(older, { content: blockOf(key, older) })
  const own = ownTexts(readPage(key, found), { base: now })
  expect(own.inner).toBe(older.inner)
  expect(composeUpdate(readPage(key, found), { base: own, wanted: now }, 'keep').merge).toMatchObject({
    kept: [],
    conflicts: [],
  })
})
