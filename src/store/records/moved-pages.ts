import type { Redis } from 'ioredis'
import { recordId } from '../../core/record/record.ts'
import type { MovedPages } from '../../sync/ports/site.ts'
import { execute } from '../redis/execute.ts'
import { readTexts } from '../redis/hash.ts'
import type { Keys } from '../redis/keys.ts'
import { decodeInteger } from '../formats/stored.ts'

/** Marks a complete walk; it differs from every record id, which contains a slash. */
const walked = 'walked'

const fieldOf = (id: string, trashed: boolean): string => (trashed ? `trash/${id}` : id)

/** Record ids → page ids in one hash. */
export function createMovedPages(redis: Redis, keys: Keys): MovedPages {
  const key = keys.movedPages
  return {
    isKnown: async () => (await redis.hexists(key, walked)) === 1,

    async clear() {
      await redis.del(key)
    },

    async save(entries) {
      if (entries.length === 0) return
      const pipeline = redis.pipeline()
      for (const { key: record, pageId, trashed } of entries) {
        pipeline.hsetnx(key, fieldOf(recordId(record), trashed), pageId)
      }
      await execute(pipeline)
    },

    async complete() {
      await redis.hset(key, walked, 1)
    },

    async read(wanted) {
      const records = wanted.map(recordId)
      const fields = records.flatMap((id) => [fieldOf(id, false), fieldOf(id, true)])
      const found = await readTexts(redis, key, fields)
      return wanted.map((_, index) => {
        const id = found[2 * index] ?? found[2 * index + 1]
        return typeof id === 'string' ? decodeInteger(id, { key, field: records[index] ?? '' }) : undefined
      })
    },
  }
}
