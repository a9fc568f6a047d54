import { describe, expect, test } from 'vitest'
import { axisFor, secondsAxisFor } from '../../../../src/ops/pages/overview/chart-axis.ts'
import { lastDayFact } from '../../../../src/ops/pages/overview/last-day-fact.ts'
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
const days = toRunDays(runs, 4, { now })

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

  test('are those of the time zone', () => {
    const late = [aRun({ createdAt: '2026-11-20T23:30:00.000Z' })]
    const inVienna = toRunDays(late, 2, { now, timeZone: 'Europe/Vienna' })
    expect(inVienna.map(({ day, runs: count }) => [day, count])).toEqual([
      ['2026-11-20', 0],
      ['2026-11-21', 1],
    ])
  })

  test('are drawn as bars on a linear scale that fit into the chart', () => {
    const { bars, plots, labels, height } = toRunChart(days)
    expect(bars.map(({ part, height: of }) => [part, of])).toEqual([
      ['updated', 2],
      ['duration', 4.2],
      ['created', 76.8],
      ['retired', 43.2],
      ['duration', 42],
    ])
    expect(plots.map(({ title, ticks }) => [title, ...ticks.map(({ text }) => text)])).toEqual([
      ['Records per day', '0', '50', '100'],
      ['Longest run per day', '0', '1 min', '2 min'],
    ])
    expect(labels).toEqual([{ x: 88.63, text: '11-21' }])
    for (const bar of bars) {
      expect(bar.y).toBeGreaterThanOrEqual(0)
      expect(bar.y + bar.height).toBeLessThanOrEqual(height)
      expect(bar.x + bar.width).toBeLessThanOrEqual(100)
    }
  })

  test('are also described in a sentence and in a table', () => {
    const { summary, rows, days: spoken } = toRunChart(days)
    expect(summary).toBe(
      '3 runs in the last 4 days, 1 failed or partial. Records: 64 created, 1 updated, 36 retired, 0 failed.',
    )
    expect(rows.map(({ day, longest }) => [day, longest])).toEqual([
      ['2026-11-20', '1 min 30 s'],
      ['2026-11-18', '9 s'],
    ])
    expect(spoken[1]?.text).toBe('2026-11-19: no runs')
    expect(toRunChart(toRunDays([], 4, { now })).summary).toBe('No runs in the last 4 days.')
  })
})

test.each([
  [0, 1],
  [1, 1],
  [3, 4],
  [45, 60],
  [100, 100],
  [101, 200],
  [86_000, 100_000],
])('an axis up to %i ends at %i', (most, max) => {
  const axis = axisFor(most)
  expect(axis.max).toBe(max)
  expect(axis.ticks.every(Number.isInteger)).toBe(true)
})

test('an axis of durations ends at a round one', () => {
  expect([0, 0.4, 45, 61, 4_000, 100_000].map((most) => secondsAxisFor(most).max)).toEqual([
    1, 1, 60, 120, 7_200, 172_800,
  ])
})

test('the last 24 hours link to the only run that wrote, or to the list of several', () => {
  const clock = { now: Date.parse('2026-11-20T23:00:00Z'), timeZone: 'Europe/Vienna' }
  const dry = aRun({ id: 'dry', counts })
  const sync = aRun()
  expect(lastDayFact([dry, sync], clock)).toEqual({
    label: 'Last 24 hours',
    text: '44 changes',
    notes: ['3 created, 40 updated, 1 retired', '2 runs, none failed'],
    link: { text: 'What changed', url: '/runs/2026-11-20-1#changes' },
  })
  const { text, link } = lastDayFact([aRun({ id: 'b', state: 'partial' }), sync], clock)
  expect([text, link?.url]).toEqual(['88 changes', '/runs?from=2026-11-20'])
  expect(lastDayFact([dry], clock)).toMatchObject({ text: 'no changes', notes: ['1 run, none failed'] })
  const later = { ...clock, now: clock.now + 86_400_000 }
  expect(lastDayFact([sync], later).text).toBe('no runs')
})
