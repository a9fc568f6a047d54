import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addSendFailure,
  isGivenUp,
  nextBatch,
  savesNothing,
  sizeAfterFailure,
  waitAfter,
  type BatchFailure,
  type SendFailures,
} from '../../../src/core/plan/batch-split.ts'

const failed = (at: number, more: Partial<BatchFailure> = {}): BatchFailure => ({
  alone: false,
  away: false,
  at,
  said: 'returned 500',
  ...more,
})

/** The requests that a CMS gets which fails for every batch that holds one of the `poisoned` items. */
function play(count: number, poisoned: ReadonlySet<number>, savedAt: (round: number) => number | undefined) {
  const sendFailures = new Map<number, SendFailures>()
  const saved: number[] = []
  const sizes: number[][] = []
  let left = Array.from({ length: count }, (_, index) => index)
  const gaveUp: number[] = []
  for (let round = 1; left.length > 0 && round < 50; round++) {
    const at = savedAt(round)
    const pace = { size: 25, ...(at !== undefined && { savedAt: at }) }
    gaveUp.push(...left.filter((item) => isGivenUp(sendFailures.get(item), pace)))
    left = left.filter((item) => !gaveUp.includes(item))
    sizes.push([])
    for (let pending = left; pending.length > 0;) {
      const batch = nextBatch(pending, (item) => sendFailures.get(item), 25)
      pending = pending.filter((item) => !batch.includes(item))
      sizes.at(-1)?.push(batch.length)
      if (batch.some((item) => poisoned.has(item)))
        for (const item of batch)
          sendFailures.set(
            item,
            addSendFailure(sendFailures.get(item), failed(round, { alone: batch.length === 1 })),
          )
      else saved.push(...batch)
    }
    left = left.filter((item) => !saved.includes(item))
  }
  return { saved: saved.sort((a, b) => a - b), gaveUp: gaveUp.sort((a, b) => a - b), sizes, sendFailures }
}

test('one poisoned item of 25 is alone after three failures and given up after five', () => {
  const { gaveUp, sizes, sendFailures } = play(25, new Set([7]), (round) => round)
  expect(sizes).toEqual([[25], [25], [5, 5, 5, 5, 5], [1, 1, 1, 1, 1], [1], []])
  expect(gaveUp).toEqual([7])
  expect(sendFailures.get(7)).toMatchObject({ lost: 5, alone: 2, since: 1 })
})

test('every item that the CMS can save is saved, and every other one is given up', () => {
  const numbers = fc.uniqueArray(fc.nat({ max: 99 }), { maxLength: 12 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), numbers, fc.boolean(), (count, poisoned, proven) => {
      const bad = poisoned.filter((item) => item < count).sort((a, b) => a - b)
      const { saved, gaveUp, sizes } = play(count, new Set(bad), (round) => (proven ? round : undefined))
      expect(gaveUp).toEqual(bad)
      expect(saved.length).toBe(count - bad.length)
      expect(sizes.length).toBeLessThan(10)
    }),
  )
})

test('while the CMS has saved nothing since the first failure, a single item is tried more often', () => {
  expect(play(1, new Set([0]), (round) => round).sizes).toEqual([[1], [1], [1], []])
  expect(play(1, new Set([0]), () => undefined).sizes).toEqual([[1], [1], [1], [1], [1], []])
  expect(play(1, new Set([0]), () => 1).sizes).toHaveLength(6)
})

test('ten items that were given up while nothing else was saved say that the CMS saves nothing', () => {
  const sendFailures = (count: number) =>
    Array.from({ length: count }, () => addSendFailure(undefined, failed(5)))
  expect(savesNothing(sendFailures(10), { size: 25 })).toBe(true)
  expect(savesNothing(sendFailures(10), { size: 25, savedAt: 5 })).toBe(true)
  expect(savesNothing(sendFailures(10), { size: 25, savedAt: 6 })).toBe(false)
  expect(savesNothing(sendFailures(9), { size: 25 })).toBe(false)
})

test('failures while the CMS is away count a third, and do not hide its message', () => {
  const away = failed(1, { alone: true, away: true, said: 'ECONNREFUSED' })
  const one = addSendFailure(undefined, away)
  expect(one).toEqual({ lost: 0, alone: 0, away: 1, since: 1, said: 'ECONNREFUSED' })
  const three = addSendFailure(addSendFailure(one, away), { ...away, at: 9 })
  expect(three).toEqual({ lost: 1, alone: 1, away: 3, since: 9, said: 'ECONNREFUSED' })
  const real = addSendFailure(undefined, failed(2))
  expect(addSendFailure(real, away)).toMatchObject({ lost: 1, away: 1, since: 2, said: 'returned 500' })
  expect(addSendFailure(one, { ...away, said: 'ETIMEDOUT' })).toMatchObject({
    lost: 0,
    away: 2,
    said: 'ETIMEDOUT',
  })
})

test('a batch holds only items that failed equally often, and never none', () => {
  const lost = (times: number): SendFailures => ({ lost: times, alone: 0, away: 0, since: 0, said: '' })
  const sendFailures = new Map([
    ['a', lost(2)],
    ['c', lost(2)],
    ['d', lost(3)],
  ])
  const batch = (pending: string[], most = 25) => nextBatch(pending, (item) => sendFailures.get(item), most)
  expect(batch(['a', 'b', 'c', 'd'])).toEqual(['a', 'c'])
  expect(batch(['b', 'd', 'e'])).toEqual(['b', 'e'])
  expect(batch(['d', 'a'])).toEqual(['d'])
  expect(batch(['b', 'e'], 0)).toEqual(['b'])
  expect(batch([])).toEqual([])
})

test.each([
  ['a full batch that took too long is halved', 25, { sent: 25, timedOut: true, again: false }, 12],
  ['a smaller batch that took too long halves further', 25, { sent: 5, timedOut: true, again: false }, 2],
  ['a single item says nothing', 25, { sent: 1, timedOut: true, again: true }, 25],
  ['a momentary fault says nothing', 25, { sent: 25, timedOut: false, again: false }, 25],
  ['a full batch that failed again is halved', 12, { sent: 12, timedOut: false, again: true }, 6],
  ['a part of a batch that failed again says nothing', 25, { sent: 5, timedOut: false, again: true }, 25],
  ['a larger batch of another process does not raise it', 3, { sent: 12, timedOut: true, again: false }, 3],
])('size: %s', (_, size, failure, after) => {
  expect(sizeAfterFailure(size, failure)).toBe(after)
})

test('the write grace period is waited for always, and longer between tries of a single item', () => {
  const alone = (times: number): SendFailures => ({
    lost: times + 3,
    alone: times,
    away: 0,
    since: 0,
    said: '',
  })
  expect(waitAfter([], 0)).toBe(100)
  expect(waitAfter([alone(0), alone(1)], 2000)).toBe(2000)
  expect([2, 3, 4].map((times) => waitAfter([alone(times)], 0))).toEqual([1000, 2000, 4000])
  expect(waitAfter([alone(20)], 60_000)).toBe(60_000)
})
