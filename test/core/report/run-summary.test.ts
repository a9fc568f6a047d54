import { expect, test } from 'vitest'
import type { Run } from '../../../src/core/run/run.ts'
import { markdownHead } from '../../../src/core/report/markdown.ts'
import { obstaclesOf } from '../../../src/core/report/plan-approval.ts'
import {
  describeDrift,
  describeDuration,
  describeInFull,
  describeRun,
  describeWork,
  remedyOf,
  shownStateOf,
} from '../../../src/core/report/run-summary.ts'
import { runOf } from '../../helpers/sync/runs.ts'
import { refusedFor, retireVerdict } from '../../helpers/sync/guards.ts'

const finishedAt = '2026-11-20T04:01:02.000Z'
const counts = { ...runOf('1').counts, records: 1900, updated: 1200, failed: 3 }
const planned = { create: 1, update: 2, restore: 0, retire: 1412 }
const runWith = (patch: Partial<Run>): Run => runOf('7', { finishedAt, planned, ...patch })

test.each<[Partial<Run>, string]>([
  [{ state: 'planning' }, 'Run 7 is planning.'],
  [{ state: 'writing' }, 'Run 7 is writing.'],
  [
    { state: 'held' },
    'Run 7 has been held since 2026-11-20 04:01 UTC: 1,412 retirements, 2 updates, 1 new page. Nothing has been written.',
  ],
  [
    { state: 'planned', kind: 'plan' },
    'Dry run 7 planned 1,412 retirements, 2 updates, 1 new page. Nothing has been written.',
  ],
  [{ state: 'done' }, 'Run 7 finished without changes.'],
  [
    { state: 'done', rewrite: true },
    'Run 7 finished without changes: every page already is as it would be written again.',
  ],
  [{ state: 'done', counts }, 'Run 7 finished.'],
  [{ state: 'partial', counts }, 'Run 7 finished; 3 of 1,900 records failed.'],
  [
    { state: 'partial', counts: { ...counts, notPlanned: 1 } },
    'Run 7 finished; 3 of 1,900 records failed, 1 was not planned.',
  ],
  [
    { state: 'partial', counts: { ...counts, notPlanned: 2 } },
    'Run 7 finished; 3 of 1,900 records failed, 2 were not planned.',
  ],
  [{ state: 'partial', unfetched: 101 }, 'Run 7 finished without changes; 101 files could not be fetched.'],
  [
    { state: 'partial', counts, unfetched: 1 },
    'Run 7 finished; 3 of 1,900 records failed; 1 file could not be fetched.',
  ],
  [{ state: 'done', kind: 'verify', findings: {} }, 'Run 7 found no drift.'],
  [{ state: 'done', kind: 'verify', findings: { edited: 2, moved: 0 } }, 'Run 7 found drift: 2 edited.'],
  [
    { state: 'done', kind: 'undo', undoes: '6', counts: { ...counts, undone: 9 } },
    'Run 7 reverted 9 of 1,900 records of run 6.',
  ],
  [
    { state: 'done', kind: 'undo', undoes: '6', undoPart: { fields: ['price'] }, counts },
    'Run 7 reverted 0 of 1,900 records of run 6 (only field price).',
  ],
  [{ state: 'done', kind: 'rebuild' }, 'Run 7 finished.'],
  [
    { state: 'held', finishedAt: undefined, planned: runOf('1').planned },
    'Run 7 has been held since 2026-11-20 04:00 UTC: no changes. Nothing has been written.',
  ],
  [{ state: 'failed' }, 'Run 7 failed.'],
  [{ state: 'cancelled' }, 'Run 7 was cancelled.'],
  [
    { state: 'superseded', supersededBy: '8' },
    'Run 8 superseded the unapproved plan of run 7. None of it was written.',
  ],
  [{ state: 'superseded' }, 'A later run superseded the unapproved plan of run 7. None of it was written.'],
])('a run with %j is described in one sentence', (patch, sentence) => {
  expect(describeRun(runWith(patch))).toBe(sentence)
})

test.each<[Partial<Run>, string]>([
  [{ state: 'partial', counts }, '1,200 updated, 3 failed'],
  [{ state: 'planning' }, 'in progress'],
  [{ state: 'planning', kind: 'plan' }, 'in progress'],
  [{ state: 'failed', kind: 'plan', planned: runOf('1').planned }, 'no changes'],
  [{ state: 'done' }, 'no changes'],
  [{ state: 'superseded' }, 'planned: 1,412 retirements, 2 updates, 1 new page'],
  [{ state: 'superseded', planned: runOf('1').planned }, 'no changes'],
  [{ state: 'done', kind: 'verify', findings: { moved: 1 } }, 'found drift: 1 moved'],
  [{ state: 'done', kind: 'rebuild', counts: { ...counts, updated: 0 } }, '1,900 records read; 3 failed'],
])('the work of a run with %j is described in a few words', (patch, words) => {
  expect(describeWork(runWith(patch))).toBe(words)
})

test('a sentence in full has the counts of records, or of the plan while it waits', () => {
  expect(describeInFull(runWith({ state: 'partial', counts }))).toBe(
    'Run 7 finished; 3 of 1,900 records failed. 1,200 updated.',
  )
  expect(describeWork(runWith({ state: 'partial', counts, unfetched: 2 }))).toBe(
    '1,200 updated, 3 failed; 2 files could not be fetched',
  )
  expect(describeInFull(runWith({ state: 'planned', kind: 'plan' }))).toMatch(
    / 1 to create, 2 to update, 0 to restore, 1,412 to retire; 0 unchanged, 0 failed\.$/,
  )
})

const guards: Run['guards'] = [retireVerdict(9, 10)]
const text =
  'Would retire 9 of 10 pages (90.0 %, limit 5 pages or 5.0 %). Check that the catalogue and the language list are complete.'
const past = text.replace('Would', 'The plan was to')

test.each<[Partial<Run>, object[]]>([
  [
    { state: 'held', refusal: refusedFor('It moved.') },
    [
      { kind: 'refused', text: 'It moved.' },
      { kind: 'held', text },
    ],
  ],
  [{ state: 'planned' }, [{ kind: 'wouldHold', text }]],
  [{ state: 'cancelled', refusal: refusedFor('It moved.') }, [{ kind: 'passed', text: past }]],
  [{ state: 'done', approved: true }, [{ kind: 'passed', text: `${past} Approved in advance.` }]],
  [
    { state: 'done', approved: true, approvedAt: finishedAt },
    [{ kind: 'passed', text: `${past} Approved at 2026-11-20 04:01 UTC.` }],
  ],
])('the obstacles of a plan with %j are its refusal and its guards', (patch, obstacles) => {
  expect(obstaclesOf(runWith({ guards, ...patch }), undefined)).toEqual(obstacles)
})

test('the head of a Markdown report quotes the cause that stopped the run, and no text becomes markup', () => {
  const run = runWith({
    state: 'failed',
    failure: { cause: 'cms', message: '<b>502</b>\n# Bad' },
    notes: [{ code: 'text', text: 'a|b' }],
    unknownFields: ['colour\u001b[2J'],
    oddities: [{ phrase: 'unit "*" is odd', records: 1200, example: '4006381333931/de-de' }],
  })
  expect(markdownHead(run, undefined).split('\n\n')).toEqual([
    '# Run 7',
    'Run 7 failed.',
    String.raw`> \<b\>502\</b\> \# Bad`,
    String.raw`- a\|b`,
    String.raw`- The partner sent undocumented fields: colour \[2J`,
    String.raw`- unit "\*" is odd: 1,200 records, for example 4006381333931/de-de` + '\n',
  ])
})

test.each<[Partial<Run>, string | undefined]>([
  [{ state: 'done' }, '1 min 2 s'],
  [{ state: 'done', waitedMs: 60_000 }, '2 s'],
  [{ state: 'writing', finishedAt: undefined }, '2 h'],
  [{ state: 'held', finishedAt: undefined }, undefined],
])('a run with %j has worked for %s', (patch, worked) => {
  expect(describeDuration(runWith(patch), Date.parse('2026-11-20T06:00:00.000Z'))).toBe(worked)
})

test.each<[NonNullable<Run['failure']>['cause'], string]>([
  ['partner', 'Check the partner; the next run retries. Pages are unchanged.'],
  ['cms', 'Check the CMS; the next run does the rest.'],
  ['redis', 'Check Redis and the log; the next run does the rest.'],
  ['config', 'Fix the configuration; the next run retries. Pages are unchanged.'],
])('a run that failed because of %s has a remedy', (cause, remedy) => {
  expect(remedyOf({ failure: { cause, message: 'Bad' } })).toBe(remedy)
})

test('a run that failed without a known cause sends the operator to Redis and the log', () => {
  expect(remedyOf({})).toBe('Check Redis and the log; the next run does the rest.')
})

test.each<[Partial<Run>, string, string]>([
  [{ findings: {} }, 'found no drift', 'done'],
  [{ findings: { edited: 6 } }, 'found drift: 6 edited', 'drift'],
  [{ findings: { edited: 1 }, repaired: { stale: 2 } }, 'found drift: 1 edited; repaired 2 stale', 'drift'],
  [{ repair: true, findings: {}, repaired: {} }, 'found no drift', 'done'],
  [
    { repair: true, findings: {}, repaired: { missing: 2 } },
    'repaired 2 missing; no difference is left',
    'done',
  ],
  [
    { repair: true, findings: { edited: 1, moved: 2 }, repaired: { missing: 2 } },
    'repaired 2 missing; left for a decision: 1 edited, 2 moved',
    'drift',
  ],
  [{ repair: true, findings: { edited: 1 } }, 'repaired nothing; left for a decision: 1 edited', 'drift'],
])('a verify with %j is described as "%s" and shown as %s', (patch, said, shown) => {
  const run = runOf('2026-11-20-1', { kind: 'verify', state: 'done', ...patch })
  expect(describeRun(run)).toBe(`Run 2026-11-20-1 ${said}.`)
  expect(shownStateOf(run)).toBe(shown)
})

test('a run of another kind is shown with its state', () => {
  expect(shownStateOf(runOf('2026-11-20-1', { state: 'failed' }))).toBe('failed')
  expect(describeDrift({})).toBe('found no drift')
})

test('the description of a run contains the number of conflicts that it leaves to decide', () => {
  const run = runOf('2026-11-20-3', { state: 'done', conflicts: 1 })
  expect(describeRun(run)).toMatch(/, with 1 conflict to decide\.$/)
  expect(describeRun({ ...run, state: 'partial' })).toContain(', with 1 conflict to decide; ')
})

test('the work of a run names the part of the plan, or of the undone run, that it wrote', () => {
  const some = { ...counts, updated: 5, failed: 0, kept: 0 }
  const works = (fields: Partial<Run>) => describeWork(runWith({ state: 'done', counts: some, ...fields }))
  expect(works({ approvedPart: { sample: 5 } })).toBe('5 updated; a sample of 5 records of its plan')
  expect(works({ kind: 'undo', undoes: '6', undoPart: { gtins: ['1'] } })).toBe('5 updated; only product 1')
  expect(works({ approvedPart: 'all' })).toBe('5 updated')
})

test('the description of an undo contains the number of restored records once', () => {
  const some = { ...counts, records: 4, updated: 0, undone: 3, failed: 1 }
  const run = runWith({ state: 'partial', kind: 'undo', undoes: '6', counts: some })
  expect(describeInFull(run)).toBe(describeRun(run))
})
