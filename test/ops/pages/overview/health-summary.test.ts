import { describe, expect, test } from 'vitest'
import { summarizeHealth, type HealthInput } from '../../../../src/ops/pages/overview/health-summary.ts'
import { aHeldRun, aRun } from '../../start-ops.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const healthy: HealthInput = {
  mirrored: 12_345,
  languages: 2,
  runs: [aRun()],
  held: 0,
  failing: 0,
  conflicts: 0,
  suspects: 0,
  drift: 0,
  kept: 0,
  moreKept: false,
  workersRunning: true,
  writeFault: undefined,
  outages: {},
  scheduled: true,
  now,
}
const summarize = (patch: Partial<HealthInput>) => summarizeHealth({ ...healthy, ...patch })

describe('the health summary', () => {
  test.each([
    [{}, 'good', 'Healthy: 12,345 records in 2 languages are mirrored. No action needed.'],
    [{ kept: 1 }, 'good', 'mirrored. 1 record is held or undone. No action needed.'],
    [{ kept: 200, moreKept: true }, 'good', 'More than 200 records are held or undone.'],
    [{ runs: [aHeldRun({ state: 'planned', kind: 'plan' }), aRun()] }, 'good', 'Healthy: '],
    [{ runs: [aRun({ state: 'cancelled' }), aRun()] }, 'good', 'Healthy: '],
    [{ runs: [], mirrored: 0 }, 'still', 'Nothing is mirrored yet. No run has started.'],
    [{ runs: [aRun({ state: 'planning' })], mirrored: 0 }, 'still', 'yet. The first run is active.'],
    [{ held: 1 }, 'warn', 'Action needed. 1 plan needs approval.'],
    [{ failing: 3 }, 'warn', 'Action needed. 3 records are failing.'],
    [
      { conflicts: 1, suspects: 2 },
      'warn',
      '. 1 conflict needs a decision. 2 versions with emptied fields need a decision.',
    ],
    [{ drift: 1 }, 'warn', '. 1 page with drift.'],
    [
      { runs: [aRun({ state: 'partial' })] },
      'warn',
      '. Run 2026-11-20-1 finished; 1 of 12,345 records failed.',
    ],
    [{ runs: [aRun({ state: 'partial' })], failing: 1 }, 'warn', '1 of 12,345 records failed.'],
    [
      { runs: [aRun({ state: 'partial' })], failing: 2 },
      'warn',
      '1 of 12,345 records failed. 2 records are failing.',
    ],
    [{ runs: [aRun({ state: 'failed' }), aRun()] }, 'bad', 'Problems found. Run 2026-11-20-1 failed.'],
    [
      { workersRunning: false, held: 2 },
      'bad',
      'The workers of this process are not running. 2 plans need approval.',
    ],
    [
      { writeFault: 'it refuses writes (OOM): its memory is full', held: 1 },
      'bad',
      'Problems found. Writing is paused. Redis cannot be used: it refuses writes (OOM): its memory is full. 1 plan',
    ],
    [
      { outages: { cms: { since: '2026-11-20T04:00:00Z', reason: 'answered 502' } } },
      'bad',
      'Problems found. The CMS has not answered since 2026-11-20 04:00:00 UTC (answered 502).',
    ],
    [{ now: now + 30 * 3_600_000 }, 'bad', 'Problems found. No run has succeeded for 1 d 12 h.'],
    [{ now: now + 30 * 3_600_000, scheduled: false }, 'good', 'Healthy: '],
  ] as [Partial<HealthInput>, string, string][])('%#: %o', (patch, tone, text) => {
    expect(summarize(patch)).toMatchObject({ tone, text: expect.stringContaining(text) })
  })

  test('links to each problem', () => {
    const { links } = summarize({ runs: [aRun({ id: 'a b', state: 'failed' }), aRun()], conflicts: 2 })
    expect(links.map(({ url }) => url)).toEqual(['/runs/a%20b', '#decisions'])
  })
})
