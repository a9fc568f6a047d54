import type { Redis } from 'ioredis'
import type { SignedFiles } from '../../sync/ports/partner.ts'
import type { Keys } from '../redis/keys.ts'

/** The record that most recently had a signed link to a file. */
export function createSignedFileTable(redis: Redis, keys: Keys): SignedFiles {
  const key = keys.signedFiles
  return {
    async save(urls, recordId) {
      await redis.hset(key, Object.fromEntries(urls.map((url) => [url, recordId])))
    },

    async recordOf(url) {
      const id = (await redis.hget(key, url)) ?? ''
      // A damaged value does no harm: the next response with the record replaces it.
      return /^\d+\/[a-z0-9-]+$/i.test(id) ? id : undefined
    },

    async forget(url) {
      await redis.hdel(key, url)
    },
  }
}
