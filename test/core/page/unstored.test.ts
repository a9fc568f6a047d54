import { describe, expect, test } from 'vitest'
import { wrapBlock } from '../../../src/core/markup/wrap-block.ts'
import type { Page, PageWrite } from '../../../src/core/record/page.ts'
import { digestToken } from '../../../src/core/merge/text-digests.ts'
import { namesOfUnstored, unstored } from '../../../src/core/page/unstored.ts'
import { key, pageOf, textsOf } from '../../helpers/content/records.ts'

const blockWith = (inner: string) => wrapBlock(key, inner, digestToken(textsOf({ inner })))
const old = blockWith('<p>Alt.</p>')
const fresh = blockWith('<p>Neu.</p>')

describe('of an update', () => {
  const read = pageOf(textsOf(), { content: old })
  const after = (body: object, fields: Partial<Page>) =>
    unstored({ kind: 'update', id: 41, body }, read, pageOf(textsOf(), { content: old, ...fields }))

  test.each([
    ['the text, if the block has the old digests', { content: fresh }, {}, ['text']],
    ['nothing, if the block has the new digests', { content: fresh }, { content: fresh }, []],
    ['nothing, if a plugin removes classes', { content: fresh }, { content: '<p>Neu.</p>' }, []],
    ['nothing, if the digests stay the same', { content: `${old}\n` }, {}, []],
    ['the title', { title: 'Neu' }, {}, ['title']],
    ['nothing, if a plugin rewrites the title', { title: 'Neu' }, { title: 'Neu ©' }, []],
    ['the excerpt', { excerpt: 'Neu' }, {}, ['excerpt']],
    ['PR-45: the image', { featured_media: 8 }, {}, ['image']],
    ['nothing, if the image was the same', { featured_media: 7 }, {}, []],
    ['the status', { status: 'draft' }, {}, ['status']],
    ['nothing, if another status was set', { status: 'draft' }, { status: 'private' }, []],
  ] as const)('%s', (_what, body, shown, expected) => {
    expect(after(body, shown)).toEqual(expected)
  })

  test('the text, even of a page without a block', () => {
    const plain = pageOf(textsOf(), { content: '<p>Von uns.</p>' })
    const adopt = (content: string, shown: string) =>
      unstored({ kind: 'update', id: 41, body: { content } }, plain, pageOf(textsOf(), { content: shown }))
    expect(adopt(`<p>Von uns.</p>${fresh}`, plain.content)).toEqual(['text'])
    expect(adopt(`<p>Von uns.</p>${fresh}`, `<p>Von uns.</p>${fresh}`)).toEqual([])
    expect(adopt('<p>Liste.</p>', plain.content)).toEqual(['text'])
    expect(adopt('<p>Liste.</p>', '<p>Liste!</p>')).toEqual([])
  })

  test.each([
    ['Band', 'Band ©', []],
    ['Band', 'BAND', []],
    ['Band 2', 'Band 20', ['title']],
    ['', 'Band ©', ['title']],
  ])('the title %o, if the page shows %o as before, counts as missing: %o', (title, shown, expected) => {
    const before = pageOf(textsOf(), { title: shown })
    expect(unstored({ kind: 'update', id: 41, body: { title } }, before, before)).toEqual(expected)
  })

  test('nothing, if the page before it is unknown', () => {
    expect(unstored({ kind: 'update', id: 41, body: { title: 'Neu' } }, undefined, read)).toEqual([])
  })
})

describe('of a create', () => {
  const body = { title: 'T', excerpt: 'E', content: fresh, featured_media: 7, status: 'publish' }
  const after = (fields: Partial<Page>) =>
    unstored({ kind: 'create', body }, undefined, pageOf(textsOf(), { content: fresh, ...fields }))

  test('nothing, if the page shows all of it, or what a plugin made of it', () => {
    expect(after({})).toEqual([])
    expect(after({ title: 'T ©', content: fresh.replace('</p>', ' ©</p>') })).toEqual([])
    expect(after({ content: '<div><p>Neu.</p></div>' })).toEqual([])
    expect(unstored({ kind: 'create', body: {} }, undefined, pageOf())).toEqual([])
    const empty = { ...pageOf(), title: '', excerpt: '', content: '', featuredMedia: 0 }
    expect(unstored({ kind: 'create', body: {} }, undefined, empty)).toEqual([])
  })

  test('each part that is missing', () => {
    expect(after({ content: '' })).toEqual(['text'])
    expect(after({ content: '<p>In Prüfung.</p>' })).toEqual(['text'])
    expect(after({ title: '', excerpt: '', featuredMedia: 0, status: 'pending' })).toEqual([
      'title',
      'excerpt',
      'image',
      'status',
    ])
  })
})

test('of a deletion, only that the page is not in the trash', () => {
  const page = pageOf()
  expect(unstored({ kind: 'delete', id: 41, force: false }, undefined, page)).toEqual(['status'])
  expect(unstored({ kind: 'delete', id: 41, force: false }, undefined, { ...page, status: 'trash' })).toEqual(
    [],
  )
  expect(unstored({ kind: 'delete', id: 41, force: true }, undefined, page)).toEqual([])
})

test('the parts are listed in a sentence', () => {
  expect(namesOfUnstored(['text'])).toBe('the text')
  expect(namesOfUnstored(['title', 'image'])).toBe('the title and the image')
})

describe('of mapped fields', () => {
  const page = (mapped: NonNullable<Page['mapped']>) => pageOf(textsOf(), { content: old, mapped })

  test('those with their earlier value were not stored by an update', () => {
    const write: PageWrite = {
      kind: 'update',
      id: 41,
      body: { meta: { price: 5, note: '' }, terms: { tag: [3] } },
    }
    const read = page({ 'meta.price': 4, 'meta.note': null, 'terms.tag': [1] })
    expect(unstored(write, read, page({ 'meta.price': 4, 'terms.tag': [1] }))).toEqual([
      'meta.price',
      'terms.tag',
    ])
    expect(unstored(write, read, page({ 'meta.price': 5.5, 'terms.tag': [3] }))).toEqual([])
  })

  test('empty ones that were sent with a value were not stored by a create', () => {
    const write: PageWrite = {
      kind: 'create',
      body: { content: old, menu_order: 3, acf: { subtitle: 'x', note: '' } },
    }
    expect(
      unstored(
        write,
        undefined,
        page({ menu_order: undefined, 'acf.subtitle': undefined, 'acf.note': null }),
      ),
    ).toEqual(['menu_order', 'acf.subtitle'])
    expect(unstored(write, undefined, page({ menu_order: 3, 'acf.subtitle': 'X' }))).toEqual([])
    // The map does not name these fields.
    expect(unstored(write, undefined, page({}))).toEqual([])
  })

  test('are named', () => {
    expect(namesOfUnstored(['title', 'meta.price'])).toBe('the title and the field meta.price')
  })
})
