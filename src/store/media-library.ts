import type { Redis } from 'ioredis'
import type { Media } from '../core/media.ts'
import type { KnownAsset, MediaLibrary } from '../sync/ports/media-library.ts'
import { execute } from './execute.ts'
import type { Keys } from './keys.ts'

/** Sets a claim unless one stands that is younger than ARGV[3]; answers whether it did, and the claim before. */
const claimScript = `local before = redis.call('hget', KEYS[1], ARGV[1])
  if before and tonumber(ARGV[2]) - tonumber(before) < tonumber(ARGV[3]) then return {0, before} end
  redis.call('hset', KEYS[1], ARGV[1], ARGV[2])
  return {1, before}`

/** Dates a claim anew, if it still stands. */
const renewScript = `if redis.call('hexists', KEYS[1], ARGV[1]) == 1 then
    redis.call('hset', KEYS[1], ARGV[1], ARGV[2])
  end
  return 0`

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
      const answer = await redis.eval(claimScript, 1, keys.mediaClaims, sha256, now, claimMs)
      const [granted, before] = answer as [number, string | null]
      return { granted: granted === 1, ...(before !== null && { before: Number(before) }) }
    },

    async release(sha256) {
      await redis.hdel(keys.mediaClaims, sha256)
    },

    async hold(sha256, now, work) {
      // A missed renewal is made up for by the next one; the work itself meets a Redis that is gone.
      const renew = () => redis.eval(renewScript, 1, keys.mediaClaims, sha256, now()).catch(() => undefined)
      const timer = setInterval(() => void renew(), claimMs / 3)
      try {
        return await work()
      } finally {
        clearInterval(timer)
        await renew()
      }
    },

    async markUncertain(sha256, now) {
      await redis.hset(keys.uncertainMedia, sha256, now)
    },

    async uncertain() {
      const all = await redis.hgetall(keys.uncertainMedia)
      return Object.entries(all).map(([sha256, at]) => ({ sha256, at: Number(at) }))
    },

    async forgetUncertain(sha256s) {
      if (sha256s.length > 0) await redis.hdel(keys.uncertainMedia, ...sha256s)
    },

    async refuse(url) {
      await redis.sadd(keys.refusedAssets, url)
    },

    async refused(urls) {
      if (urls.length === 0) return []
      return (await redis.smismember(keys.refusedAssets, ...urls)).map((found) => found === 1)
    },

    async save(asset, known, media) {
      const transaction = redis.multi()
      transaction.hset(keys.assets, asset.url, JSON.stringify(known))
      transaction.hset(keys.media, media.sha256, JSON.stringify(media))
      transaction.hdel(keys.mediaClaims, media.sha256)
      transaction.srem(keys.refusedAssets, asset.url)
      await execute(transaction)
    },
  }
}
