import type { Reason } from '../../../src/core/reasons/reason.ts'
import { describe, expect, test } from 'vitest'
import type { Outcome, PlannedChange } from '../../../src/core/run/change.ts'
import { outcomeView, plannedView } from '../../../src/core/views/change-view.ts'
import { key, productOf, snapshotOf, textsOf } from '../../helpers/content/records.ts'

const mirrored = { ...snapshotOf(productOf({ name: 'Band', price: '9' })), digest: 'old' }
const wanted = { product: productOf({ name: 'Folie', price: '9' }), digest: 'new' }
const nothing = {
  why: '',
  plainWhy: '',
  pageId: undefined,
  link: undefined,
  at: undefined,
  fields: [],
  kept: [],
  conflicts: [],
  before: undefined,
  after: undefined,
  product: [],
  page: [],
}

describe('the view of a planned change', () => {
  test.each<[PlannedChange, typeof mirrored | undefined, object]>([
    [{ ...key, kind: 'create', ...wanted }, undefined, { what: 'create', name: 'Folie', after: 'new' }],
    [
      { ...key, kind: 'update', pageId: 7, fields: ['name', 'template'], ...wanted },
      mirrored,
      {
        what: 'update',
        name: 'Folie',
        pageId: 7,
        fields: ['name', 'template'],
        before: 'old',
        after: 'new',
        product: [{ field: 'name', before: 'Band', after: 'Folie' }],
      },
    ],
    [
      { ...key, kind: 'update', pageId: 7, fields: ['name'], ...wanted },
      undefined,
      { what: 'update', name: 'Folie', pageId: 7, fields: ['name'], after: 'new' },
    ],
    [
      { ...key, kind: 'restore', pageId: 7, ...wanted, product: mirrored.product },
      mirrored,
      { what: 'restore', name: 'Band', pageId: 7, before: 'old', after: 'new' },
    ],
    [
      { ...key, kind: 'retire', pageId: 7, reason: 'left the catalogue' },
      mirrored,
      {
        what: 'retire',
        name: 'Band',
        pageId: 7,
        why: 'left the catalogue',
        plainWhy: 'left the catalogue',
        before: 'old',
      },
    ],
    [
      { ...key, kind: 'retire', pageId: 7, reason: 'absent at the partner' },
      undefined,
      {
        what: 'retire',
        name: undefined,
        pageId: 7,
        why: 'absent at the partner',
        plainWhy: 'absent at the partner',
      },
    ],
  ])('of %j has the values of both versions that are stored', (change, snapshot, expected) => {
    expect(plannedView(change, snapshot)).toEqual({ ...key, ...nothing, ...expected })
  })
})

describe('the view of an outcome', () => {
  const outcome: Outcome = { ...key, result: 'updated', fields: ['name'], pageId: 7, before: 'a', after: 'b' }
  const sync = { kind: 'sync', mirror: undefined } as const

  test('has the changes by the partner and those on the page while both versions are stored', () => {
    const snapshot = { ...mirrored, base: textsOf({ title: 'Band' }) }
    const replaced = {
      did: 'updated',
      product: wanted.product,
      texts: { title: 'Folie' },
      status: { before: 'draft', after: 'publish' },
    } as const
    expect(outcomeView(sync, outcome, replaced, snapshot)).toEqual({
      ...key,
      ...nothing,
      what: 'updated',
      name: 'Band',
      why: 'the partner changed it',
      plainWhy: 'the partner changed it',
      pageId: 7,
      fields: ['name'],
      before: 'a',
      after: 'b',
      product: [{ field: 'name', before: 'Folie', after: 'Band' }],
      page: [
        { field: 'status', before: 'draft', after: 'publish' },
        { field: 'title', before: 'Folie', after: 'Band' },
      ],
    })
  })

  test('has no changes of what was not replaced', () => {
    const status = { before: 'publish', after: 'publish' } as const
    const view = outcomeView(sync, outcome, { did: 'updated', status }, mirrored)
    expect([view.product, view.page]).toEqual([[], []])
    const lost = outcomeView(sync, outcome, { did: 'updated', product: wanted.product }, undefined)
    expect([lost.name, lost.product, lost.page]).toEqual([undefined, [], []])
  })

  test('names the editor’s fields, and does not repeat the cause of the failed run', () => {
    const failed = { ...sync, failure: { cause: 'cms', message: 'The CMS is down.' } } as const
    const lost: Reason = { code: 'lost', detail: 'The CMS is down.', ofRun: true }
    const stated = { reasons: [lost], kept: ['title'], conflicts: ['excerpt'] }
    expect(outcomeView(failed, { ...key, result: 'failed', ...stated }, undefined, undefined)).toMatchObject({
      what: 'failed',
      plainWhy: 'not written: see the cause above',
      why: 'not written: see the cause above',
      kept: ['title'],
      conflicts: ['excerpt'],
    })
  })
})
