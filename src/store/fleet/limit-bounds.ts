import type { Redis } from 'ioredis'
import type { Upstream } from '../../lib/errors.ts'
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

/** Milliseconds left of the stored limits, for a process that opens no gates. */
export async function readLimits(redis: Redis, keys: Keys): Promise<Record<Upstream, number>> {
  const now = Date.now()
  const stored = await redis.mget(keys.limit('partner'), keys.limit('cms'))
  const [partner = 0, cms = 0] = stored.map((text) => Math.max(0, (toLimit(text ?? '', now) ?? 0) - now))
  return { partner, cms }
}
