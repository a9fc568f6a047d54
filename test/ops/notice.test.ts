import { expect, test } from 'vitest'
import { toNotice } from '../../src/ops/notice.ts'
import { aHeldRun, aRun } from './start-ops.ts'

test('of a held run: the numbers, the plan, and the command that approves it', () => {
  expect(toNotice(aHeldRun({ planDigest: 'abc' }))).toEqual({
    event: 'held',
    runId: '2026-11-20-2',
    digest: 'abc',
    message: 'Would retire 412 of 1030 pages (40.0 %, limit 5.0 %). Check that the catalogue is complete.',
    command: 'product-mirror approve 2026-11-20-2',
  })
})

test.each([
  ['Nothing was written. Make a new plan: product-mirror sync', 'product-mirror sync'],
  [
    'Nothing was written. Try again later: product-mirror approve 2026-11-20-2',
    'product-mirror approve 2026-11-20-2',
  ],
])('of an approval that was refused: why, and what to do instead: %s', (refusal, command) => {
  expect(toNotice(aHeldRun({ refusal }))).toEqual({
    event: 'refused',
    runId: '2026-11-20-2',
    message: refusal,
    command,
  })
})

test('of a plan that another run took the place of: which', () => {
  expect(toNotice(aHeldRun({ state: 'superseded', supersededBy: '2026-11-20-3' }))).toEqual({
    event: 'superseded',
    runId: '2026-11-20-2',
    message:
      'Run 2026-11-20-3 took the place of the plan of run 2026-11-20-2, which nobody had approved. Nothing of it was written.',
  })
})

test.each([
  [
    { state: 'failed', failure: { side: 'cms', message: 'no answer' } } as const,
    'Run 2026-11-20-1 failed: no answer',
  ],
  [{ state: 'partial' } as const, 'Run 2026-11-20-1 is done, but for 1 of 12345 records.'],
  [{ state: 'done' } as const, 'Run 2026-11-20-1 is done.'],
])('of a run that ended: how: %j', (patch, message) => {
  expect(toNotice(aRun(patch))).toEqual({
    event: patch.state,
    runId: '2026-11-20-1',
    message,
    command: 'product-mirror status',
  })
})

test('what a verify found is told with the numbers by kind', () => {
  expect(toNotice(aRun({ kind: 'verify', findings: { edited: 2, moved: 1 } }))).toEqual({
    event: 'drift',
    runId: '2026-11-20-1',
    message: 'Run 2026-11-20-1 found pages that are not as the mirror left them: 2 edited, 1 moved.',
    command: 'product-mirror verify',
  })
})
