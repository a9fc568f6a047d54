import { expect, test } from 'vitest'
import { describeHealth, healthOf, type HealthFacts } from '../../../src/core/views/health.ts'
import {
  lineOfProblem,
  sentenceOfProblem,
  viewOfProblem,
  type Problem,
  type ProblemView,
} from '../../../src/core/views/problem.ts'
import type { Run } from '../../../src/core/run/run.ts'
import { runOf } from '../../helpers/sync/runs.ts'
import { refusedFor } from '../../helpers/sync/guards.ts'

const finishedAt = '2026-11-20T04:01:02.345Z'
const run = (id: string, fields: Partial<Run> = {}): Run =>
  runOf(id, { state: 'done', finishedAt, ...fields })
const failed = (id: string, cause: NonNullable<Run['failure']>['cause'], fields: Partial<Run> = {}): Run =>
  run(id, { state: 'failed', failure: { cause, message: `${cause} broke.` }, ...fields })
const counts = (failing: number): Run['counts'] => ({ ...run('0').counts, records: 9, failed: failing })

const well: HealthFacts = {
  recent: [run('9')],
  held: [],
  records: { undecided: 0, failing: 0, missingFiles: 0 },
  staleLinks: 0,
  outages: {},
  workers: 1,
  next: new Date('2026-11-21T04:00:00Z'),
  due: undefined,
  now: new Date('2026-11-20T12:00:00Z'),
}
const viewsOf = (facts: Partial<HealthFacts>): ProblemView[] =>
  healthOf({ ...well, ...facts }).map((problem) => viewOfProblem(problem, well.now.getTime()))
const kindsOf = (facts: Partial<HealthFacts>): string[] => viewsOf(facts).map(({ kind }) => kind)
const codesOf = (facts: Partial<HealthFacts>): string[] =>
  healthOf({ ...well, ...facts }).map(({ code }) => code)

const held = run('8', { state: 'held', planned: { create: 0, update: 0, restore: 0, retire: 9 } })

test('a mirror whose last run ended well has no problem', () => {
  expect(healthOf(well)).toEqual([])
  expect(healthOf({ ...well, recent: [] })).toEqual([])
})

test('the worst problem comes first', () => {
  const recent = [
    failed('9', 'config'),
    failed('8', 'redis'),
    failed('7', 'cms'),
    failed('6', 'partner'),
    run('5', { kind: 'verify', findings: { stale: 2 } }),
  ]
  const records = { undecided: 1, failing: 2, missingFiles: 3 }
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

test('a run that no process works on was interrupted', () => {
  const recent = [run('9', { state: 'writing' })]
  expect(kindsOf({ recent })).toEqual([])
  expect(kindsOf({ recent, workers: 0 })).toEqual(['interrupted'])
})

test.each<[string, Partial<HealthFacts>, string[]]>([
  ['is late while no process is alive', { workers: 0 }, ['error']],
  ['is late while a process is alive', { workers: 1 }, []],
  ['was run by hand since', { workers: 0, recent: [run('9', { createdAt: '2026-11-20T05:00:00Z' })] }, []],
  ['is due in a moment', { workers: 0, now: new Date('2026-11-20T04:04:00Z') }, []],
  ['does not exist', { workers: 0, next: undefined }, []],
])('a scheduled run that %s', (_what, facts, kinds) => {
  const recent = [run('9', { createdAt: '2026-11-19T04:00:00Z' })]
  expect(kindsOf({ recent, next: new Date('2026-11-20T04:00:00Z'), ...facts })).toEqual(kinds)
})

const due = new Date('2026-11-20T04:00:00Z')
const yesterday = run('1', { createdAt: '2026-11-19T04:00:00Z' })

test.each<[string, Partial<Run>[], string[]]>([
  ['no full sync has succeeded since', [], ['run-late']],
  ['the sync was cancelled', [{ state: 'cancelled' }], ['run-late']],
  ['only a few products were synced since', [{ scope: { gtins: ['1'] } }], ['run-late']],
  ['only a few products are being synced', [{ state: 'writing', scope: { gtins: ['1'] } }], ['run-late']],
  [
    'a run has been active for more than a day',
    [{ state: 'writing', createdAt: '2026-11-19T11:00:00Z' }],
    ['run-late'],
  ],
  ['only a verify has ended since', [{ kind: 'verify' }], ['run-late']],
])('a scheduled run is late if %s', (_what, runs, codes) => {
  const recent = [...runs.map((fields, at) => run(`2-${at}`, fields)), yesterday]
  expect(codesOf({ recent, due })).toEqual(codes)
})

test('a scheduled run is not late during a pause', () => {
  expect(codesOf({ recent: [yesterday], due, isPaused: true })).toEqual([])
})

test.each<[string, Partial<HealthFacts>]>([
  ['has succeeded', { recent: [run('2'), yesterday] }],
  [
    'started a moment early by its clock',
    { recent: [run('2', { createdAt: '2026-11-20T03:59:00Z' }), yesterday] },
  ],
  ['waits for approval', { recent: [run('2', { state: 'held' }), yesterday] }],
  ['repeated a held plan', { recent: [run('2', { state: 'superseded', samePlanAs: '0' }), yesterday] }],
  ['waits for another run', { recent: [run('2', { kind: 'verify', state: 'writing' }), yesterday] }],
  ['was due before the first run of the mirror', { recent: [run('2', { state: 'cancelled' })] }],
  ['does not exist', { recent: [yesterday], due: undefined }],
])('a scheduled run that %s is not late', (_what, facts) => {
  expect(codesOf({ due, ...facts })).toEqual([])
})

const partial = (id: string, fields: Partial<Run> = {}): Run =>
  run(id, { state: 'partial', counts: counts(2), ...fields })

test.each<[string, Run[]]>([
  ['a later sync of all products', [run('9'), partial('8')]],
  ['a later sync, if it was an undo', [run('9'), partial('8', { kind: 'undo', undoes: '7' })]],
  ['the next verify, if it was one', [run('9', { kind: 'verify' }), partial('8', { kind: 'verify' })]],
])('a partial run is a problem until %s', (_what, recent) => {
  expect(codesOf({ recent })).toEqual([])
  expect(codesOf({ recent: recent.slice(1) })).toEqual(['run-partial'])
})

test.each<[string, Run]>([
  ['of fewer products', run('9', { scope: { gtins: ['1'] } })],
  ['that was cancelled', run('9', { state: 'cancelled' })],
  ['that is only planned', run('9', { kind: 'plan', state: 'planned' })],
  ['that only compares pages', run('9', { kind: 'verify' })],
])('a partial sync stays a problem after a run %s', (_what, later) => {
  expect(codesOf({ recent: [later, partial('8')] })).toEqual(['run-partial'])
})

test('a partial undo stays a problem after the undo of another run', () => {
  const undo = (id: string, undoes: string): Run => partial(id, { kind: 'undo', undoes })
  expect(codesOf({ recent: [{ ...undo('9', '6'), state: 'done' }, undo('8', '7')] })).toEqual(['run-partial'])
  expect(codesOf({ recent: [{ ...undo('9', '7'), state: 'done' }, undo('8', '7')] })).toEqual([])
})

test('a partial verify stays a problem after a sync', () => {
  expect(codesOf({ recent: [run('9'), partial('8', { kind: 'verify' })] })).toEqual(['run-partial'])
})

test('a partial sync is not repeated next to the lists of what it lacks', () => {
  const of = (failing: number, missingFiles: number, fields: Partial<Run> = {}): string[] =>
    codesOf({ recent: [partial('8', fields)], records: { undecided: 0, failing, missingFiles } })
  expect(of(2, 0)).toEqual(['records-failing'])
  expect(of(1, 0)).toEqual(['records-failing', 'run-partial'])
  expect(of(2, 0, { unfetched: 1 })).toEqual(['records-failing', 'run-partial'])
  expect(of(2, 1, { unfetched: 1 })).toEqual(['records-failing', 'files-missing'])
  expect(of(2, 0, { kind: 'verify' })).toEqual(['records-failing', 'run-partial'])
  expect(of(2, 0, { counts: { ...counts(2), notPlanned: 1 } })).toEqual(['records-failing', 'run-partial'])
})

test('drift counts until a verify of the same pages finds none', () => {
  const found = run('8', { kind: 'verify', findings: { stale: 2, missing: 0 } })
  const clean = (fields: Partial<Run>): Run => run('9', { kind: 'verify', findings: {}, ...fields })
  expect(codesOf({ recent: [found] })).toEqual(['drift'])
  expect(codesOf({ recent: [clean({}), found] })).toEqual([])
  expect(codesOf({ recent: [clean({ scope: { gtins: ['1'] } }), found] })).toEqual(['drift'])
  expect(codesOf({ recent: [clean({ state: 'cancelled' }), found] })).toEqual(['drift'])
  expect(codesOf({ recent: [run('9'), found] })).toEqual(['drift'])
})

test('links that may be outdated are a problem until a run has updated them, and none while a run is active', () => {
  expect(codesOf({ staleLinks: 2 })).toEqual(['links-outdated'])
  expect(codesOf({ staleLinks: 2, recent: [run('9', { state: 'writing' })] })).toEqual([])
})

test('an upstream that does not respond is a problem', () => {
  const outage = { since: '2026-11-20T04:00:00Z', reason: 'returned 502' }
  expect(kindsOf({ outages: { cms: outage, partner: outage } })).toEqual(['cms', 'partner'])
})

test('a process reports that it does not work', () => {
  const process = { workersRunning: true, startFault: undefined, writeFault: undefined }
  expect(codesOf({ process })).toEqual([])
  expect(codesOf({ process: { ...process, workersRunning: false } })).toEqual(['workers-stopped'])
  const startFault = 'CMS_TYPE is pages'
  expect(codesOf({ process: { ...process, workersRunning: false, startFault } })).toEqual(['not-started'])
  expect(codesOf({ process: { ...process, writeFault: 'OOM' } })).toEqual(['redis-paused'])
})

test('a process that does not know the others does not report an interrupted run', () => {
  expect(codesOf({ recent: [run('9', { state: 'writing' })], workers: undefined })).toEqual([])
})

test.each<[Problem, string, string]>([
  [
    { code: 'redis-paused', fault: 'its memory is full' },
    'error 1 bad /readyz',
    'Writing is paused. Redis cannot be used: its memory is full.',
  ],
  [
    { code: 'not-started', fault: 'CMS_TYPE is pages' },
    'error 1 bad /readyz',
    'This mirror did not start: CMS_TYPE is pages. Correct this, then restart the daemon.',
  ],
  [{ code: 'workers-stopped' }, 'error 1 bad /readyz', 'the workers of this process are not running'],
  [
    { code: 'outage', upstream: 'cms', outage: { since: '2026-11-20T04:00:00Z', reason: 'returned 502' } },
    'cms 6 bad #facts',
    'The CMS has not responded since 2026-11-20 04:00:00 UTC (returned 502). It is being tried now.',
  ],
  [{ code: 'run-failed', run: failed('a b', 'cms') }, 'cms 6 bad /runs/a%20b', 'run a b failed: cms broke.'],
  [
    { code: 'run-failed', run: run('9', { state: 'failed' }) },
    'error 1 bad /runs/9',
    'run 9 failed: its job gave up; see the log',
  ],
  [
    { code: 'schedule-missed', scheduled: due },
    'error 1 bad #runs',
    'no process is alive to start the run scheduled for 2026-11-20 04:00 UTC: product-mirror daemon',
  ],
  [
    { code: 'run-late', scheduled: due },
    'error 1 bad #runs',
    'the run scheduled for 2026-11-20 04:00 UTC has not succeeded: product-mirror sync',
  ],
  [
    { code: 'run-interrupted', run: run('9') },
    'interrupted 8 bad /runs/9',
    'run 9 was interrupted and no process is alive to finish it: product-mirror daemon, or product-mirror sync',
  ],
  [
    { code: 'plan-held', run: held },
    'decision 4 warn /runs/8',
    'run 8 is held (9 retirements): product-mirror approve 8',
  ],
  [
    { code: 'plan-held', run: { ...held, planned: { create: 0, update: 0, restore: 0, retire: 0 } } },
    'decision 4 warn /runs/8',
    'run 8 is held (no changes): product-mirror approve 8',
  ],
  [
    { code: 'plan-held', run: { ...held, refusal: refusedFor('It moved.') } },
    'decision 4 warn /runs/8',
    'run 8 is held (9 retirements): product-mirror sync',
  ],
  [
    { code: 'undecided', count: 1 },
    'decision 4 warn /decisions?kind=open',
    '1 record needs a decision: product-mirror decisions',
  ],
  [
    { code: 'records-failing', count: 3 },
    'failing 3 warn #failing',
    '3 records are failing: product-mirror status --failing',
  ],
  [
    { code: 'files-missing', count: 1 },
    'failing 3 warn /coverage?state=missing-asset',
    '1 page lacks a file that it should show',
  ],
  [{ code: 'run-partial', run: partial('7') }, 'failing 3 warn /runs/7', 'run 7 is partial: 2 failed'],
  [
    { code: 'drift', run: run('8', { kind: 'verify', findings: { stale: 2, missing: 0 } }) },
    'drift 9 warn /runs/8',
    'verify 8 found drift: 2 stale: product-mirror verify --repair',
  ],
  [
    { code: 'links-outdated', count: 2 },
    'drift 9 warn #do',
    'Links to the pages of 2 products may be outdated; the next run updates those that are: product-mirror sync',
  ],
])('%#: $code', (problem, about, line) => {
  const view = viewOfProblem(problem, well.now.getTime())
  expect(`${view.kind} ${view.exitCode} ${view.severity} ${view.link.url}`).toBe(about)
  expect(lineOfProblem(view, undefined)).toBe(line)
})

test('a page shows a problem as a sentence without commands', () => {
  const sentence = (problem: Problem): string => sentenceOfProblem(viewOfProblem(problem, 0))
  expect(sentence({ code: 'undecided', count: 2 })).toBe('2 records need a decision.')
  expect(sentence({ code: 'run-failed', run: failed('9', 'cms') })).toBe('Run 9 failed: cms broke.')
})

test('a healthy mirror is its size and its last run', () => {
  expect(describeHealth({ ...well, mirrored: 240 })).toBe(
    '240 pages mirrored; run 9 ended at 2026-11-20 04:01 UTC',
  )
  expect(describeHealth({ recent: [], mirrored: 0 })).toBe('0 pages mirrored; no run yet')
  const first = runOf('1', { state: 'writing' })
  expect(describeHealth({ recent: [first], mirrored: 1 })).toBe('1 page mirrored; the first run is active')
})
