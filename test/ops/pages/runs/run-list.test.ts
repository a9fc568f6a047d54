import { describe, expect, test } from 'vitest'
import type { Run } from '../../../../src/core/run/run.ts'
import { compareRuns } from '../../../../src/ops/pages/runs/compare-runs.ts'
import { withOps } from '../../../helpers/ops.ts'
import { aHeldRun, aRun } from '../../start-ops.ts'

const { counts } = aRun()
const seconds = (createdAt: string, many: number): Pick<Run, 'createdAt' | 'finishedAt'> => ({
  createdAt,
  finishedAt: new Date(Date.parse(createdAt) + many * 1000).toISOString(),
})

const stored: Run[] = [
  aRun({ id: '2026-11-18-1', ...seconds('2026-11-18T05:00:00.000Z', 60) }),
  aRun({
    id: '2026-11-18-2',
    trigger: 'dashboard',
    scope: { gtins: ['4006381333931'] },
    ...seconds('2026-11-18T06:00:00.000Z', 2),
  }),
  aRun({
    id: '2026-11-18-3',
    kind: 'verify',
    findings: { edited: 2 },
    ...seconds('2026-11-18T07:00:00.000Z', 9),
  }),
  aRun({ id: '2026-11-19-1', state: 'cancelled', ...seconds('2026-11-19T05:00:00.000Z', 9) }),
  aRun({
    id: '2026-11-19-2',
    state: 'partial',
    counts: { ...counts, updated: 45, failed: 0 },
    // 21 November in Vienna.
    ...seconds('2026-11-20T23:30:00.000Z', 90),
  }),
]

const it = withOps(async (ops) => {
  for (const run of stored) await ops.saveRun(run)
  await ops.runs.hold(aHeldRun({ id: '2026-11-21-1', trigger: 'api', createdAt: '2026-11-21T06:00:00.000Z' }))
  return { timeZone: 'Europe/Vienna' }
}).extend('list', ({ app }) => async (query: string) => {
  const { body } = await app.inject({ url: `/runs${query}` })
  return {
    body,
    ids: [...body.matchAll(/<th scope="row"><a href="\/runs\/([^"]+)">/g)].map(([, id]) => id),
    compared: Object.fromEntries(
      [...body.matchAll(/<th scope="row"><a href="\/runs\/([^"]+)">.*?compared">(.*?)<\/td>/gs)].map(
        ([, id = '', cell = '']) => [id, cell.replace(/<[^>]*>/g, '')],
      ),
    ),
  }
})

describe('the list of runs', () => {
  it('has all runs, the newest first, with times in the mirror’s zone', async ({ list }) => {
    const { ids, body } = await list('')
    expect(ids).toEqual([
      '2026-11-21-1',
      '2026-11-19-2',
      '2026-11-19-1',
      '2026-11-18-3',
      '2026-11-18-2',
      '2026-11-18-1',
    ])
    expect(body).toContain('title="2026-11-20 23:30 UTC">2026-11-21 00:30 CET</time>')
  })

  it.for([
    ['?kind=verify', ['2026-11-18-3']],
    ['?state=partial&kind=', ['2026-11-19-2']],
    ['?state=drift', ['2026-11-18-3']],
    ['?state=done', ['2026-11-18-2', '2026-11-18-1']],
    ['?trigger=dashboard', ['2026-11-18-2']],
    ['?trigger=schedule&state=done', ['2026-11-18-1']],
    ['?from=2026-11-21', ['2026-11-21-1', '2026-11-19-2']],
    ['?from=2026-11-19&to=2026-11-20', ['2026-11-19-1']],
    ['?to=2026-11-18&kind=sync', ['2026-11-18-2', '2026-11-18-1']],
    ['?kind=rebuild', []],
  ] as const)('is filtered by %s', async ([query, expected], { list }) => {
    const { ids, body } = await list(query)
    expect(ids).toEqual(expected)
    expect(body).toContain('href="/runs">Show all</a>')
    if (expected.length === 0) expect(body).toContain('No run matches.')
  })

  it('keeps the filter in its form', async ({ list }) => {
    const { body } = await list('?kind=sync&from=2026-11-19')
    expect(body).toContain('<option selected>sync</option>')
    expect(body).toContain('name="from" value="2026-11-19"')
  })

  it('compares a run with the previous complete one of its kind for the same products', async ({ list }) => {
    for (const query of ['', '?state=partial', '?from=2026-11-20']) {
      const { compared } = await list(query)
      expect(compared['2026-11-19-2']).toBe(
        'Compared with run 2026-11-18-1: done before, +5 updated, −1 failed, 30 s longer',
      )
    }
    const { compared } = await list('')
    for (const id of ['2026-11-21-1', '2026-11-19-1', '2026-11-18-3', '2026-11-18-2', '2026-11-18-1'])
      expect(compared[id]).toBe('–')
  })

  it.for(['?kind=nightly', '?from=yesterday', '?from=2026-13-01', '?page=0', '?x=1'])(
    'rejects %s',
    async (query, { app }) => {
      const { statusCode } = await app.inject({ url: `/runs${query}`, headers: { accept: 'text/html' } })
      expect(statusCode).toBe(400)
    },
  )

  it('has pages of 50 that keep the filter', async ({ ops, list }) => {
    for (let number = 1; number <= 51; number++)
      await ops.saveRun(
        aRun({
          id: `2026-10-01-${number}`,
          ...seconds(new Date(1_790_800_000_000 + number * 1000).toISOString(), 1),
        }),
      )
    const first = await list('?to=2026-10-31')
    expect(first.ids).toHaveLength(50)
    expect(first.compared['2026-10-01-2']).toBe('Compared with run 2026-10-01-1: same result')
    expect(first.body).toContain('href="/runs?to=2026-10-31&amp;page=2">Older</a>')
    const second = await list('?to=2026-10-31&page=2')
    expect(second.ids).toEqual(['2026-10-01-1'])
    expect(second.body).not.toContain('Older')
  })
})

test('runs of the same results and about the same duration are compared as the same', () => {
  const one = aRun({ ...seconds('2026-11-18T05:00:00.000Z', 100) })
  const other = aRun({ id: 'x', ...seconds('2026-11-19T05:00:00.000Z', 109) })
  expect(compareRuns(other, one, 0).text).toBe('same result')
  expect(compareRuns(aRun({ id: 'y', ...seconds('2026-11-19T05:00:00.000Z', 80) }), one, 0).text).toBe(
    '20 s shorter',
  )
})
