import type { Redis } from 'ioredis'
import { inChunks } from '../../lib/chunks.ts'
import type { Keys } from '../redis/keys.ts'
import { scanSet } from '../redis/set.ts'

const atOnce = 500

/** The records that runs of some products or languages have written since the last full run, each with the kind of change. */
export function createUpdatedApart(redis: Redis, keys: Keys) {
  return {
    async add(ids: readonly string[]): Promise<void> {
      for (const group of inChunks(ids, atOnce)) await redis.sadd(keys.updatedApart, ...group)
    },

    scan: (): AsyncIterable<string[]> => scanSet(redis, keys.updatedApart),

    async clear(): Promise<void> {
      await redis.unlink(keys.updatedApart)
    },
  }
}
