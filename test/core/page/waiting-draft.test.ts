import { describe, expect, test } from 'vitest'
import { blockOf, composeCreate, composeUpdate } from '../../../src/core/page/compose.ts'
import { readPage } from '../../../src/core/page/mirrored-page.ts'
import type { PageState } from '../../../src/core/page/page-state.ts'
import { awaitedOn, isUnpublishedDraft } from '../../../src/core/page/waiting-draft.ts'
import { digestsIn } from '../../../src/core/merge/text-digests.ts'
import { key, pageOf, textsOf } from '../../helpers/content/records.ts'

const texts = textsOf()
const at = '2026-11-20T04:00:00'
const marked = blockOf(key, texts, true)
const draft = { status: 'draft', content: marked, createdGmt: at, modifiedGmt: at } as const
const seen = (state: PageState['state'], fields: Partial<PageState> = {}): PageState => ({
  state,
  pageId: 41,
  edited: [],
  since: at,
  ...fields,
})
const page = (fields: object = {}) => readPage(key, pageOf(texts, { ...draft, ...fields }))

describe('a known page', () => {
  const known = (state: PageState | undefined, fields = {}) =>
    awaitedOn(page(fields), { isKnown: true, seen: state })

  test('waits as long as it is the draft that was stored', () => {
    expect(known(seen('draft', { awaits: ['price'] }))).toEqual(['price'])
    expect(known(seen('draft'))).toEqual([])
    expect(known(undefined)).toBeUndefined()
    expect(known(seen('hidden'))).toBeUndefined()
    expect(known(seen('draft', { pageId: 7 }))).toBeUndefined()
    expect(known(seen('draft'), { status: 'private' })).toBeUndefined()
  })

  test('waits no longer if its date was fixed since, because an editor gave it another status for a time', () => {
    const later = '2026-11-20T04:00:01'
    const saved = { createdGmt: later, modifiedGmt: later }
    expect(known(seen('draft'), saved)).toEqual([])
    const fixed = { createdGmt: later, modifiedGmt: '2026-11-20T04:00:02' }
    expect(known(seen('draft'), fixed)).toBeUndefined()
    // Even within the second of the mirror's last write.
    expect(known(seen('draft'), { ...fixed, createdGmt: at })).toBeUndefined()
    expect(known(seen('draft', { createdGmt: at }), fixed)).toBeUndefined()
    // It was public before the mirror made it a draft again.
    expect(known(seen('draft', { createdGmt: later }), fixed)).toEqual([])
  })

  test('waits on a CMS that returns no dates', () => {
    const undated = { createdGmt: '', modifiedGmt: '' }
    expect(known(seen('draft', { createdGmt: '' }), undated)).toEqual([])
  })
})

describe('an unknown page', () => {
  const unknown = (fields = {}) => awaitedOn(page(fields), { isKnown: false, seen: undefined })

  test('waits if it is marked and was never public', () => {
    expect(unknown()).toEqual([])
    expect(unknown({ modifiedGmt: '2026-11-20T04:00:01' })).toBeUndefined()
    expect(unknown({ createdGmt: '', modifiedGmt: '' })).toBeUndefined()
    expect(unknown({ content: blockOf(key, texts) })).toBeUndefined()
    expect(unknown({ content: '' })).toBeUndefined()
    expect(unknown({ status: 'publish' })).toBeUndefined()
    expect(isUnpublishedDraft(page())).toBe(true)
  })
})

describe('the mark', () => {
  const update = (content: string, waits: boolean | undefined, wanted = texts) =>
    composeUpdate(readPage(key, pageOf(texts, { content })), { base: texts, wanted, waits }, 'keep').body
      .content

  test('is in the block of a draft, and does not hide its digests', () => {
    expect(composeCreate(key, texts, 'draft', { waits: true }).content).toBe(marked)
    const { block } = page()
    const { block: plain } = page({ content: blockOf(key, texts) })
    if (block.state !== 'ok' || plain.state !== 'ok') throw new Error('no block')
    expect(digestsIn(marked, block)).toEqual(digestsIn(blockOf(key, texts), plain))
    expect(digestsIn(marked, block)).toBeDefined()
  })

  test('is removed with the publication and set with its undo, even if nothing else changes', () => {
    expect(update(marked, false)).toBe(blockOf(key, texts))
    expect(update(blockOf(key, texts), true)).toBe(marked)
    expect(update(marked, true)).toBeUndefined()
    expect(update(blockOf(key, texts), false)).toBeUndefined()
    // The digests of another version of ours alone cause no write.
    expect(update(blockOf(key, textsOf({ title: 'Alt', inner: texts.inner })), false)).toBeUndefined()
    expect(update('<p>No block.</p>', true)).toBeUndefined()
  })

  test('goes with the next write to a page that an editor published, and causes none', () => {
    expect(update(marked, undefined)).toBeUndefined()
    expect(update(marked, undefined, textsOf({ inner: '<p>Neu.</p>' }))).not.toContain('-draft')
  })
})
