import type { ChainableCommander, Redis } from 'ioredis'
import type { StaleLinks } from '../../sync/ports/site.ts'
import type { Commit } from '../../sync/ports/writes.ts'
import type { Keys } from '../redis/keys.ts'

const scanCount = 500

/** The products whose pages may have wrong language links, in a set. */
export function createStaleLinks(redis: Redis, keys: Keys): StaleLinks {
  return {
    async mark(gtins) {
      if (gtins.length > 0) await redis.sadd(keys.staleLinks, ...gtins)
    },

    async *scan() {
      let cursor = '0'
      do {
        const [next, gtins] = await redis.sscan(keys.staleLinks, cursor, 'COUNT', scanCount)
        cursor = next
        if (gtins.length > 0) yield gtins
      } while (cursor !== '0')
    },

    async clear(gtins) {
      if (gtins.length > 0) await redis.srem(keys.staleLinks, ...gtins)
    },
  }
}

/** Adds the commands that mark undone products: no plan covers the links of their other languages. */
export function markUndone(transaction: ChainableCommander, keys: Keys, commits: readonly Commit[]): void {
  const undone = commits.filter(({ outcome }) => outcome.result === 'undone')
  if (undone.length > 0) transaction.sadd(keys.staleLinks, ...undone.map(({ outcome }) => outcome.gtin))
}
