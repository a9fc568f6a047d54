import type { Redis } from 'ioredis'
import type { SentNotice, Subject } from '../../sync/ports/stored.ts'
import { removeFields } from '../redis/hash.ts'
import type { Keys } from '../redis/keys.ts'
import { sentNoticeShape } from '../formats/shapes/reports.ts'

/** The problems that notices were sent about, one JSON text each. */
export function createSentNotices(redis: Redis, keys: Keys) {
  return {
    async read(): Promise<Partial<Record<Subject, SentNotice>>> {
      const stored = Object.entries(await redis.hgetall(keys.sentNotices))
      return Object.fromEntries(
        stored.flatMap(([subject, json]) => {
          const place = { key: keys.sentNotices, field: subject }
          const notice = sentNoticeShape.tryDecode(json, place)
          return notice ? [[subject, notice]] : []
        }),
      )
    },

    async save(subject: Subject, notice: SentNotice): Promise<void> {
      await redis.hset(keys.sentNotices, subject, sentNoticeShape.encode(notice))
    },

    async forget(subjects: readonly Subject[]): Promise<void> {
      await removeFields(redis, keys.sentNotices, subjects)
    },
  }
}
