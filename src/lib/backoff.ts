export type Backoff = { baseMs: number; capMs: number }

/** Milliseconds before try `attempt + 1`: from 0 to the doubled base, so that many callers spread out. */
export function fullJitterMs(attempt: number, backoff: Backoff, random: () => number = Math.random): number {
  return random() * ceilingMs(attempt, backoff)
}

/**
 * Milliseconds to wait after the `attempt`th limit without Retry-After: at least half of the doubled base.
 */
export function halfJitterMs(attempt: number, backoff: Backoff, random: () => number = Math.random): number {
  return (0.5 + random() / 2) * ceilingMs(attempt, backoff)
}

function ceilingMs(attempt: number, { baseMs, capMs }: Backoff): number {
  return Math.min(capMs, baseMs * 2 ** (attempt - 1))
}
