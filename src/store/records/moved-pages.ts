import type { Redis } from 'ioredis'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import { execute } from '../redis/execute.ts'
import { readTexts } from '../redis/hash.ts'
import type { Keys } from '../redis/keys.ts'
import { decodeInteger } from '../formats/define-shape.ts'

/** Marks a complete walk; it differs from every record id, which contains a slash. */
const walked = 'walked'

/** Earlier versions stored a page in the trash apart from the others. */
const trashField = (id: string): string => `trash/${id}`

/**
 * Pages of records with a changed slug, from one walk over the whole CMS. They are needed if no snapshot contains the
 * page; a page in a snapshot is found by its id.
 */
export function createMovedPages(redis: Redis, keys: Keys) {
  const key = keys.movedPages
  return {
    /** Whether the CMS was walked since this mirror’s Redis was new. */
    isKnown: async (): Promise<boolean> => (await redis.hexists(key, walked)) === 1,

    /** Forgets the result of an earlier walk. */
    async clear(): Promise<void> {
      await redis.del(key)
    },

    /** Stores pages, lowest ids first. The first page of a record counts: later ones are copies. */
    async save(entries: readonly { key: RecordKey; pageId: number }[]): Promise<void> {
      if (entries.length === 0) return
      const pipeline = redis.pipeline()
      for (const { key: record, pageId } of entries) pipeline.hsetnx(key, recordId(record), pageId)
      await execute(pipeline)
    },

    /** The walk is complete. */
    async complete(): Promise<void> {
      await redis.hset(key, walked, 1)
    },

    /** Ids of the pages that were found. */
    async read(wanted: readonly RecordKey[]): Promise<(number | undefined)[]> {
      const records = wanted.map(recordId)
      const fields = records.flatMap((id) => [id, trashField(id)])
      const found = await readTexts(redis, key, fields)
      return wanted.map((_, index) => {
        const id = found[2 * index] ?? found[2 * index + 1]
        return typeof id === 'string' ? decodeInteger(id, { key, field: records[index] ?? '' }) : undefined
      })
    },
  }
}
