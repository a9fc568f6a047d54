import type { Redis } from 'ioredis'
import type { Keys } from '../redis/keys.ts'

/** A longer limit is shortened to this, and then requested again. */
export const longestLimitMs = 86_400_000

/** Clocks of processes may differ by this much. */
const clockSkewMs = 300_000

/** The latest possible end of a limit; both times in ms since 1970. */
export function latestLimit(now: number): number {
  return now + longestLimitMs + clockSkewMs
}

/** The end of a stored limit, in ms since 1970; undefined if the text cannot be ours. */
export function toLimit(text: string, now: number): number | undefined {
  const time = Number(text)
  return time > 0 && time <= latestLimit(now) ? time : undefined
}

/**
 * Milliseconds left of a limit. `leftMs` was measured by Redis; without it, our clock and the stored end decide.
 * Undefined if the text cannot be ours.
 */
export function limitLeft(text: string, leftMs: number | undefined): number | undefined {
  const now = Date.now()
  const end = toLimit(text, now)
  if (end === undefined) return undefined
  const waitMs = leftMs !== undefined && leftMs > 0 ? leftMs : end - now
  return Math.min(Math.max(0, waitMs), longestLimitMs)
}

/** Milliseconds left of the stored limits, 0 without one. A value that cannot be ours is reported and ignored. */
export async function readLimits(
  redis: Redis,
  keys: Keys,
  names: readonly string[],
  onDamaged?: (key: string, text: string) => void,
): Promise<number[]> {
  return Promise.all(
    names.map(async (name) => {
      const key = keys.limit(name)
      // MGET returns nothing for a key of another type.
      const [[text], leftMs] = await Promise.all([redis.mget(key), redis.pttl(key)])
      if (text === null || text === undefined) return 0
      const waitMs = limitLeft(text, leftMs)
      if (waitMs === undefined) onDamaged?.(key, text)
      return waitMs ?? 0
    }),
  )
}
