import { expect, test } from 'vitest'
import { paragraphOf, summarizeHealth } from '../../../../src/ops/pages/overview/health-summary.ts'
import { runOf } from '../../../helpers/sync/runs.ts'
import { aHeldRun, aRun } from '../../start-ops.ts'

type Facts = Parameters<typeof summarizeHealth>[0]

const facts: Facts = {
  mirrored: 12_345,
  recent: [aRun()],
  held: [],
  records: { undecided: 0, failing: 0, missingFiles: 0 },
  staleLinks: 0,
  outages: {},
  next: undefined,
  due: undefined,
  workers: 1,
  now: new Date('2026-11-20T12:00:00Z'),
}
const summarize = (patch: Partial<Facts>, kept = { count: 0, more: false }) =>
  summarizeHealth({ ...facts, ...patch }, kept)

const run = 'run 2026-11-20-1 ended at 2026-11-20 05:01 UTC'

test.each<[Partial<Facts>, string, string]>([
  [{}, 'good', `Healthy: 12,345 pages mirrored; ${run}. No action needed.`],
  [{ recent: [], mirrored: 0 }, 'still', '0 pages mirrored; no run yet.'],
  [{ recent: [runOf('1')], mirrored: 0 }, 'still', '0 pages mirrored; the first run is active.'],
  [{ held: [aHeldRun()] }, 'warn', 'Action needed. Run 2026-11-20-2 is held (412 retirements, 7 updates).'],
  [
    { recent: [aRun({ state: 'failed' })], records: { undecided: 1, failing: 0, missingFiles: 0 } },
    'bad',
    'Problems found. Run 2026-11-20-1 failed: its job gave up; see the log. 1 record needs a decision.',
  ],
])('%#: the health in one paragraph', (patch, tone, text) => {
  const summary = summarize(patch)
  expect([summary.tone, paragraphOf(summary)]).toEqual([tone, text])
})

test('a healthy mirror links to the records that are held or undone', () => {
  const textOf = (count: number, more: boolean) => summarize({}, { count, more }).kept?.text
  expect(textOf(0, false)).toBeUndefined()
  expect(textOf(1, false)).toBe('1 record is held or undone')
  expect(textOf(200, true)).toBe('More than 200 records are held or undone')
})
