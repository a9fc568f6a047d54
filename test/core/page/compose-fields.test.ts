import { describe, expect, test } from 'vitest'
import { wrapBlock } from '../../../src/core/markup/wrap-block.ts'
import {
  baseAfter,
  blockOf,
  composeAdoption,
  composeUpdate,
  currentTexts,
  sameField,
} from '../../../src/core/page/compose.ts'
import { key, pageOf, textsOf } from '../../helpers/content/records.ts'

const base = textsOf()
const block = wrapBlock(key, base.inner)

describe('the four fields of a page', () => {
  test('are read from it; the block only if there is exactly one', () => {
    expect(currentTexts(key, pageOf())).toEqual(base)
    for (const content of ['', 'Text', block + block, block.replace('</div>', '')])
      expect(currentTexts(key, pageOf(base, { content }))).toEqual({ ...base, inner: undefined })
  })

  test.each([
    [{ title: 'Neu' }, { title: 'Neu' }],
    [{ excerpt: 'Neu' }, { excerpt: 'Neu' }],
    [{ inner: '<p>Neu.</p>' }, {}],
    [{ featuredMedia: 8 }, { featured_media: 8 }],
  ])('are written each by itself, with the digests of all: %j', (change, body) => {
    const wanted = textsOf(change)
    const content = blockOf(key, wanted)
    expect(composeUpdate(key, pageOf(), { base, wanted }, 'keep').body).toStrictEqual({ ...body, content })
    // Digests that are up to date are no reason to write.
    expect(composeUpdate(key, pageOf(), { base, wanted: base }, 'keep').body).toStrictEqual({})
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
  expect(baseAfter(key, pageOf(written), written, { left: [] })).toEqual(written)
  expect(baseAfter(key, pageOf(written), { ...base, inner: written.inner }, { left: ['title'] })).toEqual({
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
      key,
      pageOf(base, { content }),
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
])('a page of somebody else’s that is adopted keeps all that stands there: %j', (content, before) => {
  const page = pageOf(textsOf({ title: 'Meins' }), { content })
  expect(composeAdoption(key, page, base)).toEqual({ content: before + blockOf(key, base) })
})
