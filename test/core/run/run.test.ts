import { expect, test } from 'vitest'
import {
  approvalTime,
  covers,
  isAlone,
  isProductRun,
  isWaiting,
  newRun,
  sawEverything,
  workedMs,
  type Run,
} from '../../../src/core/run/run.ts'

test.each<[string, Pick<Run, 'kind' | 'state' | 'scope'>, boolean]>([
  ['a sync that is done', { kind: 'sync', state: 'done', scope: {} }, true],
  ['a sync in which a record failed', { kind: 'sync', state: 'partial', scope: {} }, true],
  ['a rebuild', { kind: 'rebuild', state: 'done', scope: {} }, true],
  ['a sync that failed', { kind: 'sync', state: 'failed', scope: {} }, false],
  ['a sync of one product', { kind: 'sync', state: 'done', scope: { gtins: ['4026639012340'] } }, false],
  ['a sync of one language', { kind: 'sync', state: 'done', scope: { languages: ['de-de'] } }, false],
  ['a verify', { kind: 'verify', state: 'done', scope: {} }, false],
])('whether %s has seen every page', (_, run, saw) => {
  expect(sawEverything(run)).toBe(saw)
})

const begun = {
  id: '2026-11-20-1',
  kind: 'sync',
  trigger: 'cli',
  approved: false,
  scope: {},
  createdAt: '2026-11-20T05:00:00.000Z',
} as const
const finishedAt = '2026-11-20T05:00:30.000Z'
const now = Date.parse('2026-11-20T05:02:00.000Z')

test('a new run is planning and has counted nothing', () => {
  const run = newRun(begun)
  expect(run).toMatchObject({ ...begun, state: 'planning', notes: [], samples: [] })
  expect(new Set(Object.values({ ...run.counts, ...run.planned, ...run.media, ...run.requests }))).toEqual(
    new Set([0]),
  )
})

test.each<[string, Partial<Run>, number]>([
  ['until now while it is active', {}, 120_000],
  ['until its end', { state: 'done', finishedAt }, 30_000],
  ['without the time it waited for approval', { state: 'writing', finishedAt, waitedMs: 60_000 }, 60_000],
])('the working time of a run counts %s', (_, patch, ms) => {
  expect(workedMs(newRun({ ...begun, ...patch }), now)).toBe(ms)
})

test('a refused approval has no approval time', () => {
  expect(approvalTime({ approved: true, approvedAt: finishedAt })).toBe(finishedAt)
  expect(approvalTime({ approved: false, approvedAt: finishedAt })).toBeUndefined()
})

test('held and planned runs wait for a decision', () => {
  const waiting = (['planning', 'held', 'planned', 'done'] as const).filter((state) => isWaiting({ state }))
  expect(waiting).toEqual(['held', 'planned'])
})

const gtins = (count: number): string[] => Array.from({ length: count }, () => '4026639012340')

test.each<[string, Pick<Run, 'kind' | 'scope'>, boolean]>([
  ['a sync of 20 products', { kind: 'sync', scope: { gtins: gtins(20) } }, true],
  ['a sync of 21 products', { kind: 'sync', scope: { gtins: gtins(21) } }, false],
  ['a sync of everything', { kind: 'sync', scope: {} }, false],
  ['a dry run of one product', { kind: 'plan', scope: { gtins: gtins(1) } }, false],
])('whether %s continues in parallel with a run that holds the lock', (_, run, goesOn) => {
  expect(isProductRun(run)).toBe(goesOn)
})

test('nothing is written in parallel with a rebuild, a verify or an undo', () => {
  const kinds = (['sync', 'plan', 'rebuild', 'verify', 'undo'] as const).filter((kind) => isAlone({ kind }))
  expect(kinds).toEqual(['rebuild', 'verify', 'undo'])
})

test('a run covers another one if it has all of its products and languages', () => {
  const whole = { scope: {} }
  const german = { scope: { languages: ['de-de'] } }
  const two = { scope: { gtins: ['1', '2'] } }
  const one = { scope: { gtins: ['1'] } }
  for (const some of [whole, german, two, one]) expect(covers(whole, some)).toBe(true)
  expect([covers(german, whole), covers(two, whole), covers(two, german)]).toEqual([false, false, false])
  expect([covers(two, one), covers(one, two), covers(one, one)]).toEqual([true, false, true])
  expect(covers(german, { scope: { gtins: ['1'], languages: ['de-de'] } })).toBe(true)
})
