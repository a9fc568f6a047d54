import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createIdleCollector } from '../../../src/lib/memory/idle-collector.ts'

const quietMs = 2_000
let collected: number
let activity: ReturnType<typeof createIdleCollector>

beforeEach(() => {
  vi.useFakeTimers()
  collected = 0
  activity = createIdleCollector(() => void collected++, { quietMs })
})
afterEach(() => vi.useRealTimers())

test('collects once after each period of activity, and only once it was quiet', () => {
  vi.advanceTimersByTime(60_000)
  expect(collected).toBe(0)
  for (const round of [1, 2]) {
    activity.begin()()
    vi.advanceTimersByTime(quietMs - 1)
    expect(collected).toBe(round - 1)
    vi.advanceTimersByTime(1)
    expect(collected).toBe(round)
    vi.advanceTimersByTime(60_000)
    expect(collected).toBe(round)
  }
})

test('collects nothing as long as anything is in flight', () => {
  const endJob = activity.begin()
  const endRequest = activity.begin()
  endRequest()
  endRequest()
  vi.advanceTimersByTime(60_000)
  expect(collected).toBe(0)
  endJob()
  vi.advanceTimersByTime(quietMs)
  expect(collected).toBe(1)
})

test('activity during the quiet time starts it again', () => {
  activity.begin()()
  vi.advanceTimersByTime(quietMs - 1)
  activity.begin()()
  vi.advanceTimersByTime(quietMs - 1)
  expect(collected).toBe(0)
  vi.advanceTimersByTime(1)
  expect(collected).toBe(1)
})

test('health checks cause no collection, and do not postpone one', () => {
  const check = activity.begin({ isMinor: true })
  check()
  vi.advanceTimersByTime(60_000)
  expect(collected).toBe(0)
  activity.begin()()
  for (let ms = 0; ms < quietMs; ms += 500) {
    activity.begin({ isMinor: true })()
    vi.advanceTimersByTime(500)
  }
  expect(collected).toBe(1)
})

test('a health check in flight postpones a collection until it ends', () => {
  activity.begin()()
  const endCheck = activity.begin({ isMinor: true })
  vi.advanceTimersByTime(60_000)
  expect(collected).toBe(0)
  endCheck()
  vi.advanceTimersByTime(quietMs)
  expect(collected).toBe(1)
})

test('work that fails ends, too', async () => {
  await expect(activity.during(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await activity.during(async () => 'value')).toBe('value')
  vi.advanceTimersByTime(quietMs)
  expect(collected).toBe(1)
})

test('collects nothing after the stop', () => {
  activity.begin()()
  activity.stop()
  vi.advanceTimersByTime(60_000)
  expect(collected).toBe(0)
})
