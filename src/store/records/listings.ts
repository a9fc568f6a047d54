import type { ChainableCommander, Redis } from 'ioredis'
import type { Listings } from '../../sync/ports/site.ts'
import type { Keys } from '../redis/keys.ts'

const clearScript = `for i = 1, #ARGV, 2 do
  if redis.call('hget', KEYS[1], ARGV[i]) == ARGV[i + 1] then redis.call('hdel', KEYS[1], ARGV[i]) end
end`

/** The languages whose listing may be out of date, in a hash of counters. */
export function createListings(redis: Redis, keys: Keys): Listings {
  return {
    isComplete: async () => (await redis.exists(keys.wholeKnown)) === 1,
    async markComplete() {
      await redis.set(keys.wholeKnown, '1')
    },
    stale: async () => new Map(Object.entries(await redis.hgetall(keys.staleListings))),
    async clear(marks) {
      if (marks.size > 0) await redis.eval(clearScript, 1, keys.staleListings, ...[...marks].flat())
    },
  }
}

/** Adds the commands that mark the listings of some languages as possibly out of date. */
export function markStaleListings(
  transaction: ChainableCommander,
  keys: Keys,
  languages: ReadonlySet<string>,
): void {
  for (const language of languages) transaction.hincrby(keys.staleListings, language, 1)
}
