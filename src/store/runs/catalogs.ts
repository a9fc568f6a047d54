import type { Redis } from 'ioredis'
import { inChunks } from '../../lib/chunks.ts'
import type { Runs } from '../../sync/ports/runs.ts'
import type { Keys } from '../redis/keys.ts'

const atOnce = 5000

/** The catalogue of each run: a sorted set scored by the number of the read that listed a GTIN first. */
export function createCatalogs(
  redis: Redis,
  keys: Keys,
): Pick<Runs, 'saveCatalog' | 'readCatalog' | 'inCatalog'> {
  return {
    async saveCatalog(runId, gtins) {
      const [, last] = await redis.zrange(keys.catalog(runId), '-1', '-1', 'WITHSCORES')
      const read = Number(last ?? 0) + 1
      for (const group of inChunks(gtins, atOnce))
        await redis.zadd(keys.catalog(runId), 'NX', ...group.flatMap((gtin) => [read, gtin]))
    },

    async readCatalog(runId) {
      const reads = new Map<string, string[]>()
      for (let from = 0; ; from += atOnce) {
        const flat = await redis.zrange(
          keys.catalog(runId),
          String(from),
          String(from + atOnce - 1),
          'WITHSCORES',
        )
        if (flat.length === 0) return [...reads.values()]
        for (const [gtin = '', read = ''] of inChunks(flat, 2)) {
          const group = reads.get(read)
          if (group) group.push(gtin)
          else reads.set(read, [gtin])
        }
      }
    },

    async inCatalog(runId, gtins) {
      return (await redis.zmscore(keys.catalog(runId), ...gtins)).map((read) => read !== null)
    },
  }
}
