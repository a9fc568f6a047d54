import { expect, test } from 'vitest'
import { fileUseOf } from '../../../src/core/plan/file-use.ts'
import type { Outcome } from '../../../src/core/run/change.ts'

test.each<[string, Pick<Outcome, 'result' | 'fields' | 'kept' | 'conflicts'>, string | undefined]>([
  ['a changed price', { result: 'updated', fields: ['price', 'name'] }, undefined],
  ['changed links', { result: 'updated', fields: ['languages', 'sizes', 'successor'] }, undefined],
  ['a published draft', { result: 'updated', fields: ['price', 'publication'] }, undefined],
  ['a changed datasheet', { result: 'updated', fields: ['price', 'datasheet'] }, 'freed'],
  ['a new template', { result: 'updated', fields: ['template'] }, 'freed'],
  ['a file that changed at its URL', { result: 'updated', fields: ['file'] }, 'freed'],
  ['a column of the catalogue', { result: 'updated', fields: ['catalog.sheet'] }, 'freed'],
  ['an update of unknown fields', { result: 'updated' }, 'freed'],
  ['a page with an edit that stays', { result: 'updated', fields: ['price'], kept: ['inner'] }, 'freed'],
  ['a conflict', { result: 'updated', fields: ['price'], conflicts: ['inner'] }, 'freed'],
  ['a page that stays as it is', { result: 'kept' }, 'freed'],
  ['a retired page', { result: 'retired' }, 'freed'],
  ['a restored page', { result: 'restored' }, 'freed'],
  ['an undone write', { result: 'undone', fields: ['price'] }, 'freed'],
  ['a page that was found again', { result: 'unchanged' }, 'freed'],
  ['a new page', { result: 'created' }, 'used'],
  ['a failed record', { result: 'failed' }, undefined],
  ['a held record', { result: 'held' }, undefined],
])('the files of %s', (_, outcome, use) => {
  expect(fileUseOf(outcome)).toBe(use)
})
