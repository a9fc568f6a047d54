import type { ChainableCommander, Redis } from 'ioredis'
import { z } from 'zod'
import type { Product } from '../../core/record/product.ts'
import { recordId, toRecordKey, type RecordKey } from '../../core/record/record.ts'
import { gtinInSlug, slugOf } from '../../core/text/page-address.ts'
import { folded, searchTextOf } from '../../core/text/search-text.ts'
import { inChunks } from '../../lib/chunks.ts'
import { defineScript, nothing } from '../lua/script.ts'
import type { Keys } from '../redis/keys.ts'

/** A product to be found by its name and item number, with the title, the number and the URL of its page. */
type Named = { product: Product; title?: string; pageId?: number; link?: string | undefined }

/** Fields of the hash; with 100,000 records, each holds 25 records. */
const fields = 4_093
/** Fields of one step: about 1 ms, in which Redis executes nothing else. */
const atOnce = 256
/** A field that exists once every snapshot can be found. */
const complete = 'complete'

const saveTexts = defineScript('records/save-search-texts', nothing)
const findTexts = defineScript('records/find-search-texts', z.array(z.string()))

/** The words by which products are found, with and without a page. */
export function createSearchTexts(redis: Redis, keys: Keys) {
  return {
    /** Records whose text contains all words, unordered and at most about `limit`. */
    async find(words: readonly string[], limit: number): Promise<(RecordKey & { text: string })[]> {
      const found = new Map<string, string>()
      let cursor = '0'
      do {
        const args = [cursor, atOnce, limit, ...words]
        const [next = '0', ...flat] = await findTexts.run(redis, [keys.searchTexts], args)
        for (const [id = '', text = ''] of inChunks(flat, 2)) found.set(id, text)
        cursor = next
      } while (cursor !== '0' && found.size < limit)
      return [...found].map(([id, text]) => ({ ...toRecordKey(id), text }))
    },

    /** The GTINs, as numbers, of all products whose text contains all words in any language. */
    async findProducts(words: readonly string[]): Promise<ReadonlySet<number>> {
      const found = new Set<number>()
      let cursor = '0'
      do {
        const args = [cursor, atOnce, 'products', ...words]
        const [next = '0', ...gtins] = await findTexts.run(redis, [keys.searchTexts], args)
        for (const gtin of gtins) found.add(Number(gtin))
        cursor = next
      } while (cursor !== '0')
      return found
    },

    /** Whether every snapshot can be found, even one that an earlier version stored. */
    isComplete: async (): Promise<boolean> => (await redis.hexists(keys.searchTexts, complete)) === 1,

    markComplete: async (): Promise<void> => void (await redis.hset(keys.searchTexts, complete, 1)),

    /** Makes products searchable that are not yet. */
    async add(products: readonly Named[]): Promise<void> {
      if (products.length > 0) await saveTexts.run(redis, [keys.searchTexts], argumentsFor('keep', products))
    },
  }
}

/** Adds the command that makes products searchable. */
export function saveSearchTexts(commands: ChainableCommander, keys: Keys, products: readonly Named[]): void {
  if (products.length > 0) saveTexts.queue(commands, [keys.searchTexts], argumentsFor('replace', products))
}

/** Makes products searchable by the slugs of pages with another URL. */
export async function addLinks(
  redis: Redis,
  keys: Keys,
  entries: readonly { key: RecordKey; link: string }[],
): Promise<void> {
  const args = entries.flatMap(({ key, link }) => {
    const slug = slugIn(link)
    return slug === undefined ? [] : [fieldOf(key), `\r${recordId(key)}\n`, `${folded(slug)}\n`]
  })
  if (args.length > 0) await saveTexts.run(redis, [keys.searchTexts], ['append', ...args])
}

function argumentsFor(mode: 'keep' | 'replace', products: readonly Named[]): (string | number)[] {
  return [
    mode,
    ...products.flatMap((named) => [
      fieldOf(named.product),
      `\r${recordId(named.product)}\n`,
      // The id ends with the line break at which the text starts.
      textOf(named).slice(1),
    ]),
  ]
}

/** All languages of a product have the same field. */
function fieldOf({ gtin }: Pick<RecordKey, 'gtin'>): number {
  return Number(gtin.slice(0, 12)) % fields
}

function textOf({ product, title, pageId, link }: Named): string {
  return searchTextOf([product.item_number, product.name, title, pageId?.toString(), slugIn(link)])
}

/** The slug of a page, unless it contains the GTIN. */
function slugIn(link: string | undefined): string | undefined {
  const slug = link === undefined ? undefined : slugOf(link)
  return slug === undefined || gtinInSlug(slug) !== undefined ? undefined : slug
}
