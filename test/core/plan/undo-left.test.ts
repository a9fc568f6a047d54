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
  test.each<[string, Partial<Undoable>]>([
    ['the mirror no longer knows the record', { snapshot: undefined }],
    ['run 2026-11-21-1 wrote it since', { snapshot: snapshotOf(productOf(), { runId: '2026-11-21-1' }) }],
    ['page 41 is gone', { page: undefined }],
    ['the page was resolved since, or its earlier text was not kept', { replaced: undefined }],
    ['an editor put the page in the trash', { page: pageOf(now, trashed) }],
    ['an editor put the page in the trash', { page: pageOf(now, trashed), did: 'created' }],
    [
      'an editor changed the page since',
      { page: pageOf(textsOf({ title: 'Vom Redakteur' })), did: 'created' },
    ],
    [
      'an editor set the page’s status to private since',
      { page: pageOf(now, { status: 'private' }), did: 'created' },
    ],
    [
      'an editor changed title, mirrored block since',
      { page: pageOf(textsOf({ title: 'Vom Redakteur', inner: '<p>Vom Redakteur.</p>' })) },
    ],
    [
      'an editor changed title, mirrored block since: it holds 2 mirrored blocks of this record, so none of them is updated; remove all except one in the editor',
      {
        page: pageOf(textsOf({ title: 'Vom Redakteur' }), { content: wrapBlock(key, now.inner).repeat(2) }),
      },
    ],
    [
      'the run added the mirrored block: remove it by hand if it is not wanted',
      { replaced: { did: 'updated' } },
    ],
    [
      'an editor set the page’s status to publish after it was retired',
      { did: 'retired', replaced: { did: 'retired', status: { before: 'publish', after: 'draft' } } },
    ],
    [
      'an editor put the page in the trash',
      {
        did: 'retired',
        replaced: { did: 'retired', status: { before: 'publish', after: 'draft' } },
        page: pageOf(now, trashed),
      },
    ],
  ])('if %s', (reason, fields) => {
    expect(undoOf(fields)).toEqual({ kind: 'leave', reason })
  })
})
