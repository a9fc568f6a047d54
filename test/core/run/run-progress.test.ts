import { describe, expect, test } from 'vitest'
import { createTimeLeft, toRunProgress } from '../../../src/core/run/run-progress.ts'
import { aRun } from '../../ops/start-ops.ts'

const planned = { create: 3, update: 40, restore: 0, retire: 1 }

describe('the progress of a run', () => {
  test.each([
    [
      'reading',
      { state: 'planning' },
      { total: 200, planned: 30, 'planned:en': 30 },
      { done: 30, total: 200 },
    ],
    ['comparing', { state: 'planning', kind: 'verify' }, { total: 90, planned: 7 }, { done: 7, total: 90 }],
    [
      'checking the plan',
      { state: 'writing', planDigest: 'x' },
      { total: 200, planned: 200 },
      { done: 0, total: 0 },
    ],
    ['files', { state: 'writing', planned }, { media: 2, mediaTotal: 9 }, { done: 2, total: 9 }],
    [
      'writing',
      { state: 'writing', planned },
      { media: 9, mediaTotal: 9, written: 12 },
      { done: 12, total: 44 },
    ],
    [
      'writing',
      { state: 'writing', planned, planDigest: 'x', checkedAt: 'then' },
      { written: 50 },
      { done: 44, total: 44 },
    ],
  ] as const)('is reported while %s', (phase, patch, counters, share) => {
    expect(toRunProgress(aRun(patch), counters)).toMatchObject({ phase, ...share })
  })

  test('is reported by language, for those that have something to do', () => {
    const reading = toRunProgress(aRun({ state: 'planning' }), { total: 200, planned: 30, 'planned:en': 30 })
    expect(reading?.languages).toEqual([
      { language: 'de', done: 0, total: 100 },
      { language: 'en', done: 30, total: 100 },
    ])
    const writing = toRunProgress(aRun({ state: 'writing', planned }), {
      written: 50,
      'changes:de': 40,
      'written:de': 41,
    })
    expect(writing?.languages).toEqual([{ language: 'de', done: 40, total: 40 }])
  })

  test('is reported for active runs only', () => {
    expect(toRunProgress(aRun(), {})).toBeUndefined()
    expect(toRunProgress(aRun({ state: 'held' }), {})).toBeUndefined()
  })
})

describe('the time left', () => {
  const at = (done: number, total = 100) => {
    const progress = toRunProgress(aRun({ state: 'planning' }), { total, planned: done })
    if (progress === undefined) throw new Error('the run is not at work')
    return progress
  }

  test('follows from the work since the phase was first seen', () => {
    const timeLeft = createTimeLeft()
    expect(timeLeft(at(20), 0)).toBeUndefined()
    expect(timeLeft(at(30), 1_000)).toBeUndefined()
    expect(timeLeft(at(40), 4_000)).toBe(12)
    expect(timeLeft(at(100), 5_000)).toBeUndefined()
  })

  test('is counted again in the next phase', () => {
    const timeLeft = createTimeLeft()
    timeLeft(at(20), 0)
    const writing = toRunProgress(aRun({ state: 'writing', planned }), { written: 10 })
    expect(writing && timeLeft(writing, 9_000)).toBeUndefined()
  })
})

test('a run that has read no language yet shows the total alone', () => {
  expect(toRunProgress(aRun({ state: 'planning', languages: [] }), { total: 5 })).toMatchObject({
    phase: 'reading',
    done: 0,
    total: 5,
    languages: [],
  })
})
