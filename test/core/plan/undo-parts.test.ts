import { describe, expect, test } from 'vitest'
import { factsDigest } from '../../../src/core/markup/visible-content.ts'
import { wrapBlock } from '../../../src/core/markup/wrap-block.ts'
import { blockOf } from '../../../src/core/page/compose.ts'
import { planUndo, type Undo, type Undoable } from '../../../src/core/plan/undo.ts'
import { key, pageOf, snapshotOf, textsOf } from '../../helpers/content/records.ts'

const undoOf = (
  fields: Pick<Undoable, 'page' | 'snapshot' | 'replaced'> & Partial<Pick<Undoable, 'begun'>>,
): Undo =>
  planUndo(key, { runId: '2026-11-20-1', did: 'updated', pageStatus: 'publish', begun: false, ...fields })

describe('a mirrored block that an editor changed', () => {
  const parts = (intro: string, item: string) => `<p>${intro}</p>\n\n<ul><li>${item}</li></ul>`
  const written = textsOf({ inner: parts('Text.', 'Neu') })
  const after = (inner: string) =>
    undoOf({
      page: pageOf(textsOf({ inner })),
      snapshot: { ...snapshotOf(), base: written },
      replaced: { did: 'updated', texts: { inner: parts('Text.', 'Alt') } },
    })

  test('in a part that the run did not write keeps that change, and gets the rest back', () => {
    const undo = after(parts('Von Hand.', 'Neu'))
    expect(undo).toMatchObject({
      kind: 'revert',
      fields: ['inner'],
      left: [],
      block: { inner: parts('Von Hand.', 'Alt'), conflicts: [] },
    })
    expect(undo.kind === 'revert' && undo.write).toMatchObject({
      body: {
        content: blockOf(key, textsOf({ inner: parts('Text.', 'Alt') })).replace('Text.', 'Von Hand.'),
      },
    })
  })

  test('in a part that the run wrote stays as it is, all of it', () => {
    const undo = undoOf({
      page: pageOf(textsOf({ inner: parts('Text.', 'Von Hand') })),
      snapshot: { ...snapshotOf(), base: written },
      replaced: { did: 'updated', texts: { title: 'Altes Band', inner: parts('Anderer Text.', 'Alt') } },
    })
    expect(undo).toMatchObject({ kind: 'revert', fields: ['title'], left: ['inner'] })
    expect(undo.kind === 'revert' && undo.write).toEqual({
      kind: 'update',
      id: 41,
      body: {
        title: 'Altes Band',
        content: blockOf(key, { ...written, title: 'Altes Band' }).replace('Neu', 'Von Hand'),
      },
    })
  })
})

test('a part of the block that was an editor’s before the run stays theirs, not ours', () => {
  const parts = (text: string, item: string) => `<p>${text}</p>\n\n<ul><li>${item}</li></ul>`
  const undo = undoOf({
    page: pageOf(textsOf({ inner: parts('Von Hand.', 'Neu') })),
    snapshot: { ...snapshotOf(), base: textsOf({ inner: parts('Text.', 'Neu') }) },
    replaced: {
      did: 'updated',
      texts: { inner: parts('Von Hand.', 'Alt') },
      base: { inner: parts('Text.', 'Alt') },
    },
  })
  const ours = blockOf(key, textsOf({ inner: parts('Text.', 'Alt') }))
  expect(undo.kind === 'revert' && undo.write).toMatchObject({
    body: { content: ours.replace('Text.', 'Von Hand.') },
  })
})

test('an editor’s text that returns does not count as ours: the digests in the block are those of our text', () => {
  const [ours, theirs] = [textsOf(), textsOf({ title: 'Vom Redakteur' })]
  const undo = undoOf({
    page: pageOf(ours),
    snapshot: snapshotOf(),
    replaced: { did: 'updated', texts: { title: theirs.title }, base: { title: 'Unser Titel' } },
  })
  expect(undo.kind === 'revert' && undo.write).toEqual({
    kind: 'update',
    id: 41,
    body: { title: theirs.title, content: blockOf(key, textsOf({ title: 'Unser Titel' })) },
  })
})

const parts = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('\n\n')

describe('a block with parts of the same text and an editor’s text from before the run', () => {
  const ours = textsOf({ inner: parts('Text.', 'Text.', 'Eins.') })
  const before = parts('Von Hand.', 'Text.', 'Eins.')
  const snapshot = {
    ...snapshotOf(),
    base: textsOf({ inner: parts('Text.', 'Neu.', 'Zwei.') }),
    shown: parts('Von Hand.', 'Neu.', 'Zwei.'),
  }
  const undoWith = (now: string) =>
    undoOf({
      page: pageOf(textsOf({ inner: now })),
      snapshot,
      replaced: { did: 'updated', texts: { inner: before }, base: { inner: ours.inner } },
    })

  test('reads as before the run', () => {
    const undo = undoWith(snapshot.shown)
    expect(undo).toMatchObject({ fields: ['inner'], left: [], base: { inner: ours.inner } })
    expect(undo.kind === 'revert' && undo.write).toMatchObject({
      body: { content: blockOf(key, ours).replace(ours.inner, before) },
    })
  })

  test('keeps an editor’s changes since', () => {
    const undo = undoWith(parts('Von Hand.', 'Neu.', 'Auch von Hand.'))
    expect(undo).toMatchObject({ kind: 'leave', reasons: [{ code: 'undo-edited', fields: ['inner'] }] })
  })

  test('keeps an editor’s text of which nothing more is known', () => {
    const undo = undoOf({
      page: pageOf(textsOf({ inner: parts('Von Hand.', 'Neu.') })),
      snapshot: {
        ...snapshot,
        base: textsOf({ inner: parts('Text.', 'Neu.') }),
        shown: parts('Von Hand.', 'Neu.'),
      },
      replaced: { did: 'updated', texts: { inner: parts('Text.', 'Alt.') } },
    })
    expect(undo).toMatchObject({ left: [], block: { inner: parts('Von Hand.', 'Alt.') } })
  })
})

test('a block that an editor changed is not ours if only the title is restored', () => {
  const page = pageOf(textsOf({ inner: parts('Von Hand.') }))
  const undo = undoOf({
    page,
    snapshot: snapshotOf(),
    replaced: { did: 'updated', texts: { title: 'Altes Band' } },
  })
  expect(undo.kind === 'revert' && undo.base).toStrictEqual({})
})

describe('an undo whose reply was lost', () => {
  const written = textsOf({ inner: parts('Neu.', 'Neu.', 'Eins.') })
  const again = (before: string, { now = before, base }: { now?: string; base?: string }) => {
    const ours = blockOf(key, textsOf({ inner: base ?? before }))
    const content = ours.replace(base ?? before, now)
    return undoOf({
      page: pageOf(textsOf({ inner: now }), { content }),
      snapshot: { ...snapshotOf(), base: written, past: [factsDigest(before)] },
      replaced: {
        did: 'updated',
        texts: { inner: before },
        ...(base !== undefined && { base: { inner: base } }),
      },
      begun: true,
    })
  }
  const before = parts('Alt.', 'Auch alt.', 'Zwei.')

  test.each([
    ['', pageOf(written, { content: blockOf(key, written) })],
    [', on a page without digests', pageOf(written, { content: wrapBlock(key, written.inner) })],
  ])('is sent again if it never arrived%s', (_, page) => {
    const undo = undoOf({
      page,
      snapshot: { ...snapshotOf(), base: written },
      replaced: { did: 'updated', texts: { inner: before } },
      begun: true,
    })
    expect(undo.kind === 'revert' && undo.write).toMatchObject({
      body: { content: expect.stringContaining(before) },
    })
  })

  test('is complete if the page already reads as before the run', () => {
    const undo = again(before, {})
    expect(undo).toMatchObject({ kind: 'revert', fields: ['inner'], left: [], base: {} })
    expect(undo).not.toHaveProperty('write')
  })

  test('keeps an editor’s text from before the run, which stays theirs', () => {
    const edited = parts('Von Hand.', 'Auch alt.', 'Zwei.')
    const undo = again(edited, { base: before })
    expect(undo).toMatchObject({ kind: 'revert', fields: ['inner'], left: [], base: { inner: before } })
    expect(undo).not.toHaveProperty('write')
  })

  test('keeps an editor’s text from after the run, which stays theirs', () => {
    const undo = again(before, { now: parts('Alt.', 'Auch alt.', 'Von Hand.') })
    expect(undo).toMatchObject({ kind: 'revert', fields: ['inner'], left: [], base: { inner: before } })
    expect(undo).not.toHaveProperty('write')
  })
})
