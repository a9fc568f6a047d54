import { describe, expect, test } from 'vitest'
import { comparePage, recordOfPage, type Known } from '../../../src/core/page/compare-page.ts'
import { blockOf } from '../../../src/core/page/compose.ts'
import { wrapBlock } from '../../../src/core/markup/wrap-block.ts'
import { factsDigest } from '../../../src/core/markup/visible-content.ts'
import { findingId, isDrift, subjectOf, type Finding } from '../../../src/core/page/finding.ts'
import type { Page } from '../../../src/core/record/page.ts'
import { slugOf } from '../../../src/core/record/record.ts'
import { key, pageOf, productOf, snapshotOf, textsOf } from '../../helpers/content/records.ts'
import { renderNotice } from '../../../src/core/render/notice.ts'
import { readPage } from '../../../src/core/page/mirrored-page.ts'

const snapshot = snapshotOf()
const known = { snapshot, parent: 3 }
const texts = textsOf()
const labels = { discontinued: 'Weg.', replaced_by: 'Jetzt: {product}.' }

function kindsOf(page: Page, about: Known): string[] {
  return comparePage(readPage(key, page), about).map(({ kind }) => kind)
}

test('a page belongs to the record of its block, or of its slug if the block is missing', () => {
  const languages = ['es', 'es-419']
  const page = (slug: string, content = '') => pageOf(texts, { slug, content })
  const marked = wrapBlock({ gtin: '4006381333931', language: 'de-de' }, '<p>x</p>')
  expect(recordOfPage(page('anything', marked), languages)).toEqual(key)
  expect(recordOfPage(page('gtin-4006381333931-es-419'), languages)?.language).toBe('es-419')
  expect(recordOfPage(page('gtin-4006381333931-es-2'), languages)?.language).toBe('es')
  expect(recordOfPage(page('gtin-4006381333931-es-419-2__trashed'), languages)?.language).toBe('es-419')
  expect(recordOfPage(page('gtin-4006381333931-xx'), languages)).toBeUndefined()
  expect(recordOfPage(page('about-us'), languages)).toBeUndefined()
})

describe('the record’s own page', () => {
  test('is not a finding as we wrote it or as the engine rewrote it', () => {
    expect(comparePage(readPage(key, pageOf()), known)).toEqual([])
    const rewritten = pageOf({
      ...texts,
      title: 'Dichtband ',
      inner: '\n<p class="wp-block-paragraph">Kleben.</p>\n',
    })
    expect(comparePage(readPage(key, rewritten), known)).toEqual([])
  })

  test('is not a finding once it is retired', () => {
    const retired = snapshotOf(productOf(), { state: 'retired' })
    expect(
      comparePage(readPage(key, pageOf(texts, { status: 'trash', title: 'x' })), {
        ...known,
        snapshot: retired,
      }),
    ).toEqual([])
  })

  describe('retired with a notice', () => {
    const notice = renderNotice(key.language, labels)
    const noticed = { ...texts, inner: `${notice}\n\n${texts.inner}` }
    const retired = snapshotOf(productOf(), { state: 'retired', retiredTo: 'notice', base: noticed })
    const compare = (page: Page) => comparePage(readPage(key, page), { ...known, snapshot: retired })

    test.each([
      ['shows it', pageOf(noticed)],
      ['shows another one and other text', pageOf({ ...texts, inner: notice.replace('Weg.', 'Bald da.') })],
      ['is in the trash', pageOf(texts, { status: 'trash' })],
    ])('is not a finding if it %s', (_, page) => {
      expect(compare(page)).toEqual([])
    })

    test.each([
      ['its notice', 'notice-missing', pageOf(texts)],
      ['its block', 'block-removed', pageOf(texts, { content: '<p>Leer.</p>' })],
    ])('is found if it lacks %s', (_, code, page) => {
      expect(compare(page)).toMatchObject([{ kind: 'edited', reason: { code } }])
    })

    test('is found if it shows our block from before the notice', () => {
      const older = pageOf(texts, { content: blockOf(key, texts) })
      expect(compare(older)).toMatchObject([{ kind: 'stale', reason: { code: 'stale-block' } }])
    })

    test('is not a finding without a snapshot, because it was retired before the snapshots were lost', () => {
      const lost = { ...known, snapshot: undefined }
      expect(kindsOf(pageOf(noticed), lost)).toEqual([])
      expect(kindsOf(pageOf(texts), lost)).toEqual(['duplicate'])
    })
  })

  test.each([
    ['trashed', { code: 'trashed' }, pageOf(texts, { status: 'trash', slug: `${slugOf(key)}__trashed` })],
    [
      'moved',
      { code: 'moved', slug: { is: 'anders', wanted: slugOf(key) } },
      pageOf(texts, { slug: 'anders' }),
    ],
    ['moved', { code: 'moved', parent: { is: 9, wanted: 3 } }, pageOf(texts, { parent: 9 })],
    ['edited', { code: 'edited', fields: ['title'] }, pageOf({ ...texts, title: 'Anders' })],
    ['edited', { code: 'edited', fields: ['featuredMedia'] }, pageOf({ ...texts, featuredMedia: 0 })],
    ['edited', { code: 'edited', fields: ['inner'] }, pageOf({ ...texts, inner: '<p>Anders.</p>' })],
    ['edited', { code: 'block-removed' }, pageOf(texts, { content: '' })],
    [
      'edited',
      { code: 'block-repeated', count: 2 },
      pageOf(texts, { content: wrapBlock(key, texts.inner).repeat(2) }),
    ],
    [
      'edited',
      { code: 'block-broken', detail: 'its class tokens are outside a group block' },
      pageOf(texts, { content: '<div class="product-mirror gtin-4006381333931 lang-de-de">x</div>' }),
    ],
  ] as const)('is %s: %j', (kind, reason, page) => {
    expect(comparePage(readPage(key, page), known)).toEqual([
      { ...key, kind, pageId: 41, link: page.link, reason },
    ])
  })

  test('does not count as moved while its parent is not known', () => {
    expect(comparePage(readPage(key, pageOf(texts, { parent: 9 })), { snapshot, parent: undefined })).toEqual(
      [],
    )
  })

  test('is stale, not edited, if it shows an older version of ours; other edits are reported too', () => {
    const past = [factsDigest('<p>Alt.</p>')]
    const stale = { snapshot: snapshotOf(productOf(), { past }), parent: 3 }
    expect(kindsOf(pageOf({ ...texts, inner: '<p>Alt.</p>' }), stale)).toEqual(['stale'])
    expect(kindsOf(pageOf({ ...texts, title: 'Neu', inner: '<p>Alt.</p>' }), stale)).toEqual([
      'stale',
      'edited',
    ])
    expect(kindsOf(pageOf({ ...texts, inner: '<p>Älter.</p>' }), stale)).toEqual(['edited'])
  })
})

describe('another page', () => {
  const other = (fields: Parameters<typeof pageOf>[1]) => pageOf(texts, { id: 57, ...fields })
  const reasonOf = (page: Page, about: Known) => comparePage(readPage(key, page), about)[0]?.reason

  test('is not a finding under a different slug or in the trash', () => {
    expect(comparePage(readPage(key, other({ slug: 'meine-kopie' })), known)).toEqual([])
    expect(comparePage(readPage(key, other({ status: 'trash' })), known)).toEqual([])
  })

  test('with the record’s block at the record’s slug, numbered or not, is a duplicate', () => {
    const duplicate = { code: 'duplicate', pageId: 41 }
    expect(reasonOf(other({ slug: `${slugOf(key)}-2` }), known)).toEqual({
      ...duplicate,
      removable: true,
    })
    expect(reasonOf(other({}), known)).toEqual({ ...duplicate, removable: false })
    const touched = other({ slug: `${slugOf(key)}-2`, title: 'Anders' })
    expect(reasonOf(touched, known)).toEqual({ ...duplicate, removable: false })
    expect(reasonOf(other({}), { ...known, snapshot: undefined })).toEqual({ code: 'no-snapshot' })
  })

  test('with the record’s block and a slug of a map is reported if no snapshot names it', () => {
    const unknown = { ...known, snapshot: undefined }
    const slug = `band-${key.gtin}-de-de`
    expect(reasonOf(other({ slug }), unknown)).toEqual({ code: 'no-snapshot' })
    expect(reasonOf(other({ slug: `${slugOf(key)}-kopie` }), unknown)).toBeUndefined()
    expect(reasonOf(other({ slug }), known)).toBeUndefined()
  })

  test('at the slug that the record’s page was created with is a duplicate', () => {
    const slug = `band-${key.gtin}-de-de`
    const created = { ...known, snapshot: known.snapshot && { ...known.snapshot, slug } }
    expect(reasonOf(other({ slug: `${slug}-2` }), created)).toMatchObject({ code: 'duplicate' })
    expect(reasonOf(other({}), created)).toBeUndefined()
  })

  test('is not a finding while it is hidden and no snapshot names it', () => {
    for (const status of ['draft', 'private', 'pending'] as const)
      expect(comparePage(readPage(key, other({ status })), { ...known, snapshot: undefined })).toEqual([])
    expect(kindsOf(other({ status: 'draft' }), known)).toEqual(['duplicate'])
  })

  test('without the block is foreign at the record’s slug, and not a finding at a numbered one', () => {
    expect(kindsOf(other({ content: '<p>Meins.</p>' }), known)).toEqual(['foreign'])
    expect(kindsOf(other({ content: '<p>Meins.</p>', slug: `${slugOf(key)}-2` }), known)).toEqual([])
    expect(kindsOf(other({ content: '<p>Meins.</p>', slug: `${slugOf(key)}-neu` }), known)).toEqual([])
  })
})

test('a finding has the same id in every run, and is drift until it is repaired or known', () => {
  const finding: Finding = {
    ...key,
    kind: 'edited',
    pageId: 41,
    reason: { code: 'edited', fields: ['title'] },
  }
  expect(findingId(finding)).toBe('4006381333931/de-de 41 edited')
  expect(subjectOf({ path: 'products' })).toBe('products')
  expect(
    [finding, { ...finding, known: 'hold' }, { ...finding, repaired: { code: 'written' } }].map((one) =>
      isDrift(one as Finding),
    ),
  ).toEqual([true, false, false])
})
