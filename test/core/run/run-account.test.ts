import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountFor } from '../../../src/core/run/run-account.ts'
import type { Counts, Run } from '../../../src/core/run/run.ts'
import { runOf } from '../../helpers/sync/runs.ts'

type Known = Partial<Parameters<typeof accountFor>[1]>

const account = (run: Partial<Run>, counts: Partial<Counts>, known: Known) => {
  const begun = runOf('1', run)
  const ending = {
    all: 0,
    unchanged: 0,
    waiting: 0,
    outside: { all: 0, others: 0 },
    wrote: true,
    isOver: true,
    ...known,
  }
  return accountFor({ ...begun, counts: { ...begun.counts, ...counts } }, ending)
}
const retiring = { create: 0, update: 0, restore: 0, retire: 2 }

test.for<[string, Partial<Run>, Partial<Counts>, Known, { unchanged: number; notPlanned: number }]>([
  [
    'that has an outcome of each',
    {},
    { records: 10, unchanged: 6, absent: 1 },
    { all: 3 },
    { unchanged: 6, notPlanned: 0 },
  ],
  [
    'of which some are missing',
    {},
    { records: 10, unchanged: 5, absent: 1 },
    { all: 2 },
    { unchanged: 5, notPlanned: 2 },
  ],
  [
    'that planned unchanged ones for their links',
    {},
    { records: 10, unchanged: 10 },
    { all: 4, unchanged: 1 },
    { unchanged: 7, notPlanned: 0 },
  ],
  [
    'that retires absent ones',
    { planned: retiring },
    { records: 10, unchanged: 7, absent: 2 },
    { all: 3 },
    { unchanged: 7, notPlanned: 0 },
  ],
  [
    'that is not over',
    {},
    { records: 10, unchanged: 4 },
    { all: 2, isOver: false },
    { unchanged: 4, notPlanned: 0 },
  ],
  [
    'whose rest waits for an approval',
    {},
    { records: 10, unchanged: 4 },
    { all: 2, waiting: 4 },
    { unchanged: 4, notPlanned: 0 },
  ],
  ['that is such a rest', { restOf: '0' }, { records: 4 }, { all: 3 }, { unchanged: 0, notPlanned: 1 }],
  ['(a dry run)', { kind: 'plan' }, { records: 4, unchanged: 2 }, {}, { unchanged: 2, notPlanned: 0 }],
  [
    '(a verify)',
    { kind: 'verify' },
    { records: 10 },
    { all: 3, unchanged: 1 },
    { unchanged: 8, notPlanned: 0 },
  ],
  [
    '(a verify that failed before it counted)',
    { kind: 'verify' },
    { records: 0 },
    { all: 3 },
    { unchanged: 0, notPlanned: 0 },
  ],
  ['(an undo that lost some)', { kind: 'undo' }, { records: 5 }, { all: 3 }, { unchanged: 0, notPlanned: 2 }],
  [
    '(a rebuild that retires nothing and lost one)',
    { kind: 'rebuild', planned: retiring },
    { records: 9, absent: 2, unchanged: 1 },
    { all: 5 },
    { unchanged: 1, notPlanned: 1 },
  ],
])('a run %s accounts for all records', ([, run, counts, known, expected]) => {
  expect(account(run, counts, known)).toMatchObject(expected)
})

test('an absent record whose page was updated for its links counts as updated', () => {
  expect(account({}, { records: 2, absent: 1 }, { all: 2 })).toMatchObject({
    records: 2,
    unchanged: 0,
    absent: 0,
    notPlanned: 0,
  })
})

test('the counts of a sync add up to its scope, with the records that are no longer listed', () => {
  const sizes = fc.record({
    written: fc.nat(50),
    compared: fc.nat(50),
    missed: fc.nat(50),
    retiredAbsent: fc.nat(50),
    retiredOutside: fc.nat(50),
    othersOutside: fc.nat(50),
    lost: fc.nat(50),
  })
  fc.assert(
    fc.property(
      sizes,
      ({ written, compared, missed, retiredAbsent, retiredOutside, othersOutside, lost }) => {
        const records = written + compared + missed + retiredAbsent + lost
        const begun = { planned: { ...retiring, retire: retiredAbsent + retiredOutside } }
        const outside = { all: retiredOutside + othersOutside, others: othersOutside }
        const all = written + retiredAbsent + outside.all
        const counts = { records, unchanged: compared, absent: missed + retiredAbsent }
        expect(account(begun, counts, { all, outside })).toEqual({
          records: records + outside.all,
          unchanged: compared,
          absent: missed,
          notPlanned: lost,
        })
      },
    ),
  )
})

test('a held record that is no longer listed counts once, although the plan waited before it was carried out', () => {
  const outside = { all: 1, others: 1 }
  const waits = account({}, { records: 4, unchanged: 4 }, { all: 1, outside, wrote: false, isOver: false })
  expect(waits).toMatchObject({ records: 4, unchanged: 4 })
  expect(account({}, waits, { all: 1, outside })).toEqual({
    records: 5,
    unchanged: 4,
    absent: 0,
    notPlanned: 0,
  })
})
