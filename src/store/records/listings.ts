import type { Redis } from 'ioredis'
import type { Listings } from '../../sync/ports/site.ts'
import type { Keys } from '../redis/keys.ts'

const clearScript = `for i = 1, #ARGV, 2 do
  if redis.call('hget', KEYS[1], ARGV[i]) == ARGV[i + 1] then redis.call('hdel', KEYS[1], ARGV[i]) end
end`

/** The languages whose listing may be out of date, in a hash of counters. */
export function createListings(redis: Redis, keys: Keys): Listings {
  return {
    knowsAll: async () => (await redis.exists(keys.wholeKnown)) === 1,
    async noteAll() {
      await redis.set(keys.wholeKnown, '1')
    },
    stale: async () => new Map(Object.entries(await redis.hgetall(keys.staleListings))),
    async clear(marks) {
      if (marks.size > 0) await redis.eval(clearScript, 1, keys.staleListings, ...[...marks].flat())
    },
  }
}
