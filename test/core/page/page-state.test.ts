import { describe, expect, test } from 'vitest'
import { editedFields } from '../../../src/core/page/compare-page.ts'
import { isWithdrawn, pageStateOf, type PageState } from '../../../src/core/page/page-state.ts'
import { factsDigest } from '../../../src/core/markup/visible-content.ts'
import { wrapBlock } from '../../../src/core/markup/wrap-block.ts'
import { key, pageOf, snapshotOf, textsOf } from '../../helpers/content/records.ts'
import { readPage } from '../../../src/core/page/mirrored-page.ts'

const at = '2026-11-20T04:00:00.000Z'
const publishing = { pageStatus: 'publish', at } as const
const texts = textsOf()

describe('the state of a page', () => {
  test.each([
    ['nothing', 'publish', [], undefined],
    ['edited', 'publish', ['title'], 'edited'],
    ['hidden', 'draft', [], 'hidden'],
    ['hidden even if edited', 'private', ['inner'], 'hidden'],
    ['trashed even if edited', 'trash', ['inner'], 'trashed'],
  ] as const)('is %s', (_, status, edited, state) => {
    const expected = state && { state, pageId: 41, edited: [...edited], since: at }
    expect(pageStateOf(pageOf(texts, { status }), edited, publishing)).toEqual(expected)
  })

  test('is a draft of ours while it waits for fields and is a draft', () => {
    const of = (status: 'draft' | 'publish' | 'trash') =>
      pageStateOf(pageOf(texts, { status }), ['title'], { ...publishing, awaits: ['price'] })
    expect(of('draft')).toEqual({
      state: 'draft',
      pageId: 41,
      edited: ['title'],
      since: at,
      awaits: ['price'],
    })
    expect(of('publish')).toMatchObject({ state: 'edited' })
    expect(of('trash')).toMatchObject({ state: 'trashed' })
  })

  test('contains the date of a draft only once it is fixed: another fixed date then shows an editor', () => {
    const createdGmt = '2026-11-19T04:00:00'
    const awaiting = { ...publishing, awaits: ['price'] }
    const fixed = pageStateOf(pageOf(texts, { status: 'draft', createdGmt }), [], awaiting)
    expect(fixed).toMatchObject({ createdGmt })
    const undated = pageOf(texts, { status: 'draft', createdGmt: '', modifiedGmt: '' })
    expect(pageStateOf(undated, [], awaiting)).toMatchObject({ createdGmt: '' })
  })

  test('is hidden with a password', () => {
    const page = pageOf(texts, { status: 'publish', hasPassword: true })
    expect(pageStateOf(page, [], publishing)?.state).toBe('hidden')
  })

  test('is never hidden if the mirror creates drafts', () => {
    const drafting = { pageStatus: 'draft', at } as const
    expect(pageStateOf(pageOf(texts, { status: 'publish' }), [], drafting)).toBeUndefined()
    expect(pageStateOf(pageOf(texts, { status: 'private' }), [], drafting)).toBeUndefined()
    expect(pageStateOf(pageOf(texts, { status: 'trash' }), [], drafting)?.state).toBe('trashed')
  })

  test('keeps a page from visitors unless it is only edited', () => {
    const seen = (state: PageState['state']): PageState => ({ state, pageId: 41, edited: [], since: at })
    expect(isWithdrawn(undefined)).toBe(false)
    expect(isWithdrawn(seen('edited'))).toBe(false)
    expect(isWithdrawn(seen('hidden'))).toBe(true)
    expect(isWithdrawn(seen('trashed'))).toBe(true)
    expect(isWithdrawn(seen('deleted'))).toBe(true)
  })
})

describe('the edited fields of a page', () => {
  test('are those that read otherwise than after our write', () => {
    expect(editedFields(readPage(key, pageOf()), snapshotOf())).toEqual([])
    const page = pageOf({ ...texts, title: 'Anders', featuredMedia: 0 })
    expect(editedFields(readPage(key, page), snapshotOf())).toEqual(['title', 'featuredMedia'])
  })

  test('contain the block when it was removed, duplicated or changed', () => {
    const edited = (content: string) => editedFields(readPage(key, pageOf(texts, { content })), snapshotOf())
    expect(edited('')).toEqual(['inner'])
    expect(edited(wrapBlock(key, texts.inner).repeat(2))).toEqual(['inner'])
    expect(edited(wrapBlock(key, '<p>Anders.</p>'))).toEqual(['inner'])
  })

  test('contain the block once when an editor’s save put an older one of ours back', () => {
    const older = '<p>Früher.</p>'
    const snapshot = { ...snapshotOf(), past: [factsDigest(older)] }
    expect(editedFields(readPage(key, pageOf({ ...texts, inner: older })), snapshot)).toEqual(['inner'])
  })

  test('contain the block once when the older one replaced another editor’s addition', () => {
    const older = '<p>Früher.</p>'
    const shown = `${texts.inner}<p>Zusatz.</p>`
    const snapshot = { ...snapshotOf(), past: [factsDigest(older)], shown }
    expect(editedFields(readPage(key, pageOf({ ...texts, inner: older })), snapshot)).toEqual(['inner'])
  })
})
