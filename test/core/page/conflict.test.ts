import { describe, expect, test } from 'vitest'
import { seenDigest } from '../../../src/core/merge/seen-digest.ts'
import { wrapBlock } from '../../../src/core/markup/wrap-block.ts'
import { composeUpdate } from '../../../src/core/page/compose.ts'
import {
  baseKept,
  conflictAsStored,
  conflictOf,
  fieldsInConflict,
  seenInConflict,
} from '../../../src/core/page/conflict.ts'
import { joinBlocks, paragraph } from '../../../src/core/markup/blocks.ts'
import type { Page, MergeField, PageTexts } from '../../../src/core/record/page.ts'
import { key, pageOf, textsOf } from '../../helpers/content/records.ts'
import { readPage } from '../../../src/core/page/mirrored-page.ts'

const base = textsOf()
const ours = textsOf({ title: 'Band', inner: '<p>Neu.</p>', featuredMedia: 8 })
const met = { runId: '2026-11-20-1', at: '2026-11-20T04:00:00.000Z' }
const edited = textsOf({ title: 'Vom Redakteur', inner: '<p>Vom Redakteur.</p>', featuredMedia: 9 })
const conflict = (page: Page, fields: MergeField[]) =>
  conflictOf(readPage(key, page), { conflicts: fields }, { base, ours, ...met })

describe('a conflict', () => {
  test('contains the three versions of each field, and where it was found', () => {
    expect(conflict(pageOf(edited), ['title', 'inner', 'featuredMedia'])).toEqual({
      pageId: 41,
      link: 'https://cms.example/products/de-de/band/',
      ...met,
      fields: [
        { field: 'title', base: 'Dichtband', theirs: 'Vom Redakteur', ours: 'Band' },
        { field: 'inner', base: '<p>Kleben.</p>', theirs: '<p>Vom Redakteur.</p>', ours: '<p>Neu.</p>' },
        { field: 'featuredMedia', base: '7', theirs: '9', ours: '8' },
      ],
    })
  })

  test('has the editor’s text as the page shows it after our write, unless other parts are in conflict then', () => {
    const parts = (...texts: string[]) => textsOf({ inner: joinBlocks(texts.map((text) => paragraph(text))) })
    const [was, wanted] = [parts('Eins', 'Zwei'), parts('Uno', 'Due')]
    const { merge } = composeUpdate(
      readPage(key, pageOf(parts('Von Hand', 'Zwei'))),
      { base: was, wanted },
      'keep',
    )
    const page = readPage(key, pageOf(parts('Von Hand', 'Zwei')))
    const found = conflictOf(page, merge, { base: was, ours: wanted, ...met }) ?? expect.fail()
    const written = { base: parts('Eins', 'Due'), wanted }
    const stored = (inner: PageTexts) => conflictAsStored(readPage(key, pageOf(inner)), found, written)
    expect(stored(parts('Von Hand ©', 'Due'))).toEqual({
      ...found,
      fields: [{ ...found.fields[0], theirs: paragraph('Von Hand ©') }],
    })
    const others = readPage(key, pageOf(parts('Uno', 'Von Hand')))
    expect(conflictAsStored(others, found, { base: was, wanted })).toBe(found)
    expect(stored(wanted)).toBe(found)
  })

  test('does not exist without fields', () => {
    expect(conflict(pageOf(edited), [])).toBeUndefined()
  })

  test.each([
    ['missing', '<p>Nur Text</p>'],
    ['duplicate', wrapBlock(key, base.inner).repeat(2)],
    ['broken', wrapBlock(key, base.inner).replace('</div>', '')],
  ])('about a block that is %s records that state, and has no editor’s text', (block, content) => {
    const page = pageOf(base, { content })
    expect(conflict(page, ['inner'])).toMatchObject({ block, fields: [{ theirs: '', ours: '<p>Neu.</p>' }] })
    expect(conflict(page, ['title'])).not.toHaveProperty('block')
  })

  describe('about parts of the block', () => {
    const parts = [
      { base: '<li>a</li>', theirs: '<li>b</li>', ours: '<li>c</li>' },
      { base: undefined, theirs: undefined, ours: undefined },
    ]
    const block = { inner: 'x', base: base.inner, conflicts: parts }
    const about = (conflicts: MergeField[]) =>
      conflictOf(readPage(key, pageOf(edited)), { conflicts, block }, { base, ours, ...met }) ?? expect.fail()

    test('has an entry for each, empty where a side does not have it, and the block that is wanted', () => {
      expect(about(['title', 'inner'])).toMatchObject({
        fields: [
          { field: 'title' },
          { field: 'inner', base: '<li>a</li>', theirs: '<li>b</li>', ours: '<li>c</li>' },
          { field: 'inner', base: '', theirs: '', ours: '' },
        ],
        wanted: ours.inner,
        mergeBase: base.inner,
      })
      expect(fieldsInConflict(about(['title', 'inner']))).toEqual(['title', 'inner'])
    })

    test('has no block to merge if only another field is in conflict', () => {
      const merged = { conflicts: ['title' as const], block: { ...block, conflicts: [] } }
      const found = conflictOf(readPage(key, pageOf(edited)), merged, { base, ours, ...met })
      expect(found).not.toHaveProperty('wanted')
      expect(found).not.toHaveProperty('mergeBase')
    })

    test('that is resolved for the editor marks the whole block of the partner as seen', () => {
      expect(baseKept(base, about(['inner']))).toEqual({ ...base, inner: ours.inner })
    })

    test('that is resolved for the editor leaves the other parts as an engine that adds words stored them', () => {
      const list = (...items: string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`
      const [stored, wanted] = [textsOf({ inner: list('alt', 'zwei ·') }), list('neu', 'zwei')]
      const { merge } = composeUpdate(
        readPage(key, pageOf(textsOf({ inner: list('von Hand', 'zwei ·') }))),
        { base: stored, wanted: textsOf({ inner: wanted }) },
        'keep',
      )
      const found = conflictOf(readPage(key, pageOf()), merge, {
        base: stored,
        ours: textsOf({ inner: wanted }),
        ...met,
      })
      const kept = baseKept(stored, found ?? expect.fail())
      expect(kept.inner).toBe(list('neu', 'zwei ·'))
    })

    test('is recognised by the editor’s text in it, whatever the CMS makes of its markup', () => {
      const { seen, ...rest } = seenInConflict(about(['inner']))
      expect(rest).toEqual({ fields: ['inner'], only: 'conflicts' })
      const rewritten = { ...about(['inner']) }
      rewritten.fields = rewritten.fields.map((one) => ({
        ...one,
        theirs: one.theirs.replace('<li>', '<li class="x">'),
      }))
      expect(seenInConflict(rewritten).seen).toBe(seen)
      rewritten.fields = rewritten.fields.map((one) => ({ ...one, theirs: one.theirs.replace('b', 'd') }))
      expect(seenInConflict(rewritten).seen).not.toBe(seen)
    })

    test('without parts is recognised by the whole text of its fields', () => {
      const { seen, ...rest } = seenInConflict(conflict(pageOf(edited), ['title']) ?? expect.fail())
      expect(rest).toEqual({ fields: ['title'] })
      expect(seen).toBe(seenDigest(['title'], { title: 'Vom Redakteur' }))
    })
  })

  test('that is resolved for the editor marks the partner’s text as seen', () => {
    const all = conflict(pageOf(edited), ['title', 'inner', 'featuredMedia'])
    expect(all && baseKept(base, all)).toEqual({
      ...base,
      title: 'Band',
      inner: '<p>Neu.</p>',
      featuredMedia: 8,
    })
    const some = conflict(pageOf(edited), ['inner'])
    expect(some && baseKept(base, some)).toEqual({ ...base, inner: '<p>Neu.</p>' })
    expect(base).toEqual(textsOf())
  })
})

test('mapped fields in conflict keep the type of their value', () => {
  const before = textsOf({ 'meta.price': 4, 'meta.note': null })
  const wanted = textsOf({ 'meta.price': 5, 'meta.note': 'neu' })
  const page = pageOf(textsOf({ 'meta.price': 6, 'meta.note': 'ihr' }))
  const found = conflictOf(
    readPage(key, page),
    { conflicts: ['meta.price', 'meta.note'] },
    { base: before, ours: wanted, ...met },
  )
  if (found === undefined) throw new Error('no conflict')
  expect(found.fields).toEqual([
    { field: 'meta.price', base: '4', theirs: '6', ours: '5' },
    { field: 'meta.note', base: '', theirs: 'ihr', ours: 'neu' },
  ])
  expect(baseKept(before, found)).toEqual(wanted)
  const { seen, fields } = seenInConflict(found)
  expect(seen).toBe(seenDigest(fields, { 'meta.price': 6, 'meta.note': 'ihr' }))
  expect(seen).not.toBe(seenDigest(fields, { 'meta.price': 7, 'meta.note': 'ihr' }))
})
