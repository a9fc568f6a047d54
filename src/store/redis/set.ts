import type { Redis } from 'ioredis'

/** Walks a set, about `count` members per round trip; one that is added during the walk may be missing. */
export async function* scanSet(redis: Redis, key: string, count = 500): AsyncGenerator<string[]> {
  let cursor = '0'
  do {
    const [next, members] = await redis.sscan(key, cursor, 'COUNT', count)
    cursor = next
    if (members.length > 0) yield members
  } while (cursor !== '0')
}
