import type { Redis } from 'ioredis'
import { z } from 'zod'
import { inChunks } from '../../lib/chunks.ts'
import { defineScript } from '../lua/script.ts'

/** Fields of one step: about 2 ms, in which Redis executes nothing else. */
const atOnce = 2_000

const findSome = defineScript('redis/find-texts', z.array(z.string()))

/**
 * The fields of a hash whose values contain all words, unordered and at most `limit`. Redis compares them, so only matches
 * are transferred.
 */
export async function findTexts(
  redis: Redis,
  key: string,
  words: readonly string[],
  limit: number,
): Promise<[field: string, text: string][]> {
  const found = new Map<string, string>()
  let cursor = '0'
  do {
    const [next = '0', ...flat] = await findSome.run(redis, [key], [cursor, atOnce, limit, ...words])
    for (const [field = '', text = ''] of inChunks(flat, 2)) found.set(field, text)
    cursor = next
  } while (cursor !== '0' && found.size < limit)
  return [...found].slice(0, limit)
}
