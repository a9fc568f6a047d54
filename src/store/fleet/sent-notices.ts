import type { Redis } from 'ioredis'
import type { Subject, SentNotices } from '../../sync/ports/notices.ts'
import type { Keys } from '../redis/keys.ts'
import { toldShape } from '../formats/shapes/reports.ts'
import { unlessDamaged } from '../formats/stored.ts'

/** The troubles that people know of, one JSON text each. */
export function createSentNotices(redis: Redis, keys: Keys): SentNotices {
  return {
    async read() {
      const stored = Object.entries(await redis.hgetall(keys.sentNotices))
      return Object.fromEntries(
        stored.flatMap(([subject, json]) => {
          const place = { key: keys.sentNotices, field: subject }
          const told = unlessDamaged(() => toldShape.decode(json, place))
          return told ? [[subject, told]] : []
        }),
      )
    },

    async save(subject: Subject, told) {
      await redis.hset(keys.sentNotices, subject, toldShape.encode(told))
    },

    async forget(subjects) {
      if (subjects.length > 0) await redis.hdel(keys.sentNotices, ...subjects)
    },
  }
}
