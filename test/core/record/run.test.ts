import { expect, test } from 'vitest'
import { sawEverything, type Run } from '../../../src/core/record/run.ts'

test.each<[string, Pick<Run, 'kind' | 'state' | 'scope'>, boolean]>([
  ['a sync that is done', { kind: 'sync', state: 'done', scope: {} }, true],
  ['a sync in which a record failed', { kind: 'sync', state: 'partial', scope: {} }, true],
  ['a rebuild', { kind: 'rebuild', state: 'done', scope: {} }, true],
  ['a sync that failed', { kind: 'sync', state: 'failed', scope: {} }, false],
  ['a sync of one product', { kind: 'sync', state: 'done', scope: { gtins: ['4026639012340'] } }, false],
  ['a sync of one language', { kind: 'sync', state: 'done', scope: { languages: ['de-de'] } }, false],
  ['a verify', { kind: 'verify', state: 'done', scope: {} }, false],
])('whether %s has seen every page', (_, run, saw) => {
  expect(sawEverything(run)).toBe(saw)
})
