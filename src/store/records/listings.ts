import type { ChainableCommander, Redis } from 'ioredis'
import type { Indexes } from '../../sync/ports/listings.ts'
import type { Keys } from '../redis/keys.ts'

const settleScript = `for i = 1, #ARGV, 2 do
  if redis.call('hget', KEYS[1], ARGV[i]) == ARGV[i + 1] then redis.call('hdel', KEYS[1], ARGV[i]) end
end`

/** The languages whose list of products may be out of date, in a hash of counters. */
export function createIndexes(redis: Redis, keys: Keys): Indexes {
  return {
    knowsAll: async () => (await redis.exists(keys.wholeKnown)) === 1,
    async noteAll() {
      await redis.set(keys.wholeKnown, '1')
    },
    stale: async () => new Map(Object.entries(await redis.hgetall(keys.staleIndexes))),
    async settle(marks) {
      if (marks.size > 0) await redis.eval(settleScript, 1, keys.staleIndexes, ...[...marks].flat())
    },
  }
}

/** Adds to a transaction that the lists of some languages may be out of date. */
export function markIndexes(
  transaction: ChainableCommander,
  keys: Keys,
  languages: ReadonlySet<string>,
): void {
  for (const language of languages) transaction.hincrby(keys.staleIndexes, language, 1)
}
