import type { Redis } from 'ioredis'
import type { Media } from '../../core/record/media.ts'
import type { WantedSizes } from '../../core/media/wanted-sizes.ts'
import { mediaShape, wantedSizesShape } from '../formats/shapes/media.ts'
import { execute } from '../redis/execute.ts'
import { removeFields, scanHash } from '../redis/hash.ts'
import type { Keys } from '../redis/keys.ts'

/** Files without smaller sizes by SHA-256; the media library adds them together with the file. */
export function createWantedSizes(redis: Redis, keys: Keys) {
  const key = keys.wantedSizes
  return {
    count: (): Promise<number> => redis.hlen(key),

    /** Some hundred at a time; a file may occur twice. */
    scan: (): AsyncIterable<{ sha256: string; wanted: WantedSizes }[]> =>
      // A damaged value only loses the number of tries.
      scanHash(redis, key, (sha256, text) => ({
        sha256,
        wanted: wantedSizesShape.tryDecode(text, { key, field: sha256 }) ?? { tries: 0 },
      })),

    async save(sha256: string, wanted: WantedSizes): Promise<void> {
      await redis.hset(key, sha256, wantedSizesShape.encode(wanted))
    },

    /** Stores the file with its smaller sizes, which are no longer wanted. */
    async complete(media: Media): Promise<void> {
      const transaction = redis.multi()
      transaction.hset(keys.media, media.sha256, mediaShape.encode(media))
      transaction.hdel(key, media.sha256)
      await execute(transaction)
    },

    async remove(sha256s: readonly string[]): Promise<void> {
      await removeFields(redis, key, sha256s)
    },
  }
}
