import type { SimpleReason } from '../../../src/core/reasons/reason.ts'
import { describe, expect, test } from 'vitest'
import { wrapBlock } from '../../../src/core/markup/wrap-block.ts'
import { planUndo, type Undo, type Undoable } from '../../../src/core/plan/undo.ts'
import { key, pageOf, productOf, snapshotOf, textsOf } from '../../helpers/content/records.ts'

const runId = '2026-11-20-1'
const now = textsOf()
const before = textsOf({ title: 'Altes Band', inner: '<p>Alt.</p>' })
const old = { title: before.title, inner: before.inner }
const trashed = { status: 'trash', slug: 'gtin-4006381333931-de-de__trashed' } as const

const undoOf = (fields: Partial<Undoable>): Undo =>
  planUndo(key, {
    runId,
    did: 'updated',
    replaced: { did: 'updated', texts: old },
    page: pageOf(),
    snapshot: snapshotOf(),
    pageStatus: 'publish',
    begun: false,
    ...fields,
  })

describe('nothing is restored', () => {
  test.each<[SimpleReason, Partial<Undoable>]>([
    [{ code: 'undo-unknown' }, { snapshot: undefined }],
    [
      { code: 'undo-written-since', runId: '2026-11-21-1' },
      { snapshot: snapshotOf(productOf(), { runId: '2026-11-21-1' }) },
    ],
    [{ code: 'undo-gone', pageId: 41 }, { page: undefined }],
    [{ code: 'undo-no-text' }, { replaced: undefined }],
    [{ code: 'undo-trashed' }, { page: pageOf(now, trashed) }],
    [{ code: 'undo-trashed' }, { page: pageOf(now, trashed), did: 'created' }],
    [{ code: 'undo-edited' }, { page: pageOf(textsOf({ title: 'Vom Redakteur' })), did: 'created' }],
    [
      { code: 'undo-moved', status: 'private' },
      { page: pageOf(now, { status: 'private' }), did: 'created' },
    ],
    [
      { code: 'undo-edited', fields: ['title', 'inner'] },
      { page: pageOf(textsOf({ title: 'Vom Redakteur', inner: '<p>Vom Redakteur.</p>' })) },
    ],
    [
      { code: 'undo-edited', fields: ['title', 'inner'], block: 'duplicate' },
      {
        page: pageOf(textsOf({ title: 'Vom Redakteur' }), { content: wrapBlock(key, now.inner).repeat(2) }),
      },
    ],
    [{ code: 'undo-only-block' }, { replaced: { did: 'updated' } }],
    [
      { code: 'undo-moved', status: 'publish', did: 'retired' },
      { did: 'retired', replaced: { did: 'retired', status: { before: 'publish', after: 'draft' } } },
    ],
    [
      { code: 'undo-trashed' },
      {
        did: 'retired',
        replaced: { did: 'retired', status: { before: 'publish', after: 'draft' } },
        page: pageOf(now, trashed),
      },
    ],
  ])('because of %j', (reason, fields) => {
    expect(undoOf(fields)).toEqual({ kind: 'leave', reasons: [reason] })
  })
})

test('a page whose notice was updated stays retired', () => {
  const retired = snapshotOf(productOf(), { state: 'retired', retiredTo: 'notice' })
  expect(undoOf({ snapshot: retired })).toMatchObject({
    kind: 'revert',
    state: 'retired',
    retiredTo: 'notice',
  })
  const damaged = snapshotOf(productOf(), { state: 'retired' })
  expect(undoOf({ snapshot: damaged })).toMatchObject({ state: 'retired' })
})
