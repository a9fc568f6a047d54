import type { ChainableCommander, Redis } from 'ioredis'
import type { Product } from '../../core/record/product.ts'
import { searchTextOf } from '../../core/text/search-text.ts'
import { groupBy, inChunks } from '../../lib/chunks.ts'
import { execute } from '../redis/execute.ts'
import { findTexts } from '../redis/find-texts.ts'
import { setFields } from '../redis/hash.ts'
import type { Keys } from '../redis/keys.ts'

/** A product to be found by its name, its item number or the title of its page. */
type Named = { product: Product; title?: string | undefined }

const atOnce = 1_000

/** The searchable names of products, with and without a page. */
export function createSearchTexts(redis: Redis, keys: Keys) {
  return {
    /** Products of a language whose text contains all words, unordered and at most `limit`. */
    find: (language: string, words: readonly string[], limit: number) =>
      findTexts(redis, keys.searchTexts(language), words, limit),

    /** GTINs that have a snapshot but no text, because an earlier version wrote them. */
    async missing(language: string): Promise<string[]> {
      const [heads, texts] = [keys.heads(language), keys.searchTexts(language)]
      const counts = await execute(redis.pipeline().hlen(heads).hlen(texts))
      if (Number(counts[1]) >= Number(counts[0])) return []
      const [all, known] = await Promise.all([redis.hkeys(heads), redis.hkeys(texts)])
      const found = new Set(known)
      return all.filter((gtin) => !found.has(gtin))
    },

    /** Adds texts of products that have none. */
    async add(products: readonly Named[]): Promise<void> {
      for (const group of inChunks(products, atOnce)) {
        const pipeline = redis.pipeline()
        for (const { product, title } of group)
          pipeline.hsetnx(keys.searchTexts(product.language), product.gtin, textOf({ product, title }))
        if (pipeline.length > 0) await execute(pipeline)
      }
    },
  }
}

/** Adds the commands that save the searchable texts of products: one per language. */
export function saveSearchTexts(commands: ChainableCommander, keys: Keys, products: readonly Named[]): void {
  for (const [language, group] of groupBy(products, ({ product }) => product.language))
    setFields(
      commands,
      keys.searchTexts(language),
      group.map((named) => [named.product.gtin, textOf(named)] as const),
    )
}

function textOf({ product, title }: Named): string {
  return searchTextOf([product.item_number, product.name, title])
}
