import type { Redis } from 'ioredis'
import type { UnusedSince } from '../../core/media/unused-media.ts'
import { unusedShape } from '../formats/shapes/media.ts'
import { removeFields, removeUnchanged, setFields } from '../redis/hash.ts'
import type { Keys } from '../redis/keys.ts'

/** The files that are no longer shown on any page, by SHA-256. */
export function createUnusedMedia(redis: Redis, keys: Keys) {
  const key = keys.unusedMedia
  return {
    /** The longest unused first. */
    async all(): Promise<ReadonlyMap<string, UnusedSince>> {
      const entries = Object.entries(await redis.hgetall(key)).flatMap(([sha256, text]) => {
        const value = unusedShape.tryDecode(text, { key, field: sha256 })
        return value === undefined ? [] : [[sha256, value] as const]
      })
      return new Map(entries.sort(([, a], [, b]) => (a.since < b.since ? -1 : 1)))
    },

    /** What writes have done since the last search, each with the value for `searched`. */
    uses: async (): Promise<ReadonlyMap<string, string>> =>
      new Map(Object.entries(await redis.hgetall(keys.fileUses))),

    /** Removes what was read before a search, unless there were writes in the meantime. */
    async searched(uses: ReadonlyMap<string, string>): Promise<void> {
      await removeUnchanged(redis, keys.fileUses, uses)
    },

    count: (): Promise<number> => redis.hlen(key),

    async save(entries: readonly { sha256: string; value: UnusedSince }[]): Promise<void> {
      const fields = entries.map(({ sha256, value }) => [sha256, unusedShape.encode(value)] as const)
      await setFields(redis, key, fields)
    },

    async remove(sha256s: readonly string[]): Promise<void> {
      await removeFields(redis, key, sha256s)
    },
  }
}
