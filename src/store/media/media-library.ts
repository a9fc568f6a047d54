import type { ChainableCommander, Redis } from 'ioredis'
import type { Asset, Media } from '../../core/record/media.ts'
import type { DocumentUse } from '../../core/media/kept-documents.ts'
import type { KnownAsset } from '../../sync/ports/stored.ts'
import type { RecheckState } from '../../core/media/recheck.ts'
import { z } from 'zod'
import { execute } from '../redis/execute.ts'
import { readTexts, removeFields, removeUnchanged, scanHash } from '../redis/hash.ts'
import type { Keys } from '../redis/keys.ts'
import { timeOf } from '../redis/time.ts'
import { assetShape, mediaShape, recheckShape, wantedSizesShape } from '../formats/shapes/media.ts'
import { toCount, type Shape } from '../formats/define-shape.ts'
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
) {
  async function readAll<T>(key: string, shape: Shape<T>, fields: readonly string[]) {
    // A damaged value does no harm, because the CMS's media library has the file under its hash.
    return (await readTexts(redis, key, fields)).map((text, index) =>
      text === null ? undefined : shape.tryDecode(text, { key, field: fields[index] ?? '' }),
    )
  }
  return {
    assets: (urls: readonly string[]): Promise<(KnownAsset | undefined)[]> =>
      readAll(keys.assets, assetShape, urls),
    media: (sha256s: readonly string[]): Promise<(Media | undefined)[]> =>
      readAll(keys.media, mediaShape, sha256s),

    /**
     * `granted` if this process may upload these bytes now, and no other does. `before`: the start of an earlier
     * process's try.
     */
    async claim(sha256: string): Promise<{ granted: boolean; before?: number }> {
      const args = [sha256, await time(), claimMs]
      const [granted, before] = await claimUpload.run(redis, [keys.mediaClaims], args)
      if (granted) await untilCopied()
      return { granted, ...(before !== null && { before: toCount(before) }) }
    },

    async release(sha256: string): Promise<void> {
      await redis.hdel(keys.mediaClaims, sha256)
    },

    /** Keeps a granted claim alive during the work; a claim that the work leaves behind then counts from its end. */
    async hold<T>(sha256: string, work: () => Promise<T>): Promise<T> {
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

    /** Marks bytes that may have been uploaded twice, so that duplicates are removed at the run’s end. */
    async markUncertain(sha256: string): Promise<void> {
      await redis.hset(keys.uncertainMedia, sha256, await time())
    },

    async uncertain(): Promise<{ sha256: string; at: number }[]> {
      const all = await redis.hgetall(keys.uncertainMedia)
      // A damaged time counts as long ago.
      return Object.entries(all).map(([sha256, at]) => ({
        sha256,
        at: /^\d{1,15}$/.test(at) ? Number(at) : 0,
      }))
    },

    async forgetUncertain(sha256s: readonly string[]): Promise<void> {
      await removeFields(redis, keys.uncertainMedia, sha256s)
    },

    /** Marks an asset that the partner refused permanently; cleared once it is saved. */
    async refuse(url: string): Promise<void> {
      await redis.sadd(keys.refusedAssets, url)
    },

    async refused(urls: readonly string[]): Promise<boolean[]> {
      if (urls.length === 0) return []
      return (await redis.smismember(keys.refusedAssets, ...urls)).map((found) => found === 1)
    },

    /** Marks a known asset whose request failed; cleared once it is saved or its bytes are marked as changed. */
    async markUnchecked(url: string): Promise<void> {
      await redis.sadd(keys.uncheckedAssets, url)
    },

    unchecked: (): Promise<string[]> => redis.smembers(keys.uncheckedAssets),

    async forgetUnchecked(urls: readonly string[]): Promise<void> {
      if (urls.length > 0) await redis.srem(keys.uncheckedAssets, ...urls)
    },

    /** Marks a URL whose bytes have changed: pages may still show the earlier ones. */
    async markChanged(url: string, sha256: string): Promise<void> {
      const transaction = redis.multi()
      transaction.hset(keys.changedAssets, url, sha256)
      transaction.srem(keys.uncheckedAssets, url)
      await execute(transaction)
    },

    /** Marked URLs, each with the SHA-256 of its new bytes. */
    changed: async (): Promise<ReadonlyMap<string, string>> =>
      new Map(Object.entries(await redis.hgetall(keys.changedAssets))),

    /** Removes marks that were not set again in the meantime. */
    async forgetChanged(changed: ReadonlyMap<string, string>): Promise<void> {
      await removeUnchanged(redis, keys.changedAssets, changed)
    },

    /** Every file of the library, some hundred at a time. */
    scanMedia: (): AsyncIterable<Media[]> =>
      scanHash(redis, keys.media, (field, text) => mediaShape.tryDecode(text, { key: keys.media, field })),

    /** Forgets files that are no longer in the library; their URLs are fetched as new ones. */
    async forget(sha256s: readonly string[]): Promise<void> {
      await removeFields(redis, keys.media, sha256s)
    },

    /** Stores the use of documents by pages; a document that was once kept stays kept. */
    async markDocuments(uses: readonly DocumentUse[]): Promise<void> {
      if (uses.length === 0) return
      const transaction = redis.multi()
      for (const { sha256, use } of uses)
        if (use === 'kept') transaction.hset(keys.documents, sha256, use)
        else transaction.hsetnx(keys.documents, sha256, use)
      await execute(transaction)
    },

    /** The use of each document that a page has shown. */
    async documentUses(sha256s: readonly string[]): Promise<(string | undefined)[]> {
      return (await readTexts(redis, keys.documents, sha256s)).map((use) => use ?? undefined)
    },

    /** The URLs of files, found by a walk over all URLs. */
    async urlsOf(sha256s: ReadonlySet<string>): Promise<{ url: string; sha256: string }[]> {
      const found: { url: string; sha256: string }[] = []
      const decode = (url: string, text: string) => {
        const known = assetShape.tryDecode(text, { key: keys.assets, field: url })
        return known !== undefined && sha256s.has(known.sha256) ? { url, sha256: known.sha256 } : undefined
      }
      for await (const some of scanHash(redis, keys.assets, decode)) for (const one of some) found.push(one)
      return found
    },

    /** Replaces a stored file that has the same bytes. */
    async renew(media: Media): Promise<void> {
      await redis.hset(keys.media, media.sha256, mediaShape.encode(media))
    },

    /** Forgets the URLs of files; the files stay known. */
    async forgetAssets(urls: readonly string[]): Promise<void> {
      await removeFields(redis, keys.assets, urls)
    },

    countAssets: (): Promise<number> => redis.hlen(keys.assets),

    /** About `count` known assets after `cursor`; a small library is sorted by the age of the last check. */
    walkAssets: (cursor: string, count: number): Promise<{ cursor: string; found: { url: string }[] }> =>
      walkAssets(redis, keys.assets, { cursor, count }),

    async recheckState(): Promise<RecheckState | undefined> {
      const key = keys.recheck
      const text = await redis.get(key)
      return text === null ? undefined : recheckShape.tryDecode(text, { key })
    },

    async saveRecheckState(state: RecheckState): Promise<void> {
      await redis.set(keys.recheck, recheckShape.encode(state))
    },

    /**
     * Saves which file a URL has. It may replace another file, and its page may never be written. `lacksSizes`: its
     * smaller sizes are still to be created.
     */
    async save(
      asset: Pick<Asset, 'url'>,
      known: KnownAsset,
      media: Media,
      lacksSizes = false,
    ): Promise<void> {
      const transaction = redis.multi()
      setKnown(transaction, asset, known, media)
      if (lacksSizes)
        transaction.hsetnx(keys.wantedSizes, media.sha256, wantedSizesShape.encode({ tries: 0 }))
      transaction.hincrby(keys.fileUses, 'freed', 1)
      await execute(transaction)
    },

    /** Saves that a URL still has the same file. */
    async confirm(asset: Pick<Asset, 'url'>, known: KnownAsset, media: Media): Promise<void> {
      const transaction = redis.multi()
      setKnown(transaction, asset, known, media)
      await execute(transaction)
    },
  }

  function setKnown(
    transaction: ChainableCommander,
    { url }: Pick<Asset, 'url'>,
    known: KnownAsset,
    media: Media,
  ): void {
    transaction.hset(keys.assets, url, assetShape.encode(known))
    transaction.hset(keys.media, media.sha256, mediaShape.encode(media))
    transaction.hdel(keys.mediaClaims, media.sha256)
    transaction.srem(keys.refusedAssets, url)
    transaction.srem(keys.uncheckedAssets, url)
  }
}
