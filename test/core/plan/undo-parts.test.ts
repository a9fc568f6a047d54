import { describe, expect, test } from 'vitest'
import { blockOf } from '../../../src/core/page/compose.ts'
import { planUndo, type Undo, type Undoable } from '../../../src/core/plan/undo.ts'
import { key, pageOf, snapshotOf, textsOf } from '../../helpers/content/records.ts'

const undoOf = (fields: Pick<Undoable, 'page' | 'snapshot' | 'replaced'>): Undo =>
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

  test('beside what the run wrote keeps that change, and gets the rest back', () => {
    const undo = after(parts('Von Hand.', 'Neu'))
    expect(undo).toMatchObject({
      kind: 'put back',
      fields: ['inner'],
      left: [],
      block: { inner: parts('Von Hand.', 'Alt'), conflicts: [] },
    })
    expect(undo.kind === 'put back' && undo.write).toMatchObject({
      body: {
        content: blockOf(key, textsOf({ inner: parts('Text.', 'Alt') })).replace('Text.', 'Von Hand.'),
      },
    })
  })

  test('where the run wrote stays as it is, all of it', () => {
    const undo = undoOf({
      page: pageOf(textsOf({ inner: parts('Text.', 'Von Hand') })),
      snapshot: { ...snapshotOf(), base: written },
      replaced: { did: 'updated', texts: { title: 'Altes Band', inner: parts('Anderer Text.', 'Alt') } },
    })
    expect(undo).toMatchObject({ kind: 'put back', fields: ['title'], left: ['inner'] })
    expect(undo.kind === 'put back' && undo.write).toEqual({
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
  expect(undo.kind === 'put back' && undo.write).toMatchObject({
    body: { content: ours.replace('Text.', 'Von Hand.') },
  })
})

test('a person’s text that returns does not count as ours: the digests in the block are those of our own texts', () => {
  const [ours, theirs] = [textsOf(), textsOf({ title: 'Vom Redakteur' })]
  const undo = undoOf({
    page: pageOf(ours),
    snapshot: snapshotOf(),
    replaced: { did: 'updated', texts: { title: theirs.title }, base: { title: 'Unser Titel' } },
  })
  expect(undo.kind === 'put back' && undo.write).toEqual({
    kind: 'update',
    id: 41,
    body: { title: theirs.title, content: blockOf(key, textsOf({ title: 'Unser Titel' })) },
  })
})
