import { because } from '../../helpers/content/reason-of.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  breakAfter,
  countFailure,
  failedTogether,
  failedWithOthers,
  isQuarantined,
  probablySucceeds,
  quarantineReason,
  type Failing,
} from '../../../src/core/decisions/quarantine.ts'
import { SimpleReason } from '../../../src/core/reasons/reason.ts'

const hour = 3_600_000
const at = new Date('2026-11-20T04:00:00Z')

/** A record after failing in so many runs, one a day. */
function afterRuns(count: number): Failing {
  let failing = countFailure(undefined, { runId: 'run-1', reasons: because('returned 500'), at })
  for (let run = 2; run <= count; run++) {
    const later = new Date(at.getTime() + (run - 1) * 24 * hour)
    failing = countFailure(failing, { runId: `run-${run}`, reasons: because(`reason ${run}`), at: later })
  }
  return failing
}

test.each([
  [1, 0],
  [4, 0],
  [5, 6],
  [6, 12],
  [7, 24],
  [8, 48],
  [9, 96],
  [10, 168],
  [11, 168],
  [500, 168],
])('a record that failed %i times in a row is left alone for %i hours', (count, hours) => {
  expect(breakAfter(count)).toBe(hours * hour)
})

test('no break is shorter than the one before, none is longer than a week', () => {
  fc.assert(
    fc.property(fc.nat(10_000), (count) => {
      expect(breakAfter(count + 1)).toBeGreaterThanOrEqual(breakAfter(count))
      expect(breakAfter(count)).toBeLessThanOrEqual(7 * 24 * hour)
    }),
  )
})

test('the start of the failures stays, and the last run and its reason are stored', () => {
  expect(afterRuns(4)).toEqual({
    count: 4,
    since: '2026-11-20T04:00:00.000Z',
    runId: 'run-4',
    reasons: because('reason 4'),
  })
})

test('the fifth failing run in a row means quarantine until six hours after its end', () => {
  const failing = afterRuns(5)
  expect(failing).toMatchObject({ count: 5, nextTryAt: '2026-11-24T10:00:00.000Z' })
  expect(isQuarantined(failing, new Date('2026-11-24T09:59:59.999Z'))).toBe(true)
  expect(isQuarantined(failing, new Date('2026-11-24T10:00:00Z'))).toBe(false)
  expect(isQuarantined(afterRuns(4), at)).toBe(false)
})

test('a next try that a clock that was ahead has set is not waited for', () => {
  const failing = afterRuns(5)
  const nextTryAt = Date.parse(failing.nextTryAt ?? '')
  const week = 7 * 24 * hour
  expect(isQuarantined(failing, new Date(nextTryAt - week))).toBe(true)
  expect(isQuarantined(failing, new Date(nextTryAt - week - 1))).toBe(false)
})

test('whatever the times and counts, a record is left alone exactly until its next try', () => {
  const anyTime = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(fc.nat(40), anyTime, fc.integer({ min: 0, max: hour * 200 }), (count, end, ms) => {
      const before: Failing = { count, since: at.toISOString(), runId: 'before', reasons: because('x') }
      const failing = countFailure(before, { runId: 'now', reasons: because('y'), at: end })
      expect(failing.count).toBe(count + 1)
      expect(isQuarantined(failing, new Date(end.getTime() + ms))).toBe(ms < breakAfter(count + 1))
    }),
  )
})

describe('a run in which many failed', () => {
  test.each([
    [1, 4, true],
    [1, 5, false],
    [20, 100, false],
    [21, 100, true],
    [0, 0, false],
  ])('%i of %i counts as a common failure: %s', (failed, records, together) => {
    expect(failedTogether(failed, records)).toBe(together)
  })
})

test('the reason to skip it has the number of runs, the first failure, the last cause and the next attempt', () => {
  const failing = { ...afterRuns(5), nextTryAt: '2026-11-24T10:00:00.000Z' }
  expect(quarantineReason(failing)).toStrictEqual({
    code: 'quarantined',
    count: 5,
    since: at.toISOString(),
    nextTryAt: '2026-11-24T10:00:00.000Z',
    causes: because('reason 5'),
  })
})

test('a record that failed with many others counts nothing until it fails alone', () => {
  const shown = failedWithOthers({ runId: 'run-1', reasons: because('returned 500'), at })
  expect(shown).toEqual({
    count: 0,
    since: at.toISOString(),
    runId: 'run-1',
    reasons: because('returned 500'),
  })
  const later = new Date(at.getTime() + hour)
  expect(countFailure(shown, { runId: 'run-2', reasons: because('returned 500'), at: later })).toMatchObject({
    count: 1,
    since: at.toISOString(),
  })
})

const detail = 'no'

test.each<[number, SimpleReason['code'][], boolean]>([
  [0, [], true],
  [9, ['unread'], true],
  [9, ['unplanned', 'damaged'], true],
  [9, ['unchecked'], true],
  [9, ['lost'], true],
  [0, ['unsaved'], true],
  [1, ['unsaved'], true],
  [2, ['unsaved'], false],
  [2, ['unread', 'unsaved'], false],
  [1, ['refused'], false],
  [0, ['unread', 'refused'], false],
])('after %i failures, most recently with %o, a write probably succeeds: %s', (count, codes, probably) => {
  const reasons = codes.map((code) => SimpleReason.parse({ code, detail }))
  const failing = { count, since: at.toISOString(), runId: 'run-1', reasons }
  expect(probablySucceeds(failing)).toBe(probably)
})

test.each([
  [1, true],
  [2, false],
])('after %i failures because its parent was deleted, a write probably succeeds: %s', (count, probably) => {
  const reasons: SimpleReason[] = [{ code: 'parent-deleted', parentId: 7, detail }]
  expect(probablySucceeds({ count, since: at.toISOString(), runId: 'run-1', reasons })).toBe(probably)
})

test('after a failure because of a foreign page, a write probably fails', () => {
  const reasons: SimpleReason[] = [{ code: 'foreign', pageId: 7, link: 'https://cms.example/seven/' }]
  expect(probablySucceeds({ count: 0, since: at.toISOString(), runId: 'run-1', reasons })).toBe(false)
})
