import { expect, test } from 'vitest'
import { eventOf, toNotice, type NoticeEvent } from '../../../src/ops/notices/notice.ts'
import type { Run } from '../../../src/core/record/run.ts'
import { aHeldRun, aRun } from '../start-ops.ts'

const nothing = { reasons: [], over: [] }

test.each<[Partial<Run>, NoticeEvent | undefined]>([
  [{ state: 'failed' }, 'failed'],
  [{ state: 'partial' }, 'partial'],
  [{ state: 'held' }, 'held'],
  [{ state: 'held', refusal: 'It moved.' }, 'refused'],
  [{ state: 'superseded' }, 'superseded'],
  [{ state: 'done', kind: 'verify', findings: { edited: 1 } }, 'drift'],
  [{ state: 'done', kind: 'verify', findings: {} }, 'recovered'],
  [{ state: 'done' }, 'recovered'],
  [{ state: 'planned' }, undefined],
  [{ state: 'cancelled' }, undefined],
  [{ state: 'writing' }, undefined],
])('of a run with %j the event is %s', (patch, event) => {
  expect(eventOf(aRun(patch))).toBe(event)
})

test('a held run: the numbers, what would be done, and the one command that approves it', () => {
  const [guard] = aHeldRun().guards
  const message = `${guard?.message} If this is wanted: product-mirror approve 2026-11-20-2`
  const run = aHeldRun({ guards: guard ? [{ ...guard, message }] : [] })
  expect(toNotice('held', run, nothing)).toEqual({
    event: 'held',
    message:
      'Run 2026-11-20-2 is held and has written nothing. Would retire 412 of 1030 pages (40.0 %, limit 5.0 %). Check that the catalogue is complete.',
    action: 'If this is wanted (412 retirements, 7 updates), approve exactly this plan; if not, cancel it.',
    command: 'product-mirror approve 2026-11-20-2',
  })
})

test.each([
  ['Nothing was written. Make a new plan: product-mirror sync', 'product-mirror sync'],
  [
    'Nothing was written. Try again later: product-mirror approve 2026-11-20-2',
    'product-mirror approve 2026-11-20-2',
  ],
])('an approval that was refused: why, and what to do instead: %s', (refusal, command) => {
  expect(toNotice('refused', aHeldRun({ refusal }), nothing)).toMatchObject({
    message: `The approval of run 2026-11-20-2 was refused. ${refusal}`,
    command,
  })
})

test('a plan that another run took the place of: which', () => {
  const run = aHeldRun({ state: 'superseded', supersededBy: '2026-11-20-3' })
  expect(toNotice('superseded', run, nothing).message).toBe(
    'Run 2026-11-20-3 took the place of the plan of run 2026-11-20-2, which nobody had approved. Nothing of it was written.',
  )
})

test('a failed run: why, and whether to look at the partner or at the CMS', () => {
  const failed = (cause: 'partner' | 'cms') =>
    toNotice('failed', aRun({ state: 'failed', failure: { cause, message: 'no answer' } }), nothing)
  expect(failed('cms')).toEqual({
    event: 'failed',
    message: 'The sync run 2026-11-20-1 failed: no answer',
    action: 'What was written stays. Check the CMS; the next run does the rest.',
    command: 'product-mirror doctor',
  })
  expect(failed('partner').action).toContain('Check the partner')
})

test('a partial run: how many records failed, and the reasons that are most frequent', () => {
  const reasons = [4, 3, 2, 1].map((records) => ({ records, reason: `reason ${records}.` }))
  const run = aRun({ state: 'partial' })
  expect(toNotice('partial', run, { reasons, over: [] }).message).toBe(
    'The sync run 2026-11-20-1 is done, but for 1 of 12345 records: 4 × reason 4; 3 × reason 3; 2 × reason 2; and 1 other reason.',
  )
})

test('what a verify found: the numbers by kind', () => {
  const run = aRun({ kind: 'verify', findings: { edited: 2, moved: 1 } })
  expect(toNotice('drift', run, nothing)).toMatchObject({
    message: 'Run 2026-11-20-1 found pages that are not as the mirror left them: 2 edited, 1 moved.',
    command: 'product-mirror verify',
  })
})

test('an end of trouble: what it was', () => {
  const over = [{ event: 'partial', runId: '2026-11-19-1', digest: 'd' }]
  expect(toNotice('recovered', aRun(), { reasons: [], over }).message).toBe(
    'All is well again: the sync run 2026-11-20-1 is done. Before, run 2026-11-19-1 had ended with failed records.',
  )
})
