import type { Redis } from 'ioredis'
import { z } from 'zod'
import type { MediaLibrary } from '../../sync/ports/media-library.ts'
import { execute } from '../redis/execute.ts'
import { readTexts, removeFields, removeUnchanged, scanHash } from '../redis/hash.ts'
import type { Keys } from '../redis/keys.ts'
import { timeOf } from '../redis/time.ts'
import { assetShape, mediaShape, recheckShape } from '../formats/shapes/media.ts'
import { toCount, type Shape } from '../formats/stored.ts'
import { defineScript, hadEffect, nothing } from '../lua/script.ts'
import { walkAssets } from './walk-assets.ts'

const claimUpload = defineScript('media/claim-upload', z.tuple([hadEffect, z.string().nullable()]))
const renewClaim = defineScript('media/renew-claim', nothing)

type Settings = {
  /** The lifetime of a claim. */
  claimMs: number
  untilCopied?: (() => Promise<void>) | undefined
  /** The clock that all processes share, in ms since 1970. */
  time?: (() => Promise<number>) | undefined
}

/** The bytes of each URL, and the attachment of these bytes. */
export function createMediaLibrary(
  redis: Redis,
  keys: Keys,
  { claimMs, untilCopied = async () => undefined, time = () => timeOf(redis) }: Settings,
): MediaLibrary {
  async function readAll<T>(key: string, shape: Shape<T>, fields: readonly string[]) {
    // A damaged value does no harm, because the CMS's media library has the file under its hash.
    return (await readTexts(redis, key, fields)).map((text, index) =>
      text === null ? undefined : shape.tryDecode(text, { key, field: fields[index] ?? '' }),
    )
  }
  return {
    assets: (urls) => readAll(keys.assets, assetShape, urls),
    media: (sha256s) => readAll(keys.media, mediaShape, sha256s),

    async claim(sha256) {
      const args = [sha256, await time(), claimMs]
      const [granted, before] = await claimUpload.run(redis, [keys.mediaClaims], args)
      if (granted) await untilCopied()
      return { granted, ...(before !== null && { before: toCount(before) }) }
    },

    async release(sha256) {
      await redis.hdel(keys.mediaClaims, sha256)
    },

    async hold(sha256, work) {
      // The next renewal replaces a missed one; the work itself fails if Redis is gone.
      const renew = async () => {
        const now = await time()
        await renewClaim.run(redis, [keys.mediaClaims], [sha256, now])
      }
      const timer = setInterval(() => void renew().catch(() => undefined), claimMs / 3)
      try {
        return await work()
      } finally {
        clearInterval(timer)
        await renew().catch(() => undefined)
      }
    },

    async markUncertain(sha256) {
      await redis.hset(keys.uncertainMedia, sha256, await time())
    },

    async uncertain() {
      const all = await redis.hgetall(keys.uncertainMedia)
      // A damaged time counts as long ago.
      return Object.entries(all).map(([sha256, at]) => ({
        sha256,
        at: /^\d{1,15}$/.test(at) ? Number(at) : 0,
      }))
    },

    async forgetUncertain(sha256s) {
      await removeFields(redis, keys.uncertainMedia, sha256s)
    },

    async refuse(url) {
      await redis.sadd(keys.refusedAssets, url)
    },

    async refused(urls) {
      if (urls.length === 0) return []
      return (await redis.smismember(keys.refusedAssets, ...urls)).map((found) => found === 1)
    },

    async markUnchecked(url) {
      await redis.sadd(keys.uncheckedAssets, url)
    },

    unchecked: () => redis.smembers(keys.uncheckedAssets),

    async forgetUnchecked(urls) {
      if (urls.length > 0) await redis.srem(keys.uncheckedAssets, ...urls)
    },

    async markChanged(url, sha256) {
      const transaction = redis.multi()
      transaction.hset(keys.changedAssets, url, sha256)
      transaction.srem(keys.uncheckedAssets, url)
      await execute(transaction)
    },

    changed: async () => new Map(Object.entries(await redis.hgetall(keys.changedAssets))),

    async forgetChanged(changed) {
      await removeUnchanged(redis, keys.changedAssets, changed)
    },

    scanMedia: () =>
      scanHash(redis, keys.media, (field, text) => mediaShape.tryDecode(text, { key: keys.media, field })),

    async forget(sha256s) {
      await removeFields(redis, keys.media, sha256s)
    },

    async markDocuments(uses) {
      if (uses.length === 0) return
      const transaction = redis.multi()
      for (const { sha256, use } of uses)
        if (use === 'kept') transaction.hset(keys.documents, sha256, use)
        else transaction.hsetnx(keys.documents, sha256, use)
      await execute(transaction)
    },

    async documentUses(sha256s) {
      return (await readTexts(redis, keys.documents, sha256s)).map((use) => use ?? undefined)
    },

    async urlsOf(sha256s) {
      const found: { url: string; sha256: string }[] = []
      const decode = (url: string, text: string) => {
        const known = assetShape.tryDecode(text, { key: keys.assets, field: url })
        return known !== undefined && sha256s.has(known.sha256) ? { url, sha256: known.sha256 } : undefined
      }
      for await (const some of scanHash(redis, keys.assets, decode)) for (const one of some) found.push(one)
      return found
    },

    async renew(media) {
      await redis.hset(keys.media, media.sha256, mediaShape.encode(media))
    },

    async forgetAssets(urls) {
      await removeFields(redis, keys.assets, urls)
    },

    countAssets: () => redis.hlen(keys.assets),

    walkAssets: (cursor, count) => walkAssets(redis, keys.assets, { cursor, count }),

    async recheckState() {
      const key = keys.recheck
      const text = await redis.get(key)
      return text === null ? undefined : recheckShape.tryDecode(text, { key })
    },

    async saveRecheckState(state) {
      await redis.set(keys.recheck, recheckShape.encode(state))
    },

    async save(asset, known, media) {
      const transaction = redis.multi()
      transaction.hset(keys.assets, asset.url, assetShape.encode(known))
      transaction.hset(keys.media, media.sha256, mediaShape.encode(media))
      transaction.hdel(keys.mediaClaims, media.sha256)
      transaction.srem(keys.refusedAssets, asset.url)
      transaction.srem(keys.uncheckedAssets, asset.url)
      await execute(transaction)
    },
  }
}
