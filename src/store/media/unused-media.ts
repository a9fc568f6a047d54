import type { Redis } from 'ioredis'
import type { UnusedMediaList } from '../../sync/ports/media-library.ts'
import { unusedShape } from '../formats/shapes/media.ts'
import { removeFields, setFields } from '../redis/hash.ts'
import type { Keys } from '../redis/keys.ts'

/** The files that are no longer shown on any page. */
export function createUnusedMedia(redis: Redis, keys: Keys): UnusedMediaList {
  const key = keys.unusedMedia
  return {
    async all() {
      const entries = Object.entries(await redis.hgetall(key)).flatMap(([sha256, text]) => {
        const value = unusedShape.tryDecode(text, { key, field: sha256 })
        return value === undefined ? [] : [[sha256, value] as const]
      })
      return new Map(entries.sort(([, a], [, b]) => (a.since < b.since ? -1 : 1)))
    },

    count: () => redis.hlen(key),

    async save(entries) {
      const fields = entries.map(({ sha256, value }) => [sha256, unusedShape.encode(value)] as const)
      await setFields(redis, key, fields)
    },

    async remove(sha256s) {
      await removeFields(redis, key, sha256s)
    },
  }
}
