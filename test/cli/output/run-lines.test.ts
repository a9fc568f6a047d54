import { describe, expect, it } from 'vitest'
import { newRun } from '../../../src/core/run/run.ts'
import { toNoRunsLine, toRunLines } from '../../../src/cli/output/run-lines.ts'

const now = Date.parse('2026-11-20T04:10:00.000Z')
const run = newRun({
  id: '2026-11-20-3',
  kind: 'sync',
  trigger: 'schedule',
  approved: false,
  scope: {},
  createdAt: '2026-11-20T04:00:00.000Z',
})
const done = {
  ...run,
  state: 'done' as const,
  finishedAt: '2026-11-20T04:03:05.000Z',
  counts: { ...run.counts, records: 20, created: 8, updated: 12 },
}
const drift = { ...done, kind: 'verify' as const, findings: { missing: 1 } }

describe('a list of runs', () => {
  it('has one line per run without a terminal and on a wide one', () => {
    const lines = [
      'run            started (UTC)    kind    trigger   state      active for   result',
      '2026-11-20-3   2026-11-20 04:00 sync    schedule  done       3 min 5 s    8 created, 12 updated',
      '2026-11-20-3   2026-11-20 04:00 sync    schedule  planning   10 min       in progress',
    ]
    expect(toRunLines([done, run], now)).toEqual(lines)
    expect(toRunLines([done, run], now, 120)).toEqual(lines)
  })

  it('has the result on the next line of a narrow terminal', () => {
    const lines = toRunLines([done], now, 80)
    expect(lines).toEqual([
      'run            started (UTC)    kind    trigger   state      active for',
      '2026-11-20-3   2026-11-20 04:00 sync    schedule  done       3 min 5 s',
      '  8 created, 12 updated',
    ])
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80)
  })

  it('shows a verify that found differences as drift', () => {
    expect(toRunLines([drift], now)[1]).toContain(' verify  schedule  drift ')
  })

  it('shows the reason of a failed run, with its work if it did some', () => {
    const failure = { cause: 'cms' as const, message: 'The CMS is down.' }
    const failed = { ...done, state: 'failed' as const, failure }
    const unstarted = { ...failed, counts: run.counts }
    expect(toRunLines([failed, unstarted], now).slice(1)).toEqual([
      expect.stringMatching(/ failed +3 min 5 s +The CMS is down\. \(8 created, 12 updated\)$/),
      expect.stringMatching(/ failed +3 min 5 s +The CMS is down\.$/),
    ])
  })

  it('is a sentence if it is empty', () => {
    expect(toNoRunsLine([])).toBe('No run yet. Start one: product-mirror sync')
    expect(toNoRunsLine(['held', 'failed'])).toBe('No run in this state: held, failed.')
  })
})
