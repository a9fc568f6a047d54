import { describe, expect, test } from 'vitest'
import { wrapBlock } from '../../../src/core/markup/wrap-block.ts'
import {
  baseAfter,
  blockOf,
  composeAdoption,
  composeUpdate,
  currentTexts,
} from '../../../src/core/page/compose.ts'
import { digestOfText } from '../../../src/core/merge/text-digests.ts'
import { key, pageOf, textsOf } from '../../helpers/content/records.ts'
import { sameField } from '../../../src/core/merge/page-fields.ts'
import { readPage } from '../../../src/core/page/mirrored-page.ts'

const base = textsOf()
const block = wrapBlock(key, base.inner)

describe('the four fields of a page', () => {
  test('are read from it; the block only if there is exactly one', () => {
    expect(currentTexts(readPage(key, pageOf()))).toEqual(base)
    for (const content of ['', 'Text', block + block, block.replace('</div>', '')])
      expect(currentTexts(readPage(key, pageOf(base, { content })))).toEqual({ ...base, inner: undefined })
  })

  test.each([
    [{ title: 'Neu' }, { title: 'Neu' }],
    [{ excerpt: 'Neu' }, { excerpt: 'Neu' }],
    [{ inner: '<p>Neu.</p>' }, {}],
    [{ featuredMedia: 8 }, { featured_media: 8 }],
  ])('are written separately, with the digests of all: %j', (change, body) => {
    const wanted = textsOf(change)
    const content = blockOf(key, wanted)
    expect(composeUpdate(readPage(key, pageOf()), { base, wanted }, 'keep').body).toStrictEqual({
      ...body,
      content,
    })
    // Digests that are up to date are no reason to write.
    expect(composeUpdate(readPage(key, pageOf()), { base, wanted: base }, 'keep').body).toStrictEqual({})
  })

  test('are compared by kind: a block by its facts, a title and an excerpt as text', () => {
    const [plain, marked] = ['A b', 'A <span class="x">b</span>']
    expect(sameField('inner', marked, plain)).toBe(true)
    expect(sameField('title', marked, plain)).toBe(false)
    expect(sameField('excerpt', marked, plain)).toBe(false)
    expect(sameField('excerpt', 'A &amp;  b', ' A & b')).toBe(true)
    expect(sameField('featuredMedia', 7, 7)).toBe(true)
    expect(sameField('featuredMedia', 7, 70)).toBe(false)
  })
})

test('a text that came back byte for byte is the base of the next merge', () => {
  const written = textsOf({ title: 'Neu', inner: '<p>Neu.</p>', featuredMedia: 8 })
  expect(baseAfter(readPage(key, pageOf(written)), written, { left: [] })).toEqual(written)
  expect(
    baseAfter(readPage(key, pageOf(written)), { ...base, inner: written.inner }, { left: ['title'] }),
  ).toEqual({
    ...written,
    title: base.title,
  })
})

test.each([
  ['duplicate', block + block],
  ['broken', block.replace('</div>', '')],
])(
  'of a %s block that was to be overwritten, a conflict is left, and no other field suffers',
  (_, content) => {
    const { body, merge } = composeUpdate(
      readPage(key, pageOf(base, { content })),
      { base, wanted: textsOf({ title: 'Neu', inner: '<p>Neu.</p>' }) },
      'overwrite',
    )
    expect(body).toEqual({ title: 'Neu' })
    expect(merge).toEqual({ write: { title: 'Neu' }, kept: [], conflicts: ['inner'] })
  },
)

test.each([
  ['', ''],
  ['<p>Meins.</p>\n', '<p>Meins.</p>\n\n\n'],
])('an adopted page keeps all of its earlier content: %j', (content, before) => {
  const page = pageOf(textsOf({ title: 'Meins' }), { content })
  expect(composeAdoption(readPage(key, page), base)).toEqual({ content: before + blockOf(key, base) })
})

const parts = (first: string, second: string) => `<p>${first}</p>\n\n<p>${second}</p>`
const twoParts = textsOf({ inner: parts('Kleben.', 'Trocken.') })

describe('a page that is written again', () => {
  const written = (inner: string, wanted = twoParts) =>
    composeUpdate(
      readPage(key, pageOf(textsOf({ inner }))),
      { base: twoParts, wanted, rewrite: true },
      'keep',
    ).body.content

  test('gets our markup and the digests of our content', () => {
    expect(written(twoParts.inner.replaceAll('<p>', '<p class="wp-block-paragraph">'))).toBe(
      blockOf(key, twoParts),
    )
  })

  test.each([
    ['edited', parts('Von Hand.', 'Trocken.')],
    ['emptied', ''],
  ])('keeps a block that an editor %s', (_, inner) => {
    expect(written(inner)).toBe(blockOf(key, twoParts).replace(twoParts.inner, inner))
  })

  test('keeps a block that an editor and the partner changed in the same place', () => {
    const wanted = textsOf({ inner: parts('Anders kleben.', 'Trocken.') })
    const inner = parts('Von Hand.', 'Trocken.')
    expect(written(inner, wanted)).toBe(blockOf(key, twoParts).replace(twoParts.inner, inner))
  })
})

test('after a merge with a part in conflict, the digest of the block is that of its part of ours and of the new ones', () => {
  const wanted = textsOf({ inner: parts('Anders kleben.', 'Sehr trocken.') })
  const page = pageOf(textsOf({ inner: parts('Von Hand.', 'Trocken.') }))
  const { content = '' } = composeUpdate(readPage(key, page), { base: twoParts, wanted }, 'keep').body
  expect(content).toContain(parts('Von Hand.', 'Sehr trocken.'))
  expect(content).toContain(digestOfText('inner', parts('Kleben.', 'Sehr trocken.')))
})
