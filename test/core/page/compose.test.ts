import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PageWriteBody } from '../../../src/contracts/cms/page.ts'
import { findBlock, innerOf } from '../../../src/core/markup/find-block.ts'
import { wrapBlock } from '../../../src/core/markup/wrap-block.ts'
import {
  baseAfter,
  blockOf,
  composeCreate,
  composeUpdate,
  isUntouched,
  shownOn,
} from '../../../src/core/page/compose.ts'
import type { Page } from '../../../src/core/record/page.ts'
import { key, pageOf, textsOf } from '../../helpers/content/records.ts'
import { anyCharacters } from '../../helpers/content/any-characters.ts'
import { sameField } from '../../../src/core/merge/page-fields.ts'
import { readPage } from '../../../src/core/page/mirrored-page.ts'

const base = textsOf()
const wanted = textsOf({ title: 'Band', inner: '<p>Neu.</p>' })
const around = (before: string, after: string, texts = base) =>
  pageOf(texts, { content: `${before}${wrapBlock(key, texts.inner)}${after}` })

test('a create contains everything that the page needs and nothing that the engine rejects', () => {
  const body = composeCreate(key, base, 'draft', { parent: 3 })
  expect(PageWriteBody.parse(body)).toEqual({
    slug: 'gtin-4006381333931-de-de',
    status: 'draft',
    parent: 3,
    title: 'Dichtband',
    excerpt: 'Dichtet Fugen.',
    content: blockOf(key, base),
    featured_media: 7,
  })
})

test('a page is created with the slug of a map', () => {
  expect(composeCreate(key, base, 'publish', { slug: 'band' })).toMatchObject({ slug: 'band' })
})

test('a post is created without a parent, and with SEO fields', () => {
  const meta = { _seo_title: 'Band', _seo_metadesc: 'Dichtet.', _seo_focuskw: 'Band' }
  const body = PageWriteBody.parse(composeCreate(key, base, 'publish', { meta }))
  expect(body).toMatchObject({ slug: 'gtin-4006381333931-de-de', meta })
  expect(body).not.toHaveProperty('parent')
})

describe('an update', () => {
  test('of a page that reads as wanted is empty', () => {
    expect(composeUpdate(readPage(key, pageOf()), { base, wanted: base }, 'keep')).toStrictEqual({
      body: {},
      merge: { write: {}, kept: [], conflicts: [] },
      block: 'ok',
    })
  })

  test('contains only changed fields, and never slug, status or parent', () => {
    const { body } = composeUpdate(readPage(key, pageOf()), { base, wanted }, 'keep')
    expect(body).toEqual({ title: 'Band', content: blockOf(key, wanted) })
  })

  test('removes an image that the product no longer has', () => {
    const bare = textsOf({ featuredMedia: 0 })
    expect(composeUpdate(readPage(key, pageOf()), { base, wanted: bare }, 'keep').body).toEqual({
      featured_media: 0,
      content: blockOf(key, bare),
    })
  })

  test('does not mistake the engine’s rewriting for an edit', () => {
    const rewritten = pageOf(base, {
      title: 'Dichtband ',
      content: wrapBlock(key, '\n<p class="wp-block-paragraph">Kleben.</p>\n'),
    })
    expect(composeUpdate(readPage(key, rewritten), { base, wanted: base }, 'keep').body).toEqual({})
    expect(composeUpdate(readPage(key, rewritten), { base, wanted }, 'keep').merge).toMatchObject({
      kept: [],
      conflicts: [],
    })
  })

  test('sends the text around the block back byte for byte', () => {
    const anyOutside = fc.oneof(anyCharacters(), fc.constantFrom(' \n', '<p>x', '<!-- wp:html -->\r\n&nbsp;'))
    fc.assert(
      fc.property(anyOutside, anyOutside, fc.constantFrom('keep', 'overwrite'), (before, after, onEdit) => {
        const page = around(before, after)
        fc.pre(findBlock(page.content, key).state === 'ok')
        const { content } = composeUpdate(readPage(key, page), { base, wanted }, onEdit).body
        expect(content).toBe(`${before}${blockOf(key, wanted)}${after}`)
      }),
    )
  })

  test('keeps an edited block and reports the result of each field', () => {
    const page = pageOf(textsOf({ title: 'Vom Redakteur', inner: '<p>Vom Redakteur.</p>', featuredMedia: 9 }))
    const target = { ...wanted, title: base.title }
    expect(composeUpdate(readPage(key, page), { base, wanted: target }, 'keep')).toMatchObject({
      body: {},
      merge: { write: {}, kept: ['title', 'featuredMedia'], conflicts: ['inner'] },
    })
    expect(composeUpdate(readPage(key, page), { base, wanted: target }, 'overwrite').body).toEqual({
      title: base.title,
      featured_media: 7,
      content: blockOf(key, target),
    })
  })

  describe('of a page without its block', () => {
    test('keeps the page as the editor left it', () => {
      const { body, merge, block } = composeUpdate(
        readPage(key, pageOf(base, { content: 'Nur Text' })),
        { base, wanted },
        'keep',
      )
      expect({ body, conflicts: merge.conflicts, block }).toEqual({
        body: { title: 'Band' },
        conflicts: ['inner'],
        block: 'missing',
      })
    })

    test.each([
      ['', ''],
      ['Text', 'Text\n\n'],
      ['\n  Text\n', '\n  Text\n\n\n'],
      [' ', ' \n\n'],
    ])('adds it behind %j when overwriting', (content, before) => {
      const { body } = composeUpdate(readPage(key, pageOf(base, { content })), { base, wanted }, 'overwrite')
      expect(body.content).toBe(`${before}${blockOf(key, wanted)}`)
    })
  })

  test.each([
    ['doubled', wrapBlock(key, 'a') + wrapBlock(key, 'b'), 'duplicate'],
    ['broken', wrapBlock(key, 'a').replace('<!-- /wp:group -->', ''), 'broken'],
  ])('never touches the content of a %s block', (_, content, state) => {
    for (const onEdit of ['keep', 'overwrite'] as const) {
      const { body, block } = composeUpdate(
        readPage(key, pageOf(base, { content })),
        { base, wanted },
        onEdit,
      )
      expect(body).toEqual({ title: 'Band' })
      expect(block).toBe(state)
    }
  })
})

describe('the base after a write', () => {
  test('is the version that the CMS returned', () => {
    const read = pageOf(textsOf({ title: 'Band &amp; mehr', inner: '<p>Neu. </p>', featuredMedia: 8 }))
    expect(baseAfter(readPage(key, read), base, { left: [] })).toEqual({
      title: 'Band &amp; mehr',
      excerpt: base.excerpt,
      inner: '<p>Neu. </p>',
      featuredMedia: 8,
    })
  })

  test('stays the same for fields left to an editor, so that the edit is recognised again', () => {
    const edited = pageOf(textsOf({ title: 'Vom Redakteur', inner: '<p>Vom Redakteur.</p>' }))
    const first = composeUpdate(readPage(key, edited), { base, wanted }, 'keep')
    const left = [...first.merge.kept, ...first.merge.conflicts]
    const after = baseAfter(readPage(key, edited), base, { left })
    expect(after).toEqual(base)
    expect(composeUpdate(readPage(key, edited), { base: after, wanted }, 'keep').merge.conflicts).toEqual([
      'title',
      'inner',
    ])
    expect(composeUpdate(readPage(key, edited), { base: after, wanted: base }, 'keep').merge.kept).toEqual([
      'title',
      'inner',
    ])
  })

  test('of an edited block has the engine’s version of our parts, and not the editor’s', () => {
    const ours = ['<p>Kleben.</p>', '<ul><li>Alt</li></ul>']
    const old = textsOf({ inner: ours.join('\n\n') })
    const edited = pageOf(textsOf({ inner: ['<p>Von Hand.</p>', ours[1]].join('\n\n') }))
    const target = textsOf({ inner: [ours[0], '<ul><li>Neu</li></ul>'].join('\n\n') })
    const { merge, body } = composeUpdate(readPage(key, edited), { base: old, wanted: target }, 'keep')
    const read = (content: string) =>
      baseAfter(readPage(key, pageOf(base, { content })), old, { left: ['inner'], block: merge.block })
    expect(sameField('inner', read(String(body.content)).inner, target.inner)).toBe(true)
    const filtered = String(body.content).replace('Neu', 'Neu (c)')
    expect(sameField('inner', read(filtered).inner, target.inner.replace('Neu', 'Neu (c)'))).toBe(true)
    expect(shownOn(readPage(key, pageOf(base, { content: filtered })), target).shown).toContain('Von Hand.')
    expect(shownOn(readPage(key, pageOf(target)), target)).toStrictEqual({})
    expect(shownOn(readPage(key, pageOf(target, { content: '' })), target)).toStrictEqual({})
    // The engine's rewriting of an editor's text is not ours.
    const marked = String(body.content).replace('Von Hand', 'Von Hand (c)')
    expect(sameField('inner', read(marked).inner, target.inner)).toBe(true)
  })

  test('keeps the text of a block that is missing', () => {
    expect(baseAfter(readPage(key, pageOf(base, { content: 'Nur Text' })), base, { left: [] }).inner).toBe(
      base.inner,
    )
  })
})

describe('a page is untouched', () => {
  test.each<[string, Page, boolean]>([
    ['as we left it', pageOf(), true],
    ['with blanks around the block', around('\n', '\n\n'), true],
    ['with another title', pageOf(textsOf({ title: 'x' })), false],
    ['with another excerpt', pageOf(textsOf({ excerpt: 'x' })), false],
    ['with another image', pageOf(textsOf({ featuredMedia: 8 })), false],
    ['with other text in the block', pageOf(textsOf({ inner: '<p>x</p>' })), false],
    ['with text before the block', around('<p>Vom Redakteur.</p>', ''), false],
    ['with text behind the block', around('', '\n<!-- wp:html /-->'), false],
    ['without the block', pageOf(base, { content: '' }), false],
    ['with the block twice', around(wrapBlock(key, base.inner), ''), false],
  ])('or not: %s', (_, page, untouched) => {
    expect(isUntouched(readPage(key, page), base)).toBe(untouched)
  })
})

test('the markup inside the block is found again after a create', () => {
  const { content = '' } = composeCreate(key, base, 'publish', { parent: 0 })
  const found = findBlock(content, key)
  expect(found.state === 'ok' && innerOf(content, found)).toBe(base.inner)
})

test('a duplicated block is a conflict and is never replaced, even with overwrite', () => {
  const block = wrapBlock(key, '<p>alt</p>')
  const page = pageOf(textsOf(), { content: `${block}\n\n${block}` })
  const { body, merge } = composeUpdate(
    readPage(key, page),
    { base: textsOf(), wanted: textsOf({ inner: '<p>neu</p>' }) },
    'overwrite',
  )
  expect(body.content).toBeUndefined()
  expect(merge.conflicts).toEqual(['inner'])
})

describe('mapped fields', () => {
  const mapped = { 'meta.price': 4, 'meta.note': '', 'terms.tag': { shared: [3] } }

  test('are in a create with those that are written once, unless they are empty', () => {
    const body = composeCreate(key, textsOf(mapped), 'publish', {
      parent: 3,
      once: { 'meta.headline': 'Band', menu_order: 0 },
    })
    expect(body).toMatchObject({ meta: { price: 4, headline: 'Band' }, terms: { tag: [3] } })
    expect(body.meta).not.toHaveProperty('note')
    expect(body).not.toHaveProperty('menu_order')
    expect(body.content).toBe(blockOf(key, textsOf(mapped)))
  })

  test('take precedence over the SEO fields of a post', () => {
    const meta = { _seo_title: 'Band', _seo_metadesc: 'Dichtet.', _seo_focuskw: 'Band' }
    const once = { 'meta._seo_title': 'Mein Titel' }
    expect(composeCreate(key, base, 'publish', { meta, once }).meta).toEqual({
      ...meta,
      _seo_title: 'Mein Titel',
    })
  })

  test('update the digests in the block', () => {
    const page = pageOf(textsOf(mapped), { content: blockOf(key, textsOf(mapped)) })
    const target = textsOf({ ...mapped, 'meta.price': 5 })
    const { body } = composeUpdate(readPage(key, page), { base: textsOf(mapped), wanted: target }, 'keep')
    expect(body).toEqual({ meta: { price: 5 }, content: blockOf(key, target) })
  })

  test('are our base as the CMS returned them; a shared set has our entries, and an edited field our old value', () => {
    const before = textsOf({ ...mapped, 'meta.edited': 'unser', 'meta.omitted': 'alt' })
    const now = {
      'meta.price': 4.5,
      'meta.note': null,
      'terms.tag': [3, 7],
      'meta.edited': 'ihr',
      'meta.other': 1,
    }
    const page = pageOf(textsOf(), { mapped: now })
    expect(baseAfter(readPage(key, page), before, { left: ['meta.edited'] })).toEqual(
      textsOf({
        'meta.price': 4.5,
        'meta.note': null,
        'terms.tag': { shared: [3] },
        'meta.edited': 'unser',
        'meta.omitted': 'alt',
      }),
    )
  })
})
