import type { Redis } from 'ioredis'
import type { Media } from '../core/media.ts'
import type { KnownAsset, MediaLibrary } from '../sync/ports.ts'
import { execute } from './execute.ts'
import type { Keys } from './keys.ts'

/** Which address had which bytes, and which attachment those bytes became; `claimMs` bounds a lost claim. */
export function createMediaLibrary(redis: Redis, keys: Keys, claimMs: number): MediaLibrary {
  const readAll = async <T>(key: string, fields: readonly string[]): Promise<(T | undefined)[]> => {
    if (fields.length === 0) return []
    return (await redis.hmget(key, ...fields)).map((text) =>
      text === null ? undefined : (JSON.parse(text) as T),
    )
  }
  return {
    assets: (urls) => readAll<KnownAsset>(keys.assets, urls),
    media: (sha256s) => readAll<Media>(keys.media, sha256s),

    async claim(sha256, now) {
      if ((await redis.hsetnx(keys.mediaClaims, sha256, now)) === 1) return { granted: true }
      const before = Number(await redis.hget(keys.mediaClaims, sha256))
      if (now - before < claimMs) return { granted: false, before }
      await redis.hset(keys.mediaClaims, sha256, now)
      return { granted: true, before }
    },

    async release(sha256) {
      await redis.hdel(keys.mediaClaims, sha256)
    },

    async save(asset, known, media) {
      const transaction = redis.multi()
      transaction.hset(keys.assets, asset.url, JSON.stringify(known))
      transaction.hset(keys.media, media.sha256, JSON.stringify(media))
      transaction.hdel(keys.mediaClaims, media.sha256)
      await execute(transaction)
    },
  }
}
