import type { Redis } from 'ioredis'
import type { StaleLinks } from '../../sync/ports/site.ts'
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
