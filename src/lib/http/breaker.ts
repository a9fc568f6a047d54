import { BrokenCircuitError, circuitBreaker, ConsecutiveBreaker, handleWhenResult } from 'cockatiel'
import type { RequestFailure } from './send.ts'

/** Runs a call, or answers at once that it is lost while too many calls in a row were. */
export type Breaker = <T extends { ok: boolean }>(
  run: () => Promise<T | RequestFailure>,
) => Promise<T | RequestFailure>

/**
 * After `breakAfter` lost calls in a row no call is made for `breakMs`; then one probe decides. A call that is
 * permanent by itself (too big, forbidden address) says nothing about the upstream and is not counted.
 */
export function createBreaker(breakAfter: number, breakMs: number): Breaker {
  const policy = circuitBreaker(
    handleWhenResult((result) => isRequestFailure(result) && !result.permanent),
    { halfOpenAfter: breakMs, breaker: new ConsecutiveBreaker(breakAfter) },
  )
  return async (run) => {
    try {
      return await policy.execute(run)
    } catch (error) {
      if (!(error instanceof BrokenCircuitError)) throw error
      const reason = `not asked: the last ${breakAfter} requests in a row got no usable answer, next try within ${breakMs / 1000} s`
      return { ok: false, sent: false, permanent: false, code: 'BROKEN', reason, cause: error }
    }
  }
}

function isRequestFailure(result: unknown): result is RequestFailure {
  return typeof result === 'object' && result !== null && 'ok' in result && result.ok === false
}
