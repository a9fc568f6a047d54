import { expect, test } from 'vitest'
import type { Change } from '../../../src/core/run/change.ts'
import { afterResync } from '../../../src/core/plan/resynced.ts'
import { key, productOf, snapshotOf } from '../../helpers/content/records.ts'

const older = { ...key, product: productOf({ name: 'Alt' }), digest: 'older' }
const synced = snapshotOf(productOf({ name: 'Neu' }), { digest: 'newer', etag: '"2"', pageId: 42 })
const update = { ...key, kind: 'update', product: synced.product, digest: 'newer', etag: '"2"', pageId: 42 }

test.each<[string, Change, string[]]>([
  ['a create', { ...older, kind: 'create' }, []],
  ['a restore', { ...older, kind: 'restore', pageId: 41 }, []],
  ['an update', { ...older, kind: 'update', pageId: 41, fields: ['name', 'links'] }, ['name', 'links']],
])('%s of a resynced product compares its page with the synced version', (_, change, fields) => {
  expect(afterResync(change, synced)).toEqual({ ...update, fields })
})

test('a version without an ETag makes a change without one', () => {
  const { etag: _, ...without } = synced
  expect(afterResync({ ...older, kind: 'create' }, without)).not.toHaveProperty('etag')
})

test('nothing is left to do for a product that was found again, or that was retired', () => {
  const retire: Change = { ...key, kind: 'retire', pageId: 41, reason: 'absent at the partner' }
  expect(afterResync(retire, synced)).toBeUndefined()
  expect(afterResync({ ...older, kind: 'create' }, { ...synced, state: 'retired' })).toBeUndefined()
})

test('an undo, and a record whose snapshot cannot be read, stay as they are', () => {
  const revert: Change = { ...key, kind: 'revert', pageId: 41, undoes: '2026-11-20-1' }
  expect(afterResync(revert, synced)).toBe(revert)
  const create: Change = { ...older, kind: 'create' }
  expect(afterResync(create, undefined)).toBe(create)
})
