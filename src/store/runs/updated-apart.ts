import type { Redis } from 'ioredis'
import { inChunks } from '../../lib/chunks.ts'
import type { UpdatedApart } from '../../sync/ports/leases.ts'
import type { Keys } from '../redis/keys.ts'

const atOnce = 500

export function createUpdatedApart(redis: Redis, keys: Keys): UpdatedApart {
  return {
    async add(ids) {
      for (const group of inChunks(ids, atOnce)) await redis.sadd(keys.updatedApart, ...group)
    },

    async *scan() {
      let cursor = '0'
      do {
        const [next, ids] = await redis.sscan(keys.updatedApart, cursor, 'COUNT', atOnce)
        cursor = next
        if (ids.length > 0) yield ids
      } while (cursor !== '0')
    },

    async clear() {
      await redis.unlink(keys.updatedApart)
    },
  }
}
