import { expect, test } from 'vitest'
import type { Counts } from '../../../src/core/run/run.ts'
import {
  countsOf,
  describeCounts,
  describeMedia,
  describePlanned,
  describeRequests,
  explainCounts,
} from '../../../src/core/report/run-counts.ts'
import { runOf } from '../../helpers/sync/runs.ts'

const withCounts = (some: Partial<Counts>): { counts: Counts } => ({
  counts: { ...runOf('1').counts, ...some },
})

test('the results of a run have one order and include zeros', () => {
  const shown = countsOf(withCounts({ undone: 2, quarantined: 1_000 }))
  expect(shown.map(({ label, count }) => `${count} ${label}`)).toEqual([
    '0 created',
    '0 updated',
    '0 restored',
    '0 retired',
    '2 reverted',
    '0 unchanged',
    '0 kept',
    '0 held',
    '0 deferred',
    '1000 in quarantine',
    '0 absent',
    '0 failed',
    '0 not planned',
  ])
  expect(shown.find(({ label }) => label === 'in quarantine')?.name).toBe('quarantined')
})

test.each<[Partial<Counts>, string]>([
  [{}, ''],
  [{ records: 9, unchanged: 8, absent: 1 }, ''],
  [{ failed: 1, updated: 1_200, created: 3 }, '3 created, 1,200 updated, 1 failed'],
  [{ undone: 4, quarantined: 2 }, '4 reverted, 2 in quarantine'],
])('the counts %j are described by what the run did', (counts, text) => {
  expect(describeCounts(withCounts(counts))).toBe(text)
})

test('a plan in numbers includes zeros', () => {
  const planned = { create: 1, update: 2, restore: 0, retire: 1_412 }
  expect(describePlanned({ planned, ...withCounts({ unchanged: 80 }) })).toBe(
    '1 to create, 2 to update, 0 to restore, 1,412 to retire; 80 unchanged, 0 failed',
  )
})

test('each result that left records as they were has a line with the reason', () => {
  const counts = { updated: 5, absent: 1, kept: 2, held: 3, deferred: 1, quarantined: 1_000, failed: 4 }
  expect(explainCounts(withCounts(counts))).toEqual([
    { label: 'absent', text: '1 record not found at the partner' },
    { label: 'kept', text: '2 records with an editor’s changes kept' },
    { label: 'held', text: '3 records held until you decide', argv: ['decisions'] },
    {
      label: 'deferred',
      text: '1 record deferred to a later run: the page is open in the editor, or changed since the plan was made',
    },
    {
      label: 'skipped',
      text: '1,000 records in quarantine after repeated failures',
      argv: ['status', '--failing'],
    },
    { label: 'failed', text: '4 records failed: pages unchanged, the next run retries' },
  ])
  expect(explainCounts(withCounts({ updated: 5 }))).toEqual([])
})

test('the media of a run are described with zeros', () => {
  expect(describeMedia({ media: { uploaded: 1_200, reused: 3, failed: 0 } })).toBe(
    '1,200 uploaded, 3 reused, 0 failed',
  )
})

test('the requests of a run are described by their receiver and kind', () => {
  const requests = { partner: 1_900, cmsReads: 1, cmsBatches: 2, cmsOther: 3 }
  expect(describeRequests({ requests })).toBe('1,900 to the partner; CMS: 1 read, 2 batches, 3 other')
})
