import { afterEach, expect, test, vi } from 'vitest'
import { toReport } from '../../../src/cli/json/run-report.ts'
import { toBriefLines, toLines } from '../../../src/cli/output/report.ts'
import { runOf } from '../../helpers/sync/runs.ts'
import { retireVerdict } from '../../helpers/sync/guards.ts'

afterEach(() => {
  vi.useRealTimers()
})

const run = runOf('2026-11-20-3', {
  state: 'partial',
  finishedAt: '2026-11-20T04:01:02.345Z',
  counts: {
    records: 100,
    created: 1,
    updated: 2,
    unchanged: 80,
    retired: 3,
    restored: 4,
    kept: 5,
    absent: 6,
    held: 7,
    failed: 8,
    deferred: 16,
    quarantined: 0,
    undone: 0,
    notPlanned: 0,
  },
  planned: { create: 1, update: 2, restore: 4, retire: 3 },
  media: { uploaded: 9, reused: 10, failed: 11 },
  requests: { partner: 12, cmsReads: 13, cmsBatches: 14, cmsOther: 15 },
})

test('the JSON report has the documented fields', () => {
  expect(toReport(run)).toEqual({
    runId: '2026-11-20-3',
    state: 'partial',
    records: 100,
    created: 1,
    updated: 2,
    unchanged: 80,
    retired: 3,
    restored: 4,
    kept: 5,
    absent: 6,
    held: 7,
    failed: 8,
    deferred: 16,
    quarantined: 0,
    notPlanned: 0,
    planned: { create: 1, update: 2, restore: 4, retire: 3 },
    media: { uploaded: 9, reused: 10, failed: 11 },
    requests: { partner: 12, cmsReads: 13, cmsBatches: 14, cmsOther: 15 },
    seconds: 62.3,
  })
})

const troubled = runOf('2026-11-20-4', {
  state: 'held',
  planned: { create: 1, update: 2, restore: 0, retire: 9 },
  guards: [retireVerdict(9, 10)],
  unknownFields: ['colour'],
  notes: [{ code: 'catalog', detail: 'line 3 …' }],
  failure: { cause: 'cms', message: 'refused' },
})

test('the report adds what is unusual, and counts a held plan as held records', () => {
  expect(toReport(troubled)).toMatchObject({
    held: 12,
    guards: [
      expect.stringMatching(
        /^Would retire 9 of 10 .* If this is wanted: product-mirror approve 2026-11-20-4$/,
      ),
    ],
    unknownFields: ['colour'],
    notes: ['catalogue: line 3 …'],
    failure: { cause: 'cms', message: 'refused' },
  })
})

test('the duration of an active run is counted until now', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T04:00:05Z') })
  expect(toReport(runOf('2026-11-20-1')).seconds).toBe(5)
})

test('the report as text has the same numbers in a few lines', () => {
  expect(toLines(run)).toEqual([
    'Run 2026-11-20-3 finished; 8 of 100 records failed.',
    '  took      1 min 2 s for 100 records',
    '  pages     1 created, 2 updated, 4 restored, 3 retired, 80 unchanged',
    '  media     9 uploaded, 10 reused, 11 failed',
    '  requests  12 to the partner; CMS: 13 reads, 14 batches, 15 other',
    '  absent    6 records not found at the partner',
    '  kept      5 records with an editor’s changes kept',
    '  held      7 records held until you decide: product-mirror decisions',
    '  deferred  16 records deferred to a later run: the page is open in the editor, or changed since the plan was made',
    '  failed    8 records failed: pages unchanged, the next run retries',
  ])
  expect(toLines(troubled).slice(2)).toEqual([
    '  note      catalogue: line 3 …',
    '  note      The partner sent undocumented fields: colour',
    '  HELD      Would retire 9 of 10 pages (90.0 %, limit 5 pages or 5.0 %). Check that the catalogue and the language list are complete.',
    '  approve   product-mirror approve 2026-11-20-4',
    '  discard   product-mirror cancel 2026-11-20-4',
    '  FAILED    refused',
    '  next      Check the CMS; the next run does the rest.',
  ])
})

test('the report as text uses the singular for one record', () => {
  const counts = { ...run.counts, records: 1, kept: 1, absent: 1, held: 1, failed: 1, deferred: 1 }
  const requests = { partner: 1, cmsReads: 1, cmsBatches: 1, cmsOther: 1 }
  const lines = toLines({ ...run, counts, requests })
  expect([...lines.slice(0, 2), ...lines.slice(4)]).toEqual([
    'Run 2026-11-20-3 finished; 1 of 1 record failed.',
    '  took      1 min 2 s for 1 record',
    '  requests  1 to the partner; CMS: 1 read, 1 batch, 1 other',
    '  absent    1 record not found at the partner',
    '  kept      1 record with an editor’s changes kept',
    '  held      1 record held until you decide: product-mirror decisions',
    '  deferred  1 record deferred to a later run: the page is open in the editor, or changed since the plan was made',
    '  failed    1 record failed: pages unchanged, the next run retries',
  ])
})

test('text from outside neither breaks a line nor controls the terminal', () => {
  const lines = toLines(
    runOf('2026-11-20-1', {
      unknownFields: ['a\n\u001b[2Jb'],
      notes: [{ code: 'text', text: 'x\r\u0007y\u202Ez' }],
    }),
  )
  expect(lines.slice(3)).toEqual([
    '  note      x y z',
    '  note      The partner sent undocumented fields: a [2Jb',
  ])
})

test('an undo shows how long restored content lasts, where it is listed, and how to revert the undo', () => {
  const undo = { ...run, kind: 'undo', undoes: '2026-11-20-2' } as const
  const put = toLines({ ...undo, counts: { ...run.counts, undone: 30 } })
  expect(put[0]).toBe(
    'Run 2026-11-20-3 reverted 30 of 100 records of run 2026-11-20-2; 8 of 100 records failed.',
  )
  expect(put.slice(-2)).toEqual([
    '  lasts     The earlier content stays until the partner changes the product. Pages that were trashed or restored stay until you release them: product-mirror decisions',
    '  revert    product-mirror undo 2026-11-20-3; for one record, see what it allows: product-mirror decisions',
  ])
  expect(toLines(undo).join('\n')).not.toContain('  lasts')
})

test('the report in one line adds only the counts that a command helps with', () => {
  const counts = { ...run.counts, quarantined: 2 }
  expect(toBriefLines({ ...run, counts }).slice(1, 3)).toEqual([
    '  held      7 records held until you decide: product-mirror decisions',
    '  skipped   2 records in quarantine after repeated failures: product-mirror status --failing',
  ])
  expect(toBriefLines(run).join('\n')).not.toContain('not found at the partner')
})
