import { expect, test } from 'vitest'
import { sawEverything } from '../../src/sync/run.ts'

test.each([
  ['a sync that is done', { kind: 'sync', state: 'done', scope: {} }, true],
  ['a sync in which a record failed', { kind: 'sync', state: 'partial', scope: {} }, true],
  ['a rebuild', { kind: 'rebuild', state: 'done', scope: {} }, true],
  ['a sync that failed', { kind: 'sync', state: 'failed', scope: {} }, false],
  ['a sync of one product', { kind: 'sync', state: 'done', scope: { gtins: ['4026639012340'] } }, false],
  ['a sync of one language', { kind: 'sync', state: 'done', scope: { languages: ['de-de'] } }, false],
  ['a verify', { kind: 'verify', state: 'done', scope: {} }, false],
] as const)('%s has seen every page: %o, %s', (_, { scope, ...run }, saw) => {
  expect(sawEverything({ ...run, scope: structuredClone(scope) as object })).toBe(saw)
})
