import { describe, expect, test } from 'vitest'
import { blockOf } from '../../../src/core/page/compose.ts'
import {
  isOnlyOurSave,
  mayHaveLanded,
  type PageRead,
  isUnsaved,
  readOf,
  saysWanted,
  textsAsMade,
} from '../../../src/core/page/landed.ts'
import { key, pageOf } from '../../helpers/content/records.ts'
import { readPage } from '../../../src/core/page/mirrored-page.ts'

const at = '2026-11-20T04:00:05'
const made = { status: 'publish', revisions: 0, createdGmt: at, modifiedGmt: at } as const

test.each([
  ['as it was made', made, true],
  ['private', { ...made, status: 'private' } as const, true],
  ['saved once', { ...made, revisions: 1 }, false],
  [
    'changed later, on a site that keeps no revisions',
    { ...made, modifiedGmt: '2026-11-20T04:00:06' },
    false,
  ],
  ['no dates told', { ...made, createdGmt: '', modifiedGmt: '' }, false],
  ['a draft, whose date moves with each save', { ...made, status: 'draft' } as const, false],
  ['pending, whose date moves too', { ...made, status: 'pending' } as const, false],
])('unsaved: %s', (_, page, unsaved) => {
  expect(isUnsaved(page)).toBe(unsaved)
})

const texts = (inner: string) => ({ title: 'Band', excerpt: '', inner: `<p>${inner}</p>`, featuredMedia: 0 })

describe('the only save since an update', () => {
  const base = texts('alt ©')
  const wanted = texts('neu (c)')
  const sent = { revision: 7, revisions: 3 }
  const page = { revision: 9, revisions: 4, content: '' }

  test.each([
    ['is ours when a new word of it stands there', page, texts('neu ©'), true],
    ['is somebody’s when none does', page, texts('alt © von Hand'), false],
    ['is not the only one', { ...page, revisions: 5 }, texts('neu ©'), false],
    ['cannot be told where old revisions go', { ...page, revisions: 3 }, texts('neu ©'), false],
    ['was none', { ...page, revision: 7 }, texts('neu ©'), false],
  ])('%s', (_, now, stands, ours) => {
    expect(isOnlyOurSave(readPage(key, now), sent, { now: stands, base, wanted })).toBe(ours)
  })

  test('is recognised by a word of the title, of the excerpt, or by an address', () => {
    const tells = (now: typeof base, asked: typeof base) =>
      isOnlyOurSave(readPage(key, page), sent, { now, base, wanted: asked })
    expect(tells({ ...base, title: 'Rolle ©' }, { ...base, title: 'Rolle' })).toBe(true)
    expect(tells({ ...base, excerpt: 'Kurz ©' }, { ...base, excerpt: 'Kurz' })).toBe(true)
    const linked = texts('<a href="/x/blatt.pdf">alt ©</a>')
    expect(tells(linked, linked)).toBe(true)
  })

  describe('if the block has a digest', () => {
    const shorter = texts('')
    const [stood, stands] = [blockOf(key, base), blockOf(key, shorter)]
    const before = readOf(readPage(key, pageOf(base, { content: stood, revision: 7, revisions: 3 })))
    const tells = (read: typeof before, content: string) =>
      isOnlyOurSave(readPage(key, { ...page, content }), read, { now: shorter, base, wanted: shorter })

    test('is recognised by the digest of the wanted text, even if it only removed something', () => {
      expect(tells(before, stands)).toBe(true)
    })

    test('is an editor’s while the digest is the earlier one', () => {
      expect(tells(before, stood)).toBe(false)
    })

    test('cannot be recognised if the page had that digest before', () => {
      expect(
        tells(
          { ...before, inner: readOf(readPage(key, pageOf(shorter, { content: stands }))).inner ?? '' },
          stands,
        ),
      ).toBe(false)
    })

    test('is not recognised without a digest', () => {
      expect(readOf(readPage(key, pageOf(base, { content: '', revision: 7, revisions: 3 })))).toEqual({
        ...sent,
        status: 'publish',
      })
      expect(tells(sent, '')).toBe(false)
      expect(tells(sent, stands)).toBe(true)
    })
  })

  test('is not recognised by an element', () => {
    const listed = { ...base, inner: '<h2>alt ©</h2>' }
    expect(isOnlyOurSave(readPage(key, page), sent, { now: listed, base, wanted: listed })).toBe(false)
  })
})

test('text is compared as readers see it', () => {
  expect(saysWanted(texts('a &amp; b'), texts('a &#38;  b'))).toBe(true)
  expect(saysWanted(texts('a'), texts('b'))).toBe(false)
  expect(saysWanted({ ...texts('a'), title: 'Rolle' }, texts('a'))).toBe(false)
  expect(saysWanted({ ...texts('a'), inner: undefined }, texts('a'))).toBe(false)
})

test('fields that were left to an editor are taken from the other version', () => {
  const [now, others] = [{ ...texts('a'), title: 'Von Hand' }, texts('b')]
  expect(textsAsMade(now, others, [])).toEqual(now)
  expect(textsAsMade(now, others, ['title'])).toEqual({ ...now, title: 'Band' })
})

describe('an update with a lost reply', () => {
  const read = { revision: 7, revisions: 3, status: 'draft' }
  const { status: _, ...older } = read
  type Case = { now: { revision: number; status: string }; sent?: PageRead; set?: string }
  test.each<[string, Case, boolean]>([
    ['may have landed if the page has another revision', { now: { revision: 8, status: 'draft' } }, true],
    [
      'may have landed if the page has the status that it set',
      { now: { revision: 7, status: 'publish' }, set: 'publish' },
      true,
    ],
    ['did not land if it set no status', { now: { revision: 7, status: 'publish' } }, false],
    [
      'did not land if the page has its earlier status',
      { now: { revision: 7, status: 'draft' }, set: 'draft' },
      false,
    ],
    [
      'did not land if the page has a third status',
      { now: { revision: 7, status: 'private' }, set: 'publish' },
      false,
    ],
    [
      'is unknown without the earlier status',
      { now: { revision: 7, status: 'publish' }, set: 'publish', sent: older },
      false,
    ],
  ])('%s', (_what, { now, sent: before = read, set }, expected) => {
    expect(mayHaveLanded(now, before, set)).toBe(expected)
  })
})
