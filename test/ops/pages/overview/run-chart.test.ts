import { describe, expect, test } from 'vitest'
import { toRunChart } from '../../../../src/ops/pages/overview/run-chart.ts'
import { toRunDays } from '../../../../src/ops/pages/overview/run-days.ts'
import { aRun } from '../../start-ops.ts'

const now = Date.parse('2026-11-21T01:00:00Z')
const counts = { ...aRun().counts, created: 0, updated: 0, retired: 0, failed: 0 }
const runs = [
  aRun({ id: 'plan', kind: 'plan', state: 'planned' }),
  aRun({ id: 'b', counts: { ...counts, created: 60, restored: 4, retired: 36 } }),
  aRun({
    id: 'c',
    state: 'partial',
    finishedAt: '2026-11-20T05:00:30.000Z',
    counts: { ...counts, failed: 0 },
  }),
  aRun({
    id: 'd',
    createdAt: '2026-11-18T05:00:00.000Z',
    finishedAt: '2026-11-18T05:00:09.000Z',
    counts: { ...counts, updated: 1 },
  }),
  aRun({ id: 'old', createdAt: '2026-11-01T05:00:00.000Z' }),
]
const days = toRunDays(runs, 4, now)

describe('the runs of the last days', () => {
  test('are summed by day, without dry runs', () => {
    expect(days.map(({ day, runs: count }) => [day, count])).toEqual([
      ['2026-11-18', 1],
      ['2026-11-19', 0],
      ['2026-11-20', 2],
      ['2026-11-21', 0],
    ])
    expect(days[2]).toMatchObject({
      created: 64,
      updated: 0,
      retired: 36,
      failed: 0,
      withErrors: 1,
      seconds: 90,
    })
    expect(days[1]?.seconds).toBeUndefined()
  })

  test('are drawn as bars that fit into the chart', () => {
    const { records, durations, width } = toRunChart(days)
    expect(records.bars.map(({ part, height }) => [part, height])).toEqual([
      ['updated', 12],
      ['created', 76.8],
      ['retired', 43.2],
    ])
    expect(durations.bars.map(({ height }) => height)).toEqual([5, 50])
    for (const plot of [records, durations])
      for (const bar of plot.bars) {
        expect(bar.y).toBeGreaterThanOrEqual(0)
        expect(bar.y + bar.height).toBeLessThanOrEqual(plot.height + 0.1)
        expect(bar.x + bar.width).toBeLessThanOrEqual(width)
      }
  })

  test('are also described in a sentence and in a table', () => {
    const { summary, rows, days: spoken } = toRunChart(days)
    expect(summary).toBe(
      '3 runs in the last 4 days, 1 with errors. Records: 64 created, 1 updated, 36 retired, 0 failed.',
    )
    expect(rows.map(({ day, longest }) => [day, longest])).toEqual([
      ['2026-11-20', '1 min 30 s'],
      ['2026-11-18', '9 s'],
    ])
    expect(spoken[1]?.text).toBe('2026-11-19: no runs')
    expect(toRunChart(toRunDays([], 4, now)).summary).toBe('No runs in the last 4 days.')
  })
})
