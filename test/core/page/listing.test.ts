import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTemplates } from '../../../config/templates.ts'
import {
  countListed,
  createNameList,
  updateIndex,
  updateUntouched,
  type IndexUpdate,
} from '../../../src/core/page/listing.ts'
import { digestOf } from '../../../src/core/text/digest.ts'
import { changesListing } from '../../../src/core/plan/changes-listing.ts'
import type { ProductListing } from '../../../src/core/render/listing-blocks.ts'
import { isAsWritten } from '../../../src/core/render/parent.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'

const renderer = createRenderer(await readTemplates())
const parent = { kind: 'language', language: 'de-de' } as const
const listing = (...titles: string[]): ProductListing => ({
  kind: 'products',
  entries: titles.map((title, at) => ({
    title,
    url: `https://cms.example/?page_id=${at + 1}`,
    itemNumber: '',
    gtin: '',
  })),
  total: titles.length,
})
const first = renderer.renderParent(parent)
const filled = renderer.renderParent(parent, listing('Band <1>', 'Folie'))
/** The decision about a page, without the digest of a plain list. */
const decide = (...given: Parameters<typeof updateIndex>): IndexUpdate => {
  const decided = updateIndex(...given)
  return decided.kind === 'write' ? { kind: 'write', content: decided.content } : decided
}
const update = (content: string, onEdit: 'keep' | 'overwrite' = 'keep') =>
  decide({ content }, parent, { wanted: filled.inner, first: first.inner }, onEdit)

describe('the listing on a parent page', () => {
  it('names the pages below it', () => {
    expect(filled.inner).toMatch(
      /^<!-- wp:paragraph \{"className":"mirror-says-[\w-]{16}"\} -->\n<p class="mirror-says-[\w-]{16}">Alle Produkte in dieser Sprache\.<\/p>/,
    )
    expect(filled.inner).toContain('<p><a href="https://cms.example/?page_id=1">Band &lt;1&gt;</a></p>')
    expect(first.inner).not.toContain('mirror-card')
    expect(renderer.renderParent(parent, listing()).inner).toBe(first.inner)
  })

  it('has a note with both numbers when it leaves some out, in the format of its language', () => {
    const { inner } = renderer.renderParent(parent, { ...listing('Band'), total: 12_345 })
    expect(inner).toContain('<p>Die ersten 1 von 12.345 Produkten, nach Namen.</p>')
  })

  it('is read from right to left if its language is', () => {
    const { inner } = renderer.renderParent({ kind: 'language', language: 'ar' }, listing('Band'))
    expect(inner).toMatch(
      /^<!-- wp:html -->\n<div dir="rtl" lang="ar"[^>]*><p [^>]*class="mirror-says-[\w-]{16}">/,
    )
    expect(isAsWritten(inner)).toBe(true)
    // A site that moves replaces its address on all pages.
    expect(isAsWritten(inner.replaceAll('https://cms.example/', 'https://shop.example/'))).toBe(true)
    expect(isAsWritten(inner.replaceAll('https://cms.example/', 'https://cms.example/other/'))).toBe(false)
    const arabic = { kind: 'language', language: 'ar' } as const
    const after = renderer.renderParent(arabic, listing('Band', 'Folie'))
    const style = (content: string) =>
      content.replace(
        'margin:1em 0"><div class="wp-block-column ',
        'margin:1em 0" id="all"><div class="wp-block-column ',
      )
    const before = style(renderer.renderParent(arabic, listing('Band')).content)
    const written = decide({ content: before }, arabic, { wanted: after.inner, first: '' }, 'keep')
    const withoutLines = (text: unknown) => JSON.stringify(text).replaceAll('\\n', '')
    expect(withoutLines(written)).toBe(withoutLines({ kind: 'write', content: style(after.content) }))
  })

  it('is written once, into the block and nowhere else', () => {
    const around = (content: string) => `<p>Davor</p>\n${content}\n<p>Danach</p>`
    expect(update(around(first.content))).toEqual({ kind: 'write', content: around(filled.content) })
    expect(update(around(filled.content))).toEqual({ kind: 'same' })
  })

  it('stays as an editor changed it, even when nothing is remembered', () => {
    const other = renderer.renderParent(parent, listing('Früher')).content
    expect(update(other).kind).toBe('write')
    const edited = other.replace('Früher', 'Von Hand')
    expect(update(edited)).toEqual({ kind: 'edited' })
    expect(update(edited, 'overwrite')).toEqual({ kind: 'write', content: filled.content })
  })

  it.each([
    [
      'a class of a row',
      '<div class="wp-block-columns mirror-cards">',
      '<div class="wp-block-columns mirror-cards is-style-two">',
    ],
    [
      'the hidden row',
      '<!-- wp:columns {"className":"mirror-cards"}',
      '<!-- wp:columns {"className":"mirror-cards","metadata":{"blockVisibility":false}}',
    ],
    ['another alignment of a row', 'wp:columns {"className":"mirror-cards"', '$&,"verticalAlignment":"top"'],
    [
      'a hidden introduction',
      /<!-- wp:paragraph \{"className":"mirror-says-[\w-]*"/,
      '$&,"metadata":{"blockVisibility":false}',
    ],
    [
      'an anchor of a card',
      /<div class="wp-block-column mirror-card"[^>]*(?=>(?:(?!mirror-card").)*page_id=2")/s,
      '$& id="foil"',
    ],
    ['a link that opens a window', 'page_id=2">', 'page_id=2" target="_blank">'],
  ] as const)('keeps %s when entries are added, renamed and removed', (_, plain, styled) => {
    const other = renderer.renderParent(parent, listing('Band', 'Folie', 'Kelle')).content
    const dressed = other.replace(plain, styled)
    expect(dressed).not.toBe(other)
    const result = update(dressed)
    expect(result).toEqual({ kind: 'write', content: filled.content.replace(plain, styled) })
    expect(update(filled.content.replace(plain, styled))).toEqual({ kind: 'same' })
  })

  it('keeps a hidden card with its product, and hides no other one', () => {
    const hiding = (content: string, id: number) =>
      content.replace(
        new RegExp(
          `("className":"mirror-card")(?=\\} -->\n<div class="wp-block-column mirror-card"(?:(?!mirror-card").)*page_id=${id}")`,
          's',
        ),
        '$1,"metadata":{"blockVisibility":false}',
      )
    const from = (id: number) =>
      renderer.renderParent(parent, {
        ...listing('Band'),
        entries: [{ title: 'Band', url: `https://old.example/?page_id=${id}`, itemNumber: '', gtin: '' }],
      }).content
    expect(hiding(from(2), 2)).not.toBe(from(2))
    expect(update(hiding(from(2), 2))).toEqual({ kind: 'write', content: hiding(filled.content, 2) })
    expect(update(hiding(from(3), 3))).toEqual({ kind: 'write', content: filled.content })
  })

  it('stays in a hidden group, with all changes', () => {
    const wrap = (content: string) =>
      content
        .replace(
          '<!-- wp:columns ',
          '<!-- wp:group {"metadata":{"blockVisibility":false}} -->\n<div class="wp-block-group"><!-- wp:columns ',
        )
        .replace('<!-- /wp:columns -->', '<!-- /wp:columns --></div>\n<!-- /wp:group -->')
    const other = renderer.renderParent(parent, listing('Früher')).content
    expect(update(wrap(other))).toEqual({ kind: 'write', content: wrap(filled.content) })
  })

  it('counts as changed if its styling has no place in the new one', () => {
    const other = renderer.renderParent(parent, listing('<Band>', 'Folie', 'Kelle'))
    const marked = other.content.replace('&lt;Band&gt;', '<span style="color:red">&lt;Band&gt;</span>')
    expect(isAsWritten(marked)).toBe(true)
    expect(update(marked)).toEqual({ kind: 'edited' })
    expect(update(marked, 'overwrite')).toEqual({ kind: 'write', content: filled.content })
    const deep = (markup: string) =>
      '<!-- wp:group -->'.repeat(101) + markup + '<!-- /wp:group -->'.repeat(101)
    expect(update(other.content.replace(other.inner, deep(other.inner)))).toEqual({ kind: 'edited' })
    const row = other.content.replace('<div class="wp-block-columns', '<div id="a" class="wp-block-columns')
    const nothing = (onEdit: 'keep' | 'overwrite') =>
      decide({ content: row }, parent, { wanted: first.inner, first: first.inner }, onEdit)
    expect(nothing('keep')).toEqual({ kind: 'edited' })
    expect(nothing('overwrite')).toEqual({ kind: 'write', content: first.content })
  })

  it('comes back into a block that was emptied, or made before there was a list', () => {
    const plain = first.content.replaceAll(
      / (?:\{"className":"mirror-says-[\w-]+"\}|class="mirror-says-[\w-]+")/g,
      '',
    )
    expect(plain).not.toContain('mirror-says')
    expect(update(plain).kind).toBe('write')
    expect(update(first.content.replace(first.inner, '')).kind).toBe('write')
  })

  it('is not forced on a page without its block, or with two', () => {
    expect(update('<p>Von Hand</p>')).toEqual({ kind: 'no block' })
    expect(update(first.content + first.content)).toEqual({ kind: 'no block' })
  })
})

describe('a page with exactly the content of our last write', () => {
  /** The stored digests after a list was written to an empty block. */
  const writtenAs = (texts: { inner: string }) => {
    const decided = updateIndex(first, parent, { wanted: texts.inner, first: first.inner }, 'keep')
    if (decided.kind !== 'write' || decided.plain === undefined) throw new Error(decided.kind)
    return { content: digestOf(decided.content), plain: decided.plain }
  }

  it('gets the same list as one that is compared part by part', () => {
    const titles = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(titles, titles, (before, after) => {
        const [old, wanted] = [before, after].map((names) => renderer.renderParent(parent, listing(...names)))
        if (old === undefined || wanted === undefined) throw new Error('no list')
        fc.pre(isAsWritten(old.inner))
        const whole = updateIndex(old, parent, { wanted: wanted.inner, first: first.inner }, 'keep')
        const quick = updateUntouched(old, parent, wanted.inner, writtenAs(old))
        // A name may differ in its spelling only.
        fc.pre(whole.kind === 'write' || old.inner === wanted.inner)
        expect(quick).toEqual(whole)
      }),
    )
  })

  it('is not written if the list is the one that it contains', () => {
    expect(updateUntouched(filled, parent, filled.inner, writtenAs(filled))).toEqual({ kind: 'same' })
  })

  it('is not recognized after an edit anywhere on it, without a stored write, or without its block', () => {
    const other = renderer.renderParent(parent, listing('Früher'))
    const quick = (content: string, written = writtenAs(other)) =>
      updateUntouched({ content }, parent, filled.inner, written)
    expect(quick(other.content)?.kind).toBe('write')
    expect(quick(`${other.content}\n<p>Danach</p>`)).toBeUndefined()
    expect(quick(other.content.replace('Früher', 'Von Hand'))).toBeUndefined()
    expect(quick(other.content.replace('mirror-cards">', 'mirror-cards wide">'))).toBeUndefined()
    expect(updateUntouched(other, parent, filled.inner, undefined)).toBeUndefined()
    const gone = '<p>Von Hand</p>'
    expect(quick(gone, { ...writtenAs(other), content: digestOf(gone) })).toBeUndefined()
  })

  it('is not stored as plain if an editor styled the list', () => {
    const styled = first.content.replace(/<p /, '<p style="color:red" ')
    expect(styled).not.toBe(first.content)
    const decided = updateIndex(
      { content: styled },
      parent,
      { wanted: filled.inner, first: first.inner },
      'keep',
    )
    expect(decided).not.toHaveProperty('plain')
  })
})

describe('an outcome', () => {
  it.each<[Parameters<typeof changesListing>[0], boolean]>([
    [{ result: 'created' }, true],
    [{ result: 'retired' }, true],
    [{ result: 'updated' }, true],
    [{ result: 'updated', fields: ['name', 'price'] }, true],
    [{ result: 'updated', fields: ['template'] }, true],
    [{ result: 'updated', fields: ['item_number'] }, true],
    [{ result: 'updated', fields: ['image'] }, true],
    [{ result: 'updated', fields: ['media'] }, true],
    [{ result: 'updated', fields: ['file'] }, true],
    [{ result: 'updated', fields: ['address'] }, true],
    [{ result: 'updated', fields: ['older'] }, true],
    [{ result: 'updated', fields: ['price', 'intro'] }, false],
  ])('%j may change the listing: %s', (outcome, changes) => {
    expect(changesListing(outcome)).toBe(changes)
  })
})

it('counts the entries of a listing, and none without a listing', () => {
  expect(countListed(filled, parent)).toBe(2)
  expect(countListed({ content: filled.content.replace('mirror-card"', 'wide mirror-card"') }, parent)).toBe(
    2,
  )
  const many = renderer.renderParent(parent, { ...listing('Band', 'Folie', 'Kelle'), total: 201 })
  expect(countListed(many, parent)).toBe(3)
  expect(countListed({ content: many.content.replace('<li>', '<li id="a">') }, parent)).toBe(3)
  expect(countListed(first, parent)).toBe(0)
  expect(countListed({ content: '<ul><li>Mine</li></ul>' }, parent)).toBe(0)
})

describe('names', () => {
  const named = (title: string, itemNumber = '7', gtin = '') => ({ title, itemNumber, gtin })

  it.each([
    ['sv-se', ['Ärla', 'Band 10', 'Band 9', 'Åre'], ['Band 9', 'Band 10', 'Åre', 'Ärla']],
    ['de-de', ['Zelt', 'Ärla', 'Band'], ['Ärla', 'Band', 'Zelt']],
  ])('have the order of %s', (language, titles, sorted) => {
    const names = createNameList(language, 10)
    names.add(titles.map((title) => named(title)))
    expect(names.list()).toEqual({ entries: sorted.map((title) => named(title)), total: titles.length })
  })

  it('are the first ones, however they come, and only as many as are wanted are kept', () => {
    const names = createNameList('en', 2)
    for (const title of ['E', 'D', 'C', 'B', 'A', 'F']) names.add([named(title)])
    expect(names.list().entries.map(({ title }) => title)).toEqual(['A', 'B'])
    expect(names.list().total).toBe(6)
  })

  it('that are equal are sorted by their item numbers, and by their GTINs, which distinguish them', () => {
    const names = createNameList('en', 10)
    names.add([
      named('B', '10', '5'),
      named('A', '', '1'),
      named('B', '9', '7'),
      named('C', '', '3'),
      named('C', '', '2'),
      named('C', '20', '4'),
    ])
    const shown = names
      .list()
      .entries.map(({ title, itemNumber, gtin }) => [title, itemNumber, gtin].join(' '))
    expect(shown).toEqual(['A  ', 'B 9 ', 'B 10 ', 'C  2', 'C  3', 'C 20 '])
  })
})
