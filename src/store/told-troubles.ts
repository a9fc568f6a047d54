import type { Redis } from 'ioredis'
import type { Subject, Told, ToldTroubles } from '../sync/ports/told.ts'
import type { Keys } from './keys.ts'

/** The troubles that people know of, one JSON text each. */
export function createToldTroubles(redis: Redis, keys: Keys): ToldTroubles {
  return {
    async read() {
      const stored = Object.entries(await redis.hgetall(keys.toldTroubles))
      return Object.fromEntries(stored.map(([subject, json]) => [subject, JSON.parse(json) as Told]))
    },

    async save(subject: Subject, told) {
      await redis.hset(keys.toldTroubles, subject, JSON.stringify(told))
    },

    async forget(subjects) {
      if (subjects.length > 0) await redis.hdel(keys.toldTroubles, ...subjects)
    },
  }
}
