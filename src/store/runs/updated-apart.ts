import type { Redis } from 'ioredis'
import { inChunks } from '../../lib/chunks.ts'
import type { UpdatedApart } from '../../sync/ports/leases.ts'
import type { Keys } from '../redis/keys.ts'
import { scanSet } from '../redis/set.ts'

const atOnce = 500

export function createUpdatedApart(redis: Redis, keys: Keys): UpdatedApart {
  return {
    async add(ids) {
      for (const group of inChunks(ids, atOnce)) await redis.sadd(keys.updatedApart, ...group)
    },

    scan: () => scanSet(redis, keys.updatedApart),

    async clear() {
      await redis.unlink(keys.updatedApart)
    },
  }
}
