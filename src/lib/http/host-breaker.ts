import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhenResult,
} from 'cockatiel'
import type { RequestFailure } from './send.ts'

/** Runs a call, or fails it at once after too many failures in a row. */
export type Breaker = <T extends { ok: boolean }>(
  run: () => Promise<T | RequestFailure>,
) => Promise<T | RequestFailure>

/**
 * After `breakAfter` failures in a row no call is made for `breakMs`; then one probe decides. A permanent
 * failure (response too large, forbidden address) proves nothing about the upstream and is not counted.
 */
export function createBreaker(breakAfter: number, breakMs: number): Breaker {
  const policy = circuitBreaker(
    handleWhenResult((result) => isRequestFailure(result) && !result.permanent),
    { halfOpenAfter: breakMs, breaker: new ConsecutiveBreaker(breakAfter) },
  )
  let openedAt = 0
  policy.onBreak(() => void (openedAt = performance.now()))
  return async (run) => {
    // The policy measures by the machine's clock: if that was set back, the circuit would stay open for as long.
    if (policy.state === CircuitState.Open && performance.now() - openedAt > breakMs)
      policy.isolate().dispose()
    try {
      return await policy.execute(run)
    } catch (error) {
      if (!(error instanceof BrokenCircuitError)) throw error
      const reason = `not sent: the last ${breakAfter} requests got no usable response; next try within ${breakMs / 1000} s`
      return { ok: false, sent: false, permanent: false, code: 'BROKEN', reason, cause: error }
    }
  }
}

function isRequestFailure(result: unknown): result is RequestFailure {
  return typeof result === 'object' && result !== null && 'ok' in result && result.ok === false
}
