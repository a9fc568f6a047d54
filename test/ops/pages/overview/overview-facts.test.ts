import { expect, test } from 'vitest'
import { unconfirmedFact, upstreamFact } from '../../../../src/ops/pages/overview/overview-facts.ts'
import type { Unconfirmed } from '../../../../src/core/decisions/unconfirmed.ts'
import { formatDuration } from '../../../../src/core/text/format.ts'
import { key } from '../../../helpers/content/records.ts'

const now = Date.parse('2026-11-20T05:00:00.000Z')
const ago = (ms: number): Unconfirmed => ({
  record: key,
  why: 'failing',
  since: new Date(now - ms).toISOString(),
})

test.each([
  [0, 'for 1 s'],
  [280, 'for 1 s'],
  [2_700, 'for 3 s'],
  [65_000, 'for 1 min 5 s'],
])('an age of %i ms is shown as %j, in whole seconds', (ms, text) => {
  expect(unconfirmedFact(ago(ms), now)).toMatchObject({ text, notes: ['failing'] })
})

test.each([
  [0.15, '150 ms'],
  [3, '3 s'],
  [3.14, '3.1 s'],
])('a duration of %d s is %j', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})

test('an upstream that is down shows since when, why, and the next try', () => {
  const health = { minutes: 10, requests: 0, failed: 0, halfWithinMs: undefined, mostWithinMs: undefined }
  const outage = {
    since: new Date(now - 119_500).toISOString(),
    nextTry: new Date(now + 30_000).toISOString(),
    reason: 'returned 502',
  }
  expect(upstreamFact('CMS', health, { limitedMs: 0, outage }, now)).toEqual({
    label: 'CMS',
    text: 'no response for 2 min',
    notes: ['returned 502', 'Next try at 05:00:30 UTC', 'no requests in the last 10 min'],
    tone: 'bad',
  })
})

test('a limited upstream shows for how long and until when', () => {
  const health = { minutes: 10, requests: 0, failed: 0, halfWithinMs: undefined, mostWithinMs: undefined }
  expect(upstreamFact('CMS', health, { limitedMs: 3_540_000, outage: undefined }, now)).toEqual({
    label: 'CMS',
    text: 'paused for 59 min',
    notes: ['limited until 05:59:00 UTC', 'no requests in the last 10 min'],
    tone: 'warn',
  })
})
