import pLimit from 'p-limit'

/** A limit of concurrent requests that adapts to the load the receiver accepts. */
export type AdaptiveLimit = {
  /** The highest limit. */
  most: number
  /** Waits for its turn, and calls `send`. */
  inTurn: <Result>(send: () => Promise<Result>) => Promise<Result>
  /** Raises the limit after a request was accepted. */
  answered: () => void
  /** Halves the limit after a failure, to at least one. */
  failed: () => void
}

/**
 * Additive increase, multiplicative decrease: each failure halves the limit, and as many successes as the
 * limit allows at once raise it by one, up to `most`.
 */
export function createAdaptiveLimit(most: number): AdaptiveLimit {
  const limit = pLimit(most)
  let allowed = most
  const allow = (now: number): void => {
    allowed = now
    limit.concurrency = Math.floor(allowed)
  }
  return {
    most,
    inTurn: (send) => limit(send),
    answered: () => allow(Math.min(most, allowed + 1 / Math.floor(allowed))),
    failed: () => allow(Math.max(1, allowed / 2)),
  }
}
