import type { Redis } from 'ioredis'
import { inChunks } from '../../lib/chunks.ts'

/** Walks a hash, about `count` fields per round trip; skips a field that `decode` answers with undefined. */
export async function* scanHash<T extends object>(
  redis: Redis,
  key: string,
  decode: (field: string, text: string) => T | undefined,
  count = 500,
): AsyncGenerator<T[]> {
  let cursor = '0'
  do {
    const [next, flat] = await redis.hscan(key, cursor, 'COUNT', count)
    cursor = next
    const page = inChunks(flat, 2).flatMap(([field = '', text = '']) => decode(field, text) ?? [])
    if (page.length > 0) yield page
  } while (cursor !== '0')
}
