import { describe, expect, test } from 'vitest'
import { wrapBlock } from '../../../src/core/markup/wrap-block.ts'
import type { Revision } from '../../../src/core/record/page.ts'
import { savedMeanwhile } from '../../../src/core/page/saved-meanwhile.ts'
import { digestToken } from '../../../src/core/merge/text-digests.ts'
import { key, pageOf, textsOf } from '../../helpers/content/records.ts'

const texts = textsOf()
const [us, editor] = [1, 2]
const blockWith = (inner: string) => wrapBlock(key, inner, digestToken({ ...texts, inner }))
const old = blockWith(texts.inner)
const fresh = blockWith('<p>Neu.</p>')
const marked = fresh.replace('</p>', ' ©</p>')
const typed = `<p>Von uns.</p>\n\n${old}`

function revisionOf(id: number, content: string, fields: Partial<Revision> = {}): Revision {
  const { title, excerpt } = texts
  const savedGmt = '2026-11-20T04:00:00'
  return { id, title, excerpt, content, autosave: false, savedGmt, author: us, ...fields }
}

const read = pageOf(texts, { content: old, revision: 5 })
const answered = pageOf(texts, { content: fresh, revision: 7 })
const body = { content: fresh }
const before = revisionOf(5, old)
const ours = revisionOf(7, fresh)
const theirs = revisionOf(6, typed, { author: editor })
const find = (...revisions: Revision[]) => savedMeanwhile(revisions, { read, body, answered })

describe('a save before ours', () => {
  test('is a lost edit', () => {
    expect(find(ours, theirs, before)).toEqual({ kind: 'lost', revision: theirs, now: undefined })
  })

  test('is a lost edit, too, if a plugin saved the page again after ours', () => {
    const again = revisionOf(8, marked)
    expect(find(again, ours, theirs, before)).toEqual({ kind: 'lost', revision: theirs, now: again })
  })

  test('is found if the engine rewrote our text, by the digests in the block', () => {
    expect(find(revisionOf(7, marked), theirs, before)).toMatchObject({ revision: theirs })
  })

  test('is found if the engine rewrote a text without digests, by the response', () => {
    const [plain, rewritten] = [wrapBlock(key, '<p>Neu.</p>'), wrapBlock(key, '<p>Neu!</p>')]
    const sent = { read: pageOf(texts, { revision: 5 }), body: { content: plain } }
    const revisions = [revisionOf(7, rewritten), theirs, before]
    const shown = pageOf(texts, { content: rewritten, revision: 7 })
    expect(savedMeanwhile(revisions, { ...sent, answered: shown })).toMatchObject({ revision: theirs })
    const other = pageOf(texts, { content: '', revision: 7 })
    expect(savedMeanwhile(revisions, { ...sent, answered: other })).toMatchObject({ revision: theirs })
  })

  test('is nothing without a save, or after a save of the same text', () => {
    expect(find(ours)).toBeUndefined()
    expect(find(ours, before)).toBeUndefined()
    expect(find(ours, revisionOf(6, ` ${old}\n`), before)).toBeUndefined()
    expect(find(revisionOf(6, typed))).toBeUndefined()
    expect(find(ours, revisionOf(6, typed, { autosave: true }), before)).toBeUndefined()
  })

  test('is not one from before we read', () => {
    expect(find(ours, revisionOf(5, typed))).toBeUndefined()
    const unsaved = { read: pageOf(texts, { content: old, revision: 0 }), body, answered }
    expect(savedMeanwhile([ours, theirs], unsaved)).toMatchObject({ revision: theirs })
  })

  test('is found by its time if the newest revision that we read was an autosave', () => {
    expect(find(ours, revisionOf(4, typed))).toMatchObject({ revision: { id: 4 } })
    expect(find(ours, revisionOf(4, typed, { savedGmt: '2026-11-20T03:59:59' }))).toBeUndefined()
  })
})

describe('a save after ours', () => {
  const later = revisionOf(8, `<p>Von uns.</p>\n\n${fresh}`, { author: editor })
  const shown = pageOf(texts, { content: later.content, revision: 8 })

  test('is an editor’s, whether the response shows it or not', () => {
    const expected = { kind: 'later', revision: later }
    expect(find(later, ours, before)).toEqual(expected)
    expect(savedMeanwhile([later, ours, before], { read, body, answered: shown })).toEqual(expected)
  })

  test('by our user is an editor’s if it restored the old block or changed the title, or if the CMS names no users', () => {
    const stale = revisionOf(8, typed)
    expect(find(stale, ours, before)).toEqual({ kind: 'later', revision: stale })
    const renamed = revisionOf(8, fresh, { title: 'Anders' })
    expect(find(renamed, ours, before)).toEqual({ kind: 'later', revision: renamed })
    const unknown = [marked, fresh, old].map((content, index) =>
      revisionOf(8 - index, content, { author: 0 }),
    )
    expect(savedMeanwhile(unknown, { read, body, answered })).toMatchObject({ kind: 'later' })
  })

  test('is a plugin’s if our user saved our version with additions', () => {
    const again = revisionOf(8, marked)
    expect(find(again, ours, before)).toEqual({ kind: 'again', revision: again })
    const after = pageOf(texts, { content: marked, revision: 8 })
    expect(savedMeanwhile([again, ours, before], { read, body, answered: after })).toEqual({
      kind: 'again',
      revision: again,
    })
  })

  test('is nothing if it restored our version', () => {
    const restored = revisionOf(9, fresh, { author: editor })
    expect(find(restored, later, ours, before)).toBeUndefined()
  })
})

describe('a save while we wrote no text', () => {
  const status = { read, body: { status: 'draft' }, user: us }
  const now = pageOf(texts, { status: 'draft', content: typed, revision: 6 })

  test('is an editor’s', () => {
    expect(savedMeanwhile([theirs, before], { ...status, answered: now })).toEqual({
      kind: 'later',
      revision: theirs,
    })
    expect(savedMeanwhile([before], { ...status, answered: now })).toBeUndefined()
  })

  test('is a plugin’s if our user made it', () => {
    const again = revisionOf(6, old.replace('</p>', ' ©</p>'))
    expect(savedMeanwhile([again, before], { ...status, answered: now })).toMatchObject({ kind: 'again' })
  })
})
