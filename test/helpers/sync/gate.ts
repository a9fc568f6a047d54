import { LimitedError, type Upstream } from '../../../src/lib/errors.ts'
import type { HttpGate } from '../../../src/lib/http/exchange.ts'

/** A gate that never delays, and stores for how long it was to close, in milliseconds. */
export function openGate(): HttpGate & { closed: number[] } {
  const closed: number[] = []
  return {
    closed,
    pass: async (signal) => signal.throwIfAborted(),
    close: async (waitMs) => {
      closed.push(waitMs)
    },
  }
}

/** A gate without waiting: after it closes, every call fails. */
export function strictGate(side: Upstream): HttpGate {
  let waitMs = 0
  return {
    pass: async () => {
      if (waitMs > 0) throw new LimitedError(side, waitMs)
    },
    close: async (asked) => {
      waitMs = asked
    },
  }
}
