import type { Redis } from 'ioredis'
import type { Parents } from '../../sync/ports/site.ts'
import { execute } from '../redis/execute.ts'
import type { Keys } from '../redis/keys.ts'
import { decodeInteger } from '../formats/stored.ts'

/** The ids of the pages above the mirrored ones, by path (`products`, `products/de-de`). */
export function createParents(redis: Redis, keys: Keys): Parents {
  return {
    async read() {
      const key = keys.parents
      const all = Object.entries(await redis.hgetall(key))
      return Object.fromEntries(all.map(([path, id]) => [path, decodeInteger(id, { key, field: path })]))
    },
    addresses: () => redis.hgetall(keys.parentAddresses),
    async save(path, { id, link }) {
      await execute(redis.multi().hset(keys.parents, path, id).hset(keys.parentAddresses, path, link))
    },
    async invalidate() {
      await redis.set(keys.parentsInvalidated, 1)
    },
    isInvalidated: async () => (await redis.exists(keys.parentsInvalidated)) === 1,
    async trust() {
      await redis.del(keys.parentsInvalidated)
    },
  }
}
