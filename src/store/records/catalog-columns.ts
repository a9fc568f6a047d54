import type { Redis } from 'ioredis'
import type { CatalogColumns } from '../../core/record/catalog.ts'
import { inChunks } from '../../lib/chunks.ts'
import { columnsShape } from '../formats/shapes/catalog.ts'
import { execute } from '../redis/execute.ts'
import { readTexts, scanHash, setFields } from '../redis/hash.ts'
import type { Keys } from '../redis/keys.ts'

const atOnce = 1_000

/**
 * The columns of the catalogue that the map names, as the last run with the product read them. A damaged value counts as
 * missing, and the next run stores it again.
 */
export function createCatalogColumns(redis: Redis, keys: Keys) {
  const key = keys.catalogColumns
  const decode = (field: string, text: string): CatalogColumns | undefined =>
    columnsShape.tryDecode(text, { key, field })?.columns

  return {
    async read(gtins: readonly string[]): Promise<(CatalogColumns | undefined)[]> {
      const texts = await readTexts(redis, key, gtins)
      return texts.map((text, index) => (text === null ? undefined : decode(gtins[index] ?? '', text)))
    },

    /**
     * Saves columns, and marks the listings of these languages as stale in the same step: the next run would no longer find
     * the change.
     */
    async save(
      entries: readonly (readonly [gtin: string, columns: CatalogColumns])[],
      stale: readonly string[] = [],
    ): Promise<void> {
      for (const group of inChunks(entries, atOnce)) {
        const transaction = redis.multi()
        setFields(
          transaction,
          key,
          group.map(([gtin, columns]) => [gtin, columnsShape.encode({ columns })] as const),
        )
        for (const language of stale) transaction.hincrby(keys.staleListings, language, 1)
        await execute(transaction)
      }
    },

    /** Those of the names for which some product has a value. */
    async known(names: readonly string[]): Promise<string[]> {
      const found = new Set<string>()
      for await (const page of scanHash(redis, key, decode, atOnce)) {
        for (const columns of page) for (const name of Object.keys(columns)) found.add(name)
        if (names.every((name) => found.has(name))) break
      }
      return names.filter((name) => found.has(name))
    },
  }
}
