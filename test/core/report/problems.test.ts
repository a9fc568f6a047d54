import { expect, test } from 'vitest'
import { describeHealth, findProblems, type MirrorFacts } from '../../../src/core/report/problems.ts'
import type { Run } from '../../../src/core/record/run.ts'
import { runOf } from '../../helpers/sync/runs.ts'

const finishedAt = '2026-11-20T04:01:02.345Z'
const run = (id: string, fields: Partial<Run> = {}): Run =>
  runOf(id, { state: 'done', finishedAt, ...fields })
const failed = (id: string, cause: NonNullable<Run['failure']>['cause'], fields: Partial<Run> = {}): Run =>
  run(id, { state: 'failed', failure: { cause, message: `${cause} broke.` }, ...fields })
const counts = (failing: number): Run['counts'] => ({ ...run('0').counts, records: 9, failed: failing })

const well: MirrorFacts = {
  recent: [run('9')],
  held: [],
  records: { undecided: 0, failing: 0, missingAssets: 0 },
  workers: 1,
  next: new Date('2026-11-21T04:00:00Z'),
  now: new Date('2026-11-20T12:00:00Z'),
}
const kindsOf = (facts: Partial<MirrorFacts>): string[] =>
  findProblems({ ...well, ...facts }).map(({ kind }) => kind)
const textOf = (facts: Partial<MirrorFacts>): string | undefined =>
  findProblems({ ...well, ...facts })[0]?.text

const held = run('8', { state: 'held', planned: { create: 0, update: 0, restore: 0, retire: 9 } })

test('a mirror whose last run ended well has no problem', () => {
  expect(findProblems(well)).toEqual([])
  expect(findProblems({ ...well, recent: [] })).toEqual([])
})

test('the worst problem comes first', () => {
  const recent = [
    failed('9', 'config'),
    failed('8', 'redis'),
    failed('7', 'cms'),
    failed('6', 'partner'),
    run('5', { kind: 'verify', findings: { stale: 2 } }),
  ]
  const records = { undecided: 1, failing: 2, missingAssets: 3 }
  expect(kindsOf({ recent, records, held: [held] })).toEqual([
    'config',
    'error',
    'cms',
    'partner',
    'decision',
    'decision',
    'failing',
    'failing',
    'drift',
  ])
})

test.each<[string, Run[], string[]]>([
  ['a later sync', [run('9'), failed('8', 'cms')], []],
  [
    'a later sync with failed records',
    [run('9', { state: 'partial', counts: counts(1) }), failed('8', 'cms')],
    ['failing'],
  ],
  ['a later verify', [run('9', { kind: 'verify' }), failed('8', 'cms')], []],
  ['a later plan', [run('9', { kind: 'plan', state: 'planned' }), failed('8', 'cms')], []],
  ['a later run that is held', [run('9', { state: 'held' }), failed('8', 'partner')], []],
  [
    'no later verify, which asks only the CMS',
    [run('9', { kind: 'verify' }), failed('8', 'partner')],
    ['partner'],
  ],
  ['no run that was cancelled', [run('9', { state: 'cancelled' }), failed('8', 'cms')], ['cms']],
  ['no later failure, which is told instead', [failed('9', 'cms'), failed('8', 'cms')], ['cms']],
])('a failure is over after %s', (_what, recent, kinds) => {
  expect(kindsOf({ recent })).toEqual(kinds)
})

test('the message about a failed run contains its id and the reason', () => {
  expect(textOf({ recent: [failed('9', 'cms')] })).toBe('run 9 failed: cms broke.')
  expect(textOf({ recent: [run('9', { state: 'failed' })] })).toMatch(/^run 9 failed: its job gave up/)
})

test('a run that no process works on was interrupted', () => {
  const recent = [run('9', { state: 'writing' })]
  expect(kindsOf({ recent })).toEqual([])
  expect(kindsOf({ recent, workers: 0 })).toEqual(['interrupted'])
})

test.each<[string, Partial<MirrorFacts>, string[]]>([
  ['is late while no process is alive', { workers: 0 }, ['error']],
  ['is late while a process is alive', { workers: 1 }, []],
  ['was run by hand since', { workers: 0, recent: [run('9', { createdAt: '2026-11-20T05:00:00Z' })] }, []],
  ['is due in a moment', { workers: 0, now: new Date('2026-11-20T04:04:00Z') }, []],
  ['does not exist', { workers: 0, next: undefined }, []],
])('a scheduled run that %s', (_what, facts, kinds) => {
  const recent = [run('9', { createdAt: '2026-11-19T04:00:00Z' })]
  expect(kindsOf({ recent, next: new Date('2026-11-20T04:00:00Z'), ...facts })).toEqual(kinds)
})

test('a decision names its command', () => {
  expect(textOf({ held: [held] })).toBe('run 8 is held (9 retirements): product-mirror approve 8')
  expect(textOf({ held: [{ ...held, refusal: 'It moved.' }] })).toMatch(/: product-mirror sync$/)
  const records = { undecided: 2, failing: 0, missingAssets: 0 }
  expect(textOf({ records })).toBe('2 records need a decision: product-mirror decisions')
  expect(textOf({ records: { ...records, undecided: 1 } })).toMatch(/^1 record needs a decision/)
})

test('records that failed together in the last whole run are failing, though no list names them', () => {
  const last = run('7', { state: 'partial', counts: counts(9) })
  const one = run('8', { scope: { gtins: ['1'] } })
  expect(textOf({ recent: [one, last] })).toBe('9 records failing: product-mirror status --failing')
  const records = { undecided: 0, failing: 2, missingAssets: 0 }
  expect(textOf({ recent: [last], records })).toMatch(/^2 records failing/)
})

test('drift counts until a verify finds none', () => {
  const found = run('8', { kind: 'verify', findings: { stale: 2, missing: 0 } })
  expect(textOf({ recent: [found] })).toBe('verify 8 found drift: 2 stale: product-mirror verify --repair')
  expect(kindsOf({ recent: [run('9', { kind: 'verify', findings: {} }), found] })).toEqual([])
})

test('a healthy mirror is its size and its last run', () => {
  expect(describeHealth(240, well)).toBe('240 pages mirrored; run 9 ended at 2026-11-20 04:01 UTC')
  expect(describeHealth(0, { recent: [] })).toBe('0 pages mirrored; no run yet')
})

test('links that may be outdated are a problem until a run has updated them, and none while a run is active', () => {
  expect(textOf({ staleLinks: 2 })).toBe(
    'Links to the pages of 2 products may be outdated; the next run updates those that are: product-mirror sync',
  )
  expect(kindsOf({ staleLinks: 2 })).toEqual(['drift'])
  expect(kindsOf({ staleLinks: 2, recent: [run('9', { state: 'writing' })] })).toEqual([])
  expect(kindsOf({ staleLinks: 0 })).toEqual([])
})
