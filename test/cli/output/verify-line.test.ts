import { expect, test } from 'vitest'
import { toVerifyLines, toVerifyReport } from '../../../src/cli/output/status-lines.ts'
import { runOf } from '../../helpers/sync/runs.ts'

const finishedAt = '2026-11-22T03:04:00.000Z'
const sync = runOf('2026-11-20-3', { state: 'done', finishedAt })
const verify = (findings: Record<string, number>, repaired: Record<string, number> = {}) =>
  runOf('2026-11-20-2', { kind: 'verify', state: 'done', finishedAt, findings, repaired })

test.each([
  [verify({}), 'no drift found'],
  [verify({}, { stale: 2 }), 'no drift found; 2 stale repaired'],
  [
    verify({ edited: 2, moved: 1 }, { stale: 1 }),
    'drift found: 2 edited, 1 moved (product-mirror verify); 1 stale repaired',
  ],
])('the last verify is shown in one line', (run, told) => {
  expect(toVerifyLines([sync, run, verify({ trashed: 9 })])).toEqual([
    `Last verify 2026-11-20-2, 2026-11-22: ${told}`,
  ])
  expect(toVerifyReport([sync, run])).toMatchObject({ runId: '2026-11-20-2', findings: run.findings })
})

test('an active or cancelled verify has no line', () => {
  expect(toVerifyLines([runOf('2026-11-20-4', { kind: 'verify', state: 'cancelled', finishedAt })])).toEqual(
    [],
  )
  expect(toVerifyReport([sync])).toBeUndefined()
})
