import type { ChainableCommander, Redis } from 'ioredis'
import { recordId, toRecordKey, type RecordKey } from '../../core/record/record.ts'
import type { Keys } from '../redis/keys.ts'
import { scanSet } from '../redis/set.ts'

/** Records whose page shows an older version of our block, because an editor saved it over the current one. */
export function createStaleBlocks(redis: Redis, keys: Keys) {
  const key = keys.staleBlocks
  return {
    async mark(records: readonly RecordKey[]): Promise<void> {
      if (records.length > 0) await redis.sadd(key, ...records.map(recordId))
    },

    async clear(records: readonly RecordKey[]): Promise<void> {
      if (records.length > 0) await redis.srem(key, ...records.map(recordId))
    },

    /** Every record, some hundred at a time. */
    async *scan(): AsyncIterable<RecordKey[]> {
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
