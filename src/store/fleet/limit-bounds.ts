import type { Redis } from 'ioredis'
import type { Keys } from '../redis/keys.ts'

/** A longer limit is shortened to this, and then requested again. */
export const longestLimitMs = 86_400_000

/** Clocks of processes may differ by this much. */
const clockSkewMs = 300_000

/** The reply to PTTL for a key that never expires. */
const withoutExpiry = -1

/**
 * Milliseconds left of a limit; `text` is its end, in ms since 1970. `leftMs` was measured by Redis, and may be a reply to
 * PTTL; without it, our clock and the end decide. A rest is never longer than the limit's duration, even if Redis's clock
 * was set back. Undefined if the values cannot be ours.
 */
export function limitLeft(
  text: string,
  leftMs: number | undefined,
  durationMs = Infinity,
): number | undefined {
  const end = Number(text)
  if (!(end > 0)) return undefined
  if (leftMs !== undefined && leftMs !== withoutExpiry) {
    const waitMs = Math.min(leftMs, durationMs)
    if (waitMs <= longestLimitMs) return Math.max(0, waitMs)
  }
  const untilEnd = end - Date.now()
  if (untilEnd > longestLimitMs + clockSkewMs) return undefined
  return Math.min(Math.max(0, untilEnd), durationMs, longestLimitMs)
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
      const [[text, duration], leftMs] = await Promise.all([
        redis.mget(key, keys.limitDuration(name)),
        redis.pttl(key),
      ])
      if (text === null || text === undefined) return 0
      const durationMs = Number(duration)
      const waitMs = limitLeft(text, leftMs, durationMs > 0 ? durationMs : undefined)
      if (waitMs === undefined) onDamaged?.(key, text)
      return waitMs ?? 0
    }),
  )
}
