import type { Redis } from 'ioredis'
import { reasonOf } from '../../lib/errors.ts'

/** The common prefix of the keys of all mirrors. */
const ours = 'pm:'

const keysAtOnce = 500
const rounds = 40
const mostExamples = 3

/**
 * Some keys in the Redis database that belong to no mirror, among its first 20,000 keys. None if the mirror's user may
 * not list keys.
 */
export async function findForeignKeys(redis: Redis): Promise<string[]> {
  const found: string[] = []
  let cursor = '0'
  for (let round = 0; round < rounds; round++) {
    const page = await redis.scan(cursor, 'COUNT', keysAtOnce).catch((error: unknown) => {
      if (reasonOf(error).includes('NOPERM')) return undefined
      throw error
    })
    if (page === undefined) return []
    const [next, keys] = page
    for (const key of keys) if (!key.startsWith(ours)) found.push(key)
    cursor = next
    if (cursor === '0' || found.length >= mostExamples) break
  }
  return found.sort().slice(0, mostExamples)
}
