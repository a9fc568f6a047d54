import { expect, test } from 'vitest'
import {
  ConfigError,
  LimitedError,
  MirrorError,
  UnreachableError,
  UnusableError,
} from '../../../src/lib/errors.ts'
import type { Run } from '../../../src/core/run/run.ts'
import { exitCodeOf, exitCodeOfError, exitCodes, worstOf } from '../../../src/cli/shared/exit-codes.ts'
import { runOf } from '../../helpers/sync/runs.ts'

const failed = (cause: NonNullable<Run['failure']>['cause']): Partial<Run> => ({
  state: 'failed',
  failure: { cause, message: 'x' },
})
const nothing = { create: 0, update: 0, restore: 0, retire: 0 }

test('the exit codes are the documented ones', () => {
  expect(exitCodes).toMatchObject({
    done: 0,
    changesPending: 2,
    someFailed: 3,
    held: 4,
    partnerUnusable: 5,
    cmsUnusable: 6,
    badConfiguration: 7,
    otherRunActive: 8,
    drift: 9,
    cancelled: 10,
  })
})

test.each<[string, Partial<Run>, number]>([
  ['is done', { state: 'done' }, 0],
  ['is done, with some records failed', { state: 'partial' }, 3],
  ['is held by a guard', { state: 'held' }, 4],
  ['only planned, and has nothing to do', { state: 'planned' }, 0],
  ['only planned, with a page to create', { state: 'planned', planned: { ...nothing, create: 1 } }, 2],
  ['only planned, with a page to retire', { state: 'planned', planned: { ...nothing, retire: 1 } }, 2],
  ['failed at the partner', failed('partner'), 5],
  ['failed at the CMS', failed('cms'), 6],
  ['failed for its configuration', failed('config'), 7],
  ['failed at Redis', failed('redis'), 1],
  ['failed without saying where', { state: 'failed' }, 1],
  ['was cancelled', { state: 'cancelled' }, 10],
  ['was superseded', { state: 'superseded' }, 10],
  ['is still at work', { state: 'writing' }, 8],
])('a run that %s has its exit code', (_, fields, code) => {
  expect(exitCodeOf(runOf('2026-11-20-1', fields))).toBe(code)
})

test.each<[string, unknown, number]>([
  ['a wrong configuration', new ConfigError('x'), 7],
  ['a refused partner token', new UnusableError('partner', 'x'), 5],
  ['an unreachable partner', new UnreachableError('partner', 'x'), 5],
  ['refused CMS credentials', new UnusableError('cms', 'x'), 6],
  ['an unreachable CMS', new UnreachableError('cms', 'x'), 6],
  ['a limit', new LimitedError('cms', 1), 1],
  ['any other error of ours', new MirrorError('x'), 1],
  ['anything else', 'x', 1],
])('%s has its exit code', (_, error, code) => {
  expect(exitCodeOfError(error)).toBe(code)
})

test.each([
  [[], 0],
  [[0, 0], 0],
  [[0, 2], 2],
  [[3, 4, 0], 4],
  [[9, 6, 5], 6],
  [[6, 1], 1],
  [[1, 7, 4], 7],
])('of %j, the exit code for all is %i', (codes, worst) => {
  expect(worstOf(codes)).toBe(worst)
})
