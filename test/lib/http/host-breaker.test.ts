import { afterEach, expect, test, vi } from 'vitest'
import { createBreaker } from '../../../src/lib/http/host-breaker.ts'
import type { RequestFailure } from '../../../src/lib/http/send.ts'

afterEach(() => {
  vi.useRealTimers()
})

const failed: RequestFailure = { ok: false, sent: true, permanent: false, code: 'DOWN', reason: 'down' }

test('an open circuit is tried again after the break, even if the clock was set back', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-29T12:00:00Z'), toFake: ['Date', 'performance'] })
  const call = vi.fn(() => Promise.resolve(failed))
  const run = createBreaker(2, 5_000)
  for (let tries = 0; tries < 4; tries++) await run(call)
  expect(call).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(5_001)
  vi.setSystemTime(Date.parse('2026-11-29T09:00:00Z'))
  expect(await run(call)).toBe(failed)
  expect(call).toHaveBeenCalledTimes(3)
  expect(await run(() => Promise.resolve({ ok: true as const }))).toMatchObject({ ok: false, code: 'BROKEN' })
  vi.advanceTimersByTime(5_001)
  expect(await run(() => Promise.resolve({ ok: true as const }))).toEqual({ ok: true })
  expect(await run(() => Promise.resolve({ ok: true as const }))).toEqual({ ok: true })
})
