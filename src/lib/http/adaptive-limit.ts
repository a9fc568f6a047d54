import pLimit from 'p-limit'

/** A bound on what is in flight, which follows what its receiver bears. */
export type AdaptiveLimit = {
  /** How many there may be at most. */
  most: number
  /** Waits for its turn, and calls `send`. */
  inTurn: <Result>(send: () => Promise<Result>) => Promise<Result>
  /** One was answered: the receiver may bear more. */
  answered: () => void
  /** One failed: half as many from now on, at least one. */
  failed: () => void
}

/**
 * Additive increase, multiplicative decrease: each failure halves what may be in flight, and as many answers as there
 * may be in flight add one again, up to `most`.
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
