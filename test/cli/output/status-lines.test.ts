import { expect, test } from 'vitest'
import { codeOf, recordStates } from '../../../src/core/report/record-state.ts'
import { countStates } from '../../../src/core/report/state-matrix.ts'
import { toLastVerify } from '../../../src/cli/json/verify-report.ts'
import { toStatusLines, toVerifyLines } from '../../../src/cli/output/status-lines.ts'
import type { Problem } from '../../../src/core/views/problem.ts'
import { fitScreen } from '../../../src/cli/terminal/fit-screen.ts'
import { runOf } from '../../helpers/sync/runs.ts'

const noStates = countStates(new Uint8Array())
const screen = { columns: 80, rows: 23 }
const calm = { decisions: 0, deferred: 0 }
const long = 'a long reason that goes on and on, with numbers and what to do about it, '.repeat(5)
const guard = (kind: 'retire' | 'update' | 'template') => ({
  guard: kind,
  count: 9,
  of: 10,
  limit: 5,
  share: 0.9,
  text: `${kind}: ${long}`,
})
const held = (id: string, guards: ReturnType<typeof guard>[]) =>
  runOf(id, {
    state: 'held',
    planned: { create: 11_111, update: 22_222, restore: 3_333, retire: 44_444 },
    planDigest: 'KW8IXZr_rUmYAN1nkIWOURxKFwMInY2m2K4i9qxDqp0',
    finishedAt: '2026-11-20T04:00:01.000Z',
    refusal: { code: 'check-failed', detail: long },
    guards,
    notes: Array.from({ length: 20 }, (_, index) => ({
      code: 'text' as const,
      text: `note ${index}: ${long}`,
    })),
    samples: Array.from({ length: 9 }, (_, index) => ({
      gtin: String(index),
      language: 'de-de',
      pageId: index,
      field: 'inner' as const,
      before: 'old',
      after: 'new',
    })),
    failure: { cause: 'cms', message: long },
  })
const trouble = (guards: ReturnType<typeof guard>[]) => ({
  held: [held('2026-11-20-12', guards), held('2026-11-20-11', guards)],
  mirrored: 1_234_567,
  states: countStates(Uint8Array.from(recordStates, (_, code) => code)),
  workers: 12,
  next: new Date('2026-11-21T04:00:00.000Z'),
  problems: [
    { code: 'undecided', count: 1_357 },
    { code: 'records-failing', count: 12_345 },
    { code: 'files-missing', count: 123 },
    { code: 'links-outdated', count: 12 },
  ] satisfies Problem[],
  waiting: { decisions: 12, deferred: 1_234 },
  recent: [
    held('2026-11-20-12', guards),
    runOf('2026-11-19-1', {
      kind: 'verify',
      finishedAt: '2026-11-19T04:00:00.000Z',
      findings: { missing: 123, edited: 1_234, moved: 12, trashed: 1, duplicate: 3, foreign: 5, stale: 6 },
    }),
    ...Array.from({ length: 40 }, (_, index) => runOf(`2026-11-18-${index}`)),
  ],
})

test.each([
  ['one reason', [guard('retire')]],
  ['every reason', [guard('retire'), guard('update'), guard('template')]],
])('with many problems the status fits one screen and omits nothing urgent: %s', (_, guards) => {
  const lines = toStatusLines(trouble(guards), screen)
  const text = lines.join('\n')
  expect(lines.length).toBeLessThanOrEqual(23)
  expect(lines.filter((line) => line.length > 80)).toEqual([])
  expect(lines[0]).toMatch(/^Run 2026-11-20-12 has been held since 2026-11-20 04:00 UTC: 44,444/)
  expect(text).toContain('product-mirror approve 2026-11-20-12')
  expect(text).toContain('product-mirror cancel 2026-11-20-12')
  expect(text).toContain('Also held: 2026-11-20-11')
  for (const each of guards) expect(text).toContain(`HELD      ${each.guard}:`)
  expect(text).toContain('1,357 records need a decision: product-mirror decisions')
  expect(text).toContain('12,345 records are failing: product-mirror status --failing')
  expect(text).toContain('Last verify 2026-11-19-1')
  expect(lines.at(-1)).toMatch(/^ {2}… \d+ more lines: status --json$/)
})

test('a next run is shown only while a process is running to start it', () => {
  const status = { ...trouble([]), held: [], recent: [], problems: [], waiting: calm, mirrored: 2 }
  const [alive = ''] = toStatusLines({ ...status, workers: 1 }, { columns: 200, rows: 23 })
  expect(alive).toBe('2 pages mirrored; 1 process running; next scheduled run: 2026-11-21 04:00 UTC')
  const [dead = ''] = toStatusLines({ ...status, workers: 0 }, { columns: 200, rows: 23 })
  expect(dead).toBe(
    '2 pages mirrored; no process is running to start the run scheduled for 2026-11-21 04:00 UTC: product-mirror daemon',
  )
  const [off = ''] = toStatusLines({ ...status, workers: 0, next: undefined }, { columns: 200, rows: 23 })
  expect(off).toBe('2 pages mirrored; 0 processes running; next scheduled run: none')
})

test('a narrow screen may grow longer, but urgent and waiting lines are complete', () => {
  const text = toStatusLines(trouble([guard('retire')]), { columns: 40, rows: 23 }).join('\n')
  expect(text.replace(/\s+/g, ' ')).toContain('product-mirror approve 2026-11-20-12')
  expect(text.replace(/\s+/g, ' ')).toContain('12,345 records are failing: product-mirror status --failing')
})

test('without problems the last run is shown in full, and the earlier ones below it', () => {
  const recent = Array.from({ length: 12 }, (_, index) => runOf(`2026-11-${20 - index}-1`, { state: 'done' }))
  const lines = toStatusLines(
    {
      held: [],
      mirrored: 3,
      states: countStates(Uint8Array.of(codeOf('conflict'), codeOf('up-to-date'), codeOf('up-to-date'))),
      workers: 1,
      next: undefined,
      waiting: calm,
      recent,
    },
    screen,
  )
  expect(lines[0]).toBe('3 pages mirrored; 1 process running; next scheduled run: none')
  expect(lines[1]).toBe('Records: 1 conflict, 2 up to date')
  expect(lines[2]).toMatch(/^Run 2026-11-20-1 finished/)
  expect(lines.filter((line) => /^ {2}2026-/.test(line))).toHaveLength(9)
  expect(lines.join('\n')).not.toContain('…')
})

test('each earlier run is summarized by what its kind does', () => {
  const planned = { create: 1, update: 2, restore: 0, retire: 0 }
  const counts = { ...runOf('1').counts, undone: 6, records: 9, created: 4 }
  const recent = [
    runOf('latest'),
    runOf('1', { kind: 'sync', counts }),
    runOf('2', { kind: 'sync', state: 'held', planned }),
    runOf('3', { kind: 'plan', state: 'planned', planned }),
    runOf('4', { kind: 'verify', state: 'done', findings: {} }),
    runOf('5', { kind: 'verify', state: 'done', findings: { edited: 1, moved: 2 } }),
    runOf('6', { kind: 'undo', state: 'done', counts }),
    runOf('7', { kind: 'rebuild', state: 'done', counts }),
  ]
  const lines = toStatusLines(
    { held: [], mirrored: 3, states: noStates, workers: 1, next: undefined, waiting: calm, recent },
    screen,
  )
  expect(lines.filter((line) => /^ {2}\d /.test(line)).map((line) => line.slice(36))).toEqual([
    '4 created, 6 reverted',
    'planned: 2 updates, 1 new page',
    'planned: 2 updates, 1 new page',
    'found no drift',
    'found drift: 1 edited, 2 moved',
    '4 created, 6 reverted',
    '9 records read; 4 created, 6 reverted',
  ])
})

test('on a small screen the least urgent lines are left out first', () => {
  const block = (name: string, least: number) => ({ lines: [1, 2, 3].map((line) => `${name}${line}`), least })
  expect(fitScreen([block('a', 3), block('b', 2), block('c', 0)], { columns: 80, rows: 5 })).toEqual([
    'a1',
    'a2',
    'a3',
    'b1',
    '  … 2 more lines: status --json',
  ])
  expect(fitScreen([block('a', 0)], { columns: 80, rows: 3 })).toEqual(['a1', 'a2', 'a3'])
})

const finishedAt = '2026-11-22T03:04:00.000Z'
const sync = runOf('2026-11-20-3', { state: 'done', finishedAt })
const verify = (findings: Record<string, number>, repaired: Record<string, number> = {}) =>
  runOf('2026-11-20-2', { kind: 'verify', state: 'done', finishedAt, findings, repaired })

test.each([
  [verify({}), 'found no drift'],
  [verify({}, { stale: 2 }), 'found no drift; repaired 2 stale'],
  [verify({ edited: 2, moved: 1 }, { stale: 1 }), 'found drift: 2 edited, 1 moved; repaired 1 stale'],
])('status shows the last verify in one line: %#', (run, told) => {
  expect(toVerifyLines({ recent: [sync, run, verify({ trashed: 9 })] })).toEqual([
    `Last verify 2026-11-20-2, 2026-11-22: ${told}`,
  ])
  expect(toLastVerify([sync, run])).toMatchObject({ runId: '2026-11-20-2', findings: run.findings })
})

test('status shows each problem once', () => {
  const failed = runOf('9', {
    state: 'failed',
    finishedAt,
    failure: { cause: 'cms', message: 'It is down.' },
  })
  const drift = verify({ stale: 2 })
  const outage = { since: finishedAt, reason: 'answered 502' }
  const linesOf = (problems: Problem[], recent = [failed, drift]): string[] =>
    toStatusLines(
      {
        held: [],
        mirrored: 3,
        states: noStates,
        workers: 1,
        next: undefined,
        waiting: calm,
        problems,
        recent,
      },
      { columns: 200, rows: 99 },
    ).slice(1, -2)
  expect(linesOf([{ code: 'drift', run: drift }])[0]).toMatch(/^verify 2026-11-20-2 found drift: 2 stale: /)
  expect(linesOf([{ code: 'drift', run: drift }]).join('\n')).not.toContain('Last verify')
  const latest = { code: 'run-failed', run: failed } as const
  const others: Problem[] = [
    { code: 'outage', upstream: 'cms', outage },
    { code: 'plan-held', run: failed },
    { code: 'schedule-missed', scheduled: new Date(finishedAt) },
  ]
  expect(linesOf([latest, ...others])).toEqual(linesOf([]))
  expect(linesOf([latest], [sync, failed])[0]).toBe('run 9 failed: It is down.')
})

test('status has no line for an active or cancelled verify', () => {
  const cancelled = runOf('2026-11-20-4', { kind: 'verify', state: 'cancelled', finishedAt })
  expect(toVerifyLines({ recent: [cancelled] })).toEqual([])
  expect(toLastVerify([sync])).toBeUndefined()
})

test.for([
  [0, undefined],
  [1, '1 image waits for smaller sizes; a run creates them last'],
  [12, '12 images wait for smaller sizes; a run creates them last'],
] as const)('of %d images without smaller sizes, the status shows %s', ([withoutSizes, line]) => {
  const { mirrored, workers, next, states } = trouble([])
  const status = { held: [], mirrored, workers, next, states, waiting: calm, recent: [], withoutSizes }
  const lines = toStatusLines(status, { columns: 200, rows: 40 })
  expect(lines.find((text) => text.includes('smaller sizes'))).toBe(line)
})
