import { afterEach, expect, test, vi } from 'vitest'
import { toLines, toReport } from '../../../src/cli/output/report.ts'
import { runOf } from '../../helpers/sync/runs.ts'

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
  },
  planned: { create: 1, update: 2, restore: 4, retire: 3 },
  media: { uploaded: 9, reused: 10, failed: 11 },
  requests: { partner: 12, cmsReads: 13, cmsBatches: 14, cmsOther: 15 },
})

test('the report has the documented members', () => {
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
    planned: { create: 1, update: 2, restore: 4, retire: 3 },
    media: { uploaded: 9, reused: 10, failed: 11 },
    requests: { partner: 12, cmsReads: 13, cmsBatches: 14, cmsOther: 15 },
    seconds: 62.3,
  })
})

const guard = {
  guard: 'retire',
  count: 9,
  of: 10,
  limit: 5,
  share: 0.9,
  message: 'Would retire 9 …',
} as const
const troubled = runOf('2026-11-20-4', {
  state: 'held',
  planned: { create: 1, update: 2, restore: 0, retire: 9 },
  guards: [guard],
  unknownFields: ['colour'],
  notes: ['catalogue: line 3 …'],
  failure: { cause: 'cms', message: 'refused' },
})

test('what is out of the ordinary is added, and a held plan counts as held records', () => {
  expect(toReport(troubled)).toMatchObject({
    held: 12,
    guards: ['Would retire 9 …'],
    unknownFields: ['colour'],
    notes: ['catalogue: line 3 …'],
    failure: { cause: 'cms', message: 'refused' },
  })
})

test('a run at work has lasted until now', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T04:00:05Z') })
  expect(toReport(runOf('2026-11-20-1')).seconds).toBe(5)
})

test('people read the same in a few lines', () => {
  expect(toLines(run)).toEqual([
    'Run 2026-11-20-3: partial, 100 records in 62.3 s',
    '  pages     1 created, 2 updated, 80 unchanged, 3 retired, 4 restored',
    '  media     9 uploaded, 10 reused, 11 failed',
    '  requests  12 to the partner; CMS: 13 reads, 14 batches, 15 others',
    '  absent    6 records that the partner does not have',
    '  kept      5 records where an editor’s work stays',
    '  held      7 records that wait for a person: suspiciously blank, or put on hold',
    '  deferred  16 records whose page is open in the editor, for a later run',
    '  failed    8 records: their pages stay as they are, the next run tries again',
  ])
  expect(toLines(troubled).slice(4)).toEqual([
    '  unknown fields from the partner: colour',
    '  note      catalogue: line 3 …',
    '  would do  9 retirements, 2 updates, 1 new page',
    '  HELD      Would retire 9 …',
    '  to go ahead with this very plan:  product-mirror approve 2026-11-20-4',
    '  to drop it:                       product-mirror cancel 2026-11-20-4',
    '  FAILED    refused',
  ])
})

test('one of something is told as one', () => {
  const counts = { ...run.counts, records: 1, kept: 1, absent: 1, held: 1, failed: 1, deferred: 1 }
  const requests = { partner: 1, cmsReads: 1, cmsBatches: 1, cmsOther: 1 }
  const lines = toLines({ ...run, counts, requests })
  expect([lines[0], ...lines.slice(3)]).toEqual([
    'Run 2026-11-20-3: partial, 1 record in 62.3 s',
    '  requests  1 to the partner; CMS: 1 read, 1 batch, 1 other',
    '  absent    1 record that the partner does not have',
    '  kept      1 record where an editor’s work stays',
    '  held      1 record that waits for a person: suspiciously blank, or put on hold',
    '  deferred  1 record whose page is open in the editor, for a later run',
    '  failed    1 record: its page stays as it is, the next run tries again',
  ])
})

test('nothing from outside breaks a line or speaks to the terminal', () => {
  const lines = toLines(
    runOf('2026-11-20-1', { unknownFields: ['a\n\u001b[2Jb'], notes: ['x\r\u0007y\u202Ez'] }),
  )
  expect(lines.slice(4)).toEqual(['  unknown fields from the partner: a [2Jb', '  note      x y z'])
})

test('an undo says how long what it put back stays, where it is listed, and how to have the partner’s word', () => {
  const undo = { ...run, kind: 'undo', undoes: '2026-11-20-2' } as const
  const put = toLines({ ...undo, counts: { ...run.counts, undone: 30 } })
  expect(put).toContain(
    '  from now  texts stay so until the partner changes the product; pages that were taken down or brought back, until they are released. Listed by: product-mirror decisions. To have the partner’s word back: product-mirror undo 2026-11-20-3, or for one record: product-mirror resolve GTIN LANGUAGE release',
  )
  expect(toLines(undo).join('\n')).not.toContain('from now')
})
