import type { ChainableCommander, Redis } from 'ioredis'
import { recordId, toRecordKey, type RecordKey } from '../../core/record/record.ts'
import type { StaleBlocks } from '../../sync/ports/observed.ts'
import type { Keys } from '../redis/keys.ts'
import { scanSet } from '../redis/set.ts'

/** A set of record ids. */
export function createStaleBlocks(redis: Redis, keys: Keys): StaleBlocks {
  const key = keys.staleBlocks
  return {
    async mark(records) {
      if (records.length > 0) await redis.sadd(key, ...records.map(recordId))
    },

    async clear(records) {
      if (records.length > 0) await redis.srem(key, ...records.map(recordId))
    },

    async *scan() {
      for await (const ids of scanSet(redis, key)) yield ids.map(toRecordKey)
    },
  }
}

/** Adds the command that clears the marks of pages that were written. */
export function clearStaleBlocks(
  transaction: ChainableCommander,
  keys: Keys,
  records: readonly RecordKey[],
): void {
  if (records.length > 0) transaction.srem(keys.staleBlocks, ...records.map(recordId))
}
