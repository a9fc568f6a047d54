import type { Redis } from 'ioredis'
import { inChunks } from '../../lib/chunks.ts'
import type { Keys } from '../redis/keys.ts'

const atOnce = 5000

type Listed = readonly [gtin: string, read: number]

/** The catalogue of each run: a sorted set, scored by the number of the first read that listed a GTIN. */
export function createCatalogs(redis: Redis, keys: Keys) {
  async function* walkAll(runId: string): AsyncIterable<Listed[]> {
    for (let from = 0; ; from += atOnce) {
      const [first, last] = [String(from), String(from + atOnce - 1)]
      const flat = await redis.zrange(keys.catalog(runId), first, last, 'WITHSCORES')
      if (flat.length === 0) return
      yield inChunks(flat, 2).map(([gtin = '', read]): Listed => [gtin, Number(read)])
    }
  }

  async function findSome(runId: string, gtins: readonly string[]): Promise<Listed[]> {
    const sorted = [...new Set(gtins)].sort()
    if (sorted.length === 0) return []
    const reads = await redis.zmscore(keys.catalog(runId), ...sorted)
    const listed = sorted.flatMap((gtin, index): Listed[] => {
      const read = reads[index] ?? null
      return read === null ? [] : [[gtin, Number(read)]]
    })
    return listed.sort(([, a], [, b]) => a - b)
  }

  return {
    /** Adds the GTINs of one catalogue read to the run; earlier reads of the same run stay. */
    async saveCatalog(runId: string, gtins: readonly string[]): Promise<void> {
      const [, last] = await redis.zrange(keys.catalog(runId), '-1', '-1', 'WITHSCORES')
      const read = Number(last ?? 0) + 1
      for (const group of inChunks(gtins, atOnce))
        await redis.zadd(keys.catalog(runId), 'NX', ...group.flatMap((gtin) => [read, gtin]))
    },

    /**
     * The GTINs of the run, or the listed ones among `only`, at most `size` at a time. Each group is from one read, and
     * later reads do not change earlier groups.
     */
    async *walkCatalog(runId: string, size: number, only?: readonly string[]): AsyncIterable<string[]> {
      let group: string[] = []
      let current = 0
      for await (const page of only === undefined ? walkAll(runId) : [await findSome(runId, only)])
        for (const [gtin, read] of page) {
          if (group.length === size || (group.length > 0 && read !== current)) {
            yield group
            group = []
          }
          current = read
          group.push(gtin)
        }
      if (group.length > 0) yield group
    },

    /** The number of GTINs of the run, or of the listed ones among `only`. */
    async countCatalog(runId: string, only?: readonly string[]): Promise<number> {
      return only === undefined ? redis.zcard(keys.catalog(runId)) : (await findSome(runId, only)).length
    },

    async inCatalog(runId: string, gtins: readonly string[]): Promise<boolean[]> {
      return (await redis.zmscore(keys.catalog(runId), ...gtins)).map((read) => read !== null)
    },
  }
}
