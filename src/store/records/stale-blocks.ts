import type { ChainableCommander, Redis } from 'ioredis'
import { recordId, toRecordKey, type RecordKey } from '../../core/record/record.ts'
import type { StaleBlocks } from '../../sync/ports/observed.ts'
import type { Keys } from '../redis/keys.ts'

const scanCount = 500

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
      let cursor = '0'
      do {
        const [next, ids] = await redis.sscan(key, cursor, 'COUNT', scanCount)
        cursor = next
        if (ids.length > 0) yield ids.map(toRecordKey)
      } while (cursor !== '0')
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
